// Sends the lines of standard input; check.py says what a line holds.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;

public static class Conformance
{
    static readonly Dictionary<string, string[]> headers = new Dictionary<string, string[]>
    {
        { "plain", new string[0] },
        { "mdp1", new[] { "", "MDPC01", "viewfence.v1" } },
        { "mdp2", new[] { "MDPC02", "\u0001", "viewfence.v1" } },
    };

    public static void Main()
    {
        var utf8 = new UTF8Encoding(false);
        var input = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true };
        for (string line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            string[] field = line.Split('\t');
            List<byte[]> frames = headers[field[0]].Concat(new[] { field[4] }).Select(Client.Utf8).ToList();
            if (field[5] != "-")
                frames.Add(Client.Pack(field[5].Split(',')
                    .Select(text => double.Parse(text, CultureInfo.InvariantCulture)).ToArray()));
            IntPtr subscriber = field[7] == "-" ? IntPtr.Zero : Client.Subscribe(field[6], field[7]);
            List<byte[]> reply = Client.Request(field[2].Split(','), frames, int.Parse(field[3]));
            output.WriteLine(reply == null ? "nobody" : string.Join("\t", reply.Select(Client.Text)));
            if (subscriber == IntPtr.Zero) continue;
            output.WriteLine(Client.Publication(subscriber));
            Client.Close(subscriber);
        }
    }
}
