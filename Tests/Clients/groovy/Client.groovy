// viewfence from Groovy, with JeroMQ: copy what you need.
// groovy -cp /usr/share/java/jeromq.jar Client.groovy [REQUESTS [CAMERAS]]
import groovy.json.JsonOutput
import java.nio.ByteBuffer
import java.nio.ByteOrder
import org.zeromq.ZMQ

class Client {
    static final ZMQ.Context context = ZMQ.context(1)

    /** Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply in time
     *  the same frames, and so the same id, go to the next endpoint. */
    static List<byte[]> request(List<String> endpoints, List<byte[]> frames, int timeoutMs = 2000) {
        (0..2).findResult { turn ->
            def socket = context.socket(ZMQ.DEALER)
            try {
                socket.linger = 0
                socket.receiveTimeOut = timeoutMs
                socket.connect(endpoints[turn % endpoints.size()])
                frames.init().each { socket.send(it, ZMQ.SNDMORE) }
                socket.send(frames.last(), 0)
                receive(socket)
            } finally {
                socket.close()
            }
        }
    }

    /** Returns the frames of the next message, or null after the socket's time-out. */
    static List<byte[]> receive(ZMQ.Socket socket) {
        def frame = socket.recv(0)
        if (frame == null) return null
        List<byte[]> frames = [frame]
        while (socket.hasReceiveMore()) frames << socket.recv(0)
        frames
    }

    static ZMQ.Socket subscribe(String endpoint, String topic) {
        def socket = context.socket(ZMQ.SUB)
        socket.linger = 0
        socket.receiveTimeOut = 5000
        socket.subscribe(topic.getBytes('UTF-8'))
        socket.connect(endpoint)
        socket
    }

    /** Returns topic, epoch, sequence and reply of the next publication. */
    static List publication(ZMQ.Socket subscriber) {
        def (topic, reply, place) = receive(subscriber)
        def numbers = ByteBuffer.wrap(place as byte[]).order(ByteOrder.LITTLE_ENDIAN)
        [text(topic as byte[]), numbers.getLong(0), numbers.getLong(8), text(reply as byte[])]
    }

    /** Returns places, longitude first, as a packed frame: little-endian doubles. */
    static byte[] pack(List<Double> values) {
        def buffer = ByteBuffer.allocate(8 * values.size()).order(ByteOrder.LITTLE_ENDIAN)
        values.each { buffer.putDouble(it as double) }
        buffer.array()
    }

    static String text(byte[] utf8) { new String(utf8, 'UTF-8') }

    static void main(String... arguments) {
        def requests = arguments.length > 0 ? arguments[0] : 'tcp://127.0.0.1:5555'
        def cameras = arguments.length > 1 ? arguments[1] : 'tcp://127.0.0.1:5557'
        def subscriber = subscribe(cameras, 'cam/pitt-street-mall/')

        def fit = [
            v: 1, id: 'r-1', op: 'fit', viewport: [width: 390, height: 844],
            content: [pois: [[latitude: -33.8703, longitude: 151.2089], [latitude: -33.8688, longitude: 151.2070]]],
            insets: [top: 120, bottom: 300, left: 16, right: 16],
            limits: [fence: 'pitt-street-mall'], publish: 'cam/pitt-street-mall/kiosk-3/',
        ]
        println text(request([requests], [JsonOutput.toJson(fit).getBytes('UTF-8')]).last())

        def packed = fit + [id: 'r-2', content: [coordinates: [frame: 1, encoding: 'f64le', dims: 2, count: 2]]]
        def places = pack([151.2089d, -33.8703d, 151.2070d, -33.8688d])
        println text(request([requests], [JsonOutput.toJson(packed).getBytes('UTF-8'), places]).last())

        println publication(subscriber).join('\t')
        subscriber.close()
        context.term()
    }
}
