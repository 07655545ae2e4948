import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.zeromq.ZMQ;

/**
 * viewfence from Java, with JeroMQ: copy what you need.
 *
 * <p>java -cp /usr/share/java/jeromq.jar Client.java [REQUESTS [CAMERAS]]
 */
public class Client {
  static final ZMQ.Context context = ZMQ.context(1);

  /**
   * Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply in time the
   * same frames, and so the same id, go to the next endpoint.
   */
  static List<byte[]> request(List<String> endpoints, List<byte[]> frames, int timeoutMs) {
    for (int turn = 0; turn < 3; turn++) {
      ZMQ.Socket socket = context.socket(ZMQ.DEALER);
      try {
        socket.setLinger(0);
        socket.setReceiveTimeOut(timeoutMs);
        socket.connect(endpoints.get(turn % endpoints.size()));
        for (int i = 0; i < frames.size(); i++) {
          socket.send(frames.get(i), i + 1 < frames.size() ? ZMQ.SNDMORE : 0);
        }
        List<byte[]> reply = receive(socket);
        if (reply != null) return reply;
      } finally {
        socket.close();
      }
    }
    return null;
  }

  /** Returns the next message of the socket, or null after its time-out. */
  static List<byte[]> receive(ZMQ.Socket socket) {
    byte[] frame = socket.recv(0);
    if (frame == null) return null;
    List<byte[]> frames = new ArrayList<>(List.of(frame));
    while (socket.hasReceiveMore()) frames.add(socket.recv(0));
    return frames;
  }

  static ZMQ.Socket subscribe(String endpoint, String topic) {
    ZMQ.Socket socket = context.socket(ZMQ.SUB);
    socket.setLinger(0);
    socket.setReceiveTimeOut(5000);
    socket.subscribe(utf8(topic));
    socket.connect(endpoint);
    return socket;
  }

  /** Returns places as a packed frame: little-endian doubles, longitude first. */
  static byte[] pack(double... values) {
    ByteBuffer buffer = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) buffer.putDouble(value);
    return buffer.array();
  }

  /** Returns topic, epoch, sequence and reply of a publication. */
  static String publication(List<byte[]> frames) {
    ByteBuffer place = ByteBuffer.wrap(frames.get(2)).order(ByteOrder.LITTLE_ENDIAN);
    return text(frames.get(0)) + "\t" + place.getLong() + "\t" + place.getLong() + "\t" + text(frames.get(1));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] utf8) {
    return new String(utf8, StandardCharsets.UTF_8);
  }

  public static void main(String[] arguments) {
    List<String> requests = List.of(arguments.length > 0 ? arguments[0] : "tcp://127.0.0.1:5555");
    ZMQ.Socket subscriber =
        subscribe(arguments.length > 1 ? arguments[1] : "tcp://127.0.0.1:5557", "cam/pitt-street-mall/");

    String fit =
        """
        {"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
         "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
         "insets":{"top":120,"bottom":300,"left":16,"right":16},
         "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}""";
    List<byte[]> reply = request(requests, List.of(utf8(fit)), 2000);
    System.out.println(text(reply.get(reply.size() - 1)));

    String packed =
        """
        {"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
         "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
         "insets":{"top":120,"bottom":300,"left":16,"right":16}}""";
    byte[] places = pack(151.2089, -33.8703, 151.2070, -33.8688);
    reply = request(requests, List.of(utf8(packed), places), 2000);
    System.out.println(text(reply.get(reply.size() - 1)));

    System.out.println(publication(receive(subscriber)));
    subscriber.close();
    context.term();
  }
}
