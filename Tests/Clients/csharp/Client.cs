// viewfence from C#, straight to libzmq: copy what you need. Runs on Mono and .NET.
// mcs -out:client.exe Client.cs && mono client.exe [REQUESTS [CAMERAS]]
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;

public static class Client
{
    const string Library = "libzmq.so.5";
    const int Sub = 2, Dealer = 5, SubscribeOption = 6, Linger = 17, ReceiveTimeout = 27, SendMore = 2;

    [DllImport(Library)] static extern IntPtr zmq_ctx_new();
    [DllImport(Library)] static extern int zmq_ctx_term(IntPtr context);
    [DllImport(Library)] static extern IntPtr zmq_socket(IntPtr context, int type);
    [DllImport(Library)] static extern int zmq_close(IntPtr socket);
    [DllImport(Library)] static extern int zmq_setsockopt(IntPtr socket, int option, ref int value, UIntPtr size);
    [DllImport(Library)] static extern int zmq_setsockopt(IntPtr socket, int option, byte[] value, UIntPtr size);
    [DllImport(Library)] static extern int zmq_connect(IntPtr socket, string endpoint);
    [DllImport(Library)] static extern int zmq_send(IntPtr socket, byte[] data, UIntPtr size, int flags);
    [DllImport(Library)] static extern int zmq_msg_init(IntPtr message);
    [DllImport(Library)] static extern int zmq_msg_recv(IntPtr message, IntPtr socket, int flags);
    [DllImport(Library)] static extern IntPtr zmq_msg_data(IntPtr message);
    [DllImport(Library)] static extern UIntPtr zmq_msg_size(IntPtr message);
    [DllImport(Library)] static extern int zmq_msg_more(IntPtr message);
    [DllImport(Library)] static extern int zmq_msg_close(IntPtr message);

    static readonly IntPtr context = zmq_ctx_new();

    static IntPtr Connected(int type, string endpoint, int timeoutMs)
    {
        IntPtr socket = zmq_socket(context, type);
        int linger = 0;
        zmq_setsockopt(socket, Linger, ref linger, (UIntPtr)4);
        zmq_setsockopt(socket, ReceiveTimeout, ref timeoutMs, (UIntPtr)4);
        zmq_connect(socket, endpoint);
        return socket;
    }

    /// <summary>Returns the frames of the next message, or null after the socket's time-out.</summary>
    static List<byte[]> Receive(IntPtr socket)
    {
        var frames = new List<byte[]>();
        IntPtr message = Marshal.AllocHGlobal(64); // a zmq_msg_t
        try
        {
            bool more;
            do
            {
                zmq_msg_init(message);
                if (zmq_msg_recv(message, socket, 0) < 0) return null;
                var frame = new byte[(int)zmq_msg_size(message)];
                Marshal.Copy(zmq_msg_data(message), frame, 0, frame.Length);
                frames.Add(frame);
                more = zmq_msg_more(message) != 0;
                zmq_msg_close(message);
            } while (more);
            return frames;
        }
        finally
        {
            Marshal.FreeHGlobal(message);
        }
    }

    /// <summary>Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply
    /// in time the same frames, and so the same id, go to the next endpoint.</summary>
    public static List<byte[]> Request(IList<string> endpoints, IList<byte[]> frames, int timeoutMs = 2000)
    {
        for (int turn = 0; turn < 3; turn++)
        {
            IntPtr socket = Connected(Dealer, endpoints[turn % endpoints.Count], timeoutMs);
            for (int i = 0; i < frames.Count; i++)
                zmq_send(socket, frames[i], (UIntPtr)frames[i].Length, i + 1 < frames.Count ? SendMore : 0);
            List<byte[]> reply = Receive(socket);
            zmq_close(socket);
            if (reply != null) return reply;
        }
        return null;
    }

    public static IntPtr Subscribe(string endpoint, string topic)
    {
        IntPtr socket = Connected(Sub, endpoint, 5000);
        byte[] prefix = Utf8(topic);
        zmq_setsockopt(socket, SubscribeOption, prefix, (UIntPtr)prefix.Length);
        return socket;
    }

    public static void Close(IntPtr socket) { zmq_close(socket); }

    /// <summary>Returns topic, epoch, sequence and reply of the next publication, with tabs between them.</summary>
    public static string Publication(IntPtr subscriber)
    {
        List<byte[]> frames = Receive(subscriber);
        return string.Join("\t", Text(frames[0]), Number(frames[2], 0), Number(frames[2], 8), Text(frames[1]));
    }

    static ulong Number(byte[] bytes, int from)
    {
        return Enumerable.Range(from, 8).Reverse().Aggregate(0UL, (value, i) => value << 8 | bytes[i]);
    }

    /// <summary>Returns places, longitude first, as a packed frame: little-endian doubles.</summary>
    public static byte[] Pack(params double[] values)
    {
        return values.SelectMany(value =>
        {
            byte[] bytes = BitConverter.GetBytes(value);
            return BitConverter.IsLittleEndian ? bytes : bytes.Reverse();
        }).ToArray();
    }

    public static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text); }

    public static string Text(byte[] utf8) { return Encoding.UTF8.GetString(utf8); }

    public static int Main(string[] arguments)
    {
        var requests = new[] { arguments.Length > 0 ? arguments[0] : "tcp://127.0.0.1:5555" };
        IntPtr subscriber =
            Subscribe(arguments.Length > 1 ? arguments[1] : "tcp://127.0.0.1:5557", "cam/pitt-street-mall/");

        const string fit = @"{""v"":1,""id"":""r-1"",""op"":""fit"",""viewport"":{""width"":390,""height"":844},
            ""content"":{""pois"":[{""latitude"":-33.8703,""longitude"":151.2089},
                               {""latitude"":-33.8688,""longitude"":151.2070}]},
            ""insets"":{""top"":120,""bottom"":300,""left"":16,""right"":16},
            ""limits"":{""fence"":""pitt-street-mall""},""publish"":""cam/pitt-street-mall/kiosk-3/""}";
        List<byte[]> reply = Request(requests, new[] { Utf8(fit) });
        if (reply == null) return 3;
        Console.WriteLine(Text(reply.Last()));

        const string packed = @"{""v"":1,""id"":""r-2"",""op"":""fit"",""viewport"":{""width"":390,""height"":844},
            ""content"":{""coordinates"":{""frame"":1,""encoding"":""f64le"",""dims"":2,""count"":2}},
            ""insets"":{""top"":120,""bottom"":300,""left"":16,""right"":16}}";
        reply = Request(requests, new[] { Utf8(packed), Pack(151.2089, -33.8703, 151.2070, -33.8688) });
        if (reply == null) return 3;
        Console.WriteLine(Text(reply.Last()));

        Console.WriteLine(Publication(subscriber));
        Close(subscriber);
        zmq_ctx_term(context);
        return 0;
    }
}
