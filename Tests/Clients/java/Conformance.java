import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.zeromq.ZMQ;

/** Sends the lines of standard input; check.py says what a line holds. */
public class Conformance {
  public static void main(String[] arguments) throws Exception {
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] field = line.split("\t");
      List<byte[]> frames = new ArrayList<>();
      if (field[0].equals("mdp1")) frames.addAll(frames("", "MDPC01", "viewfence.v1"));
      if (field[0].equals("mdp2")) frames.addAll(frames("MDPC02", "\u0001", "viewfence.v1"));
      frames.add(Client.utf8(field[4]));
      if (!field[5].equals("-")) {
        frames.add(Client.pack(Arrays.stream(field[5].split(",")).mapToDouble(Double::parseDouble).toArray()));
      }

      ZMQ.Socket subscriber = field[7].equals("-") ? null : Client.subscribe(field[6], field[7]);
      List<byte[]> reply = Client.request(Arrays.asList(field[2].split(",")), frames, Integer.parseInt(field[3]));
      output.println(reply == null ? "nobody" : reply.stream().map(Client::text).collect(Collectors.joining("\t")));
      if (subscriber != null) {
        output.println(Client.publication(Client.receive(subscriber)));
        subscriber.close();
      }
    }
    Client.context.term();
  }

  static List<byte[]> frames(String... texts) {
    return Arrays.stream(texts).map(Client::utf8).collect(Collectors.toList());
  }
}
