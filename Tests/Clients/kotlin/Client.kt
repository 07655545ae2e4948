// viewfence from Kotlin, with JeroMQ: copy what you need.
// kotlinc -cp /usr/share/java/jeromq.jar Client.kt -include-runtime -d client.jar
// java -cp client.jar:/usr/share/java/jeromq.jar ClientKt [REQUESTS [CAMERAS]]
import java.nio.ByteBuffer
import java.nio.ByteOrder
import org.zeromq.ZMQ

val context: ZMQ.Context = ZMQ.context(1)

/**
 * Returns the reply's frames (the last is the JSON), or null if nobody answered. Without a reply in time
 * the same frames, and so the same id, go to the next endpoint.
 */
fun request(endpoints: List<String>, frames: List<ByteArray>, timeoutMs: Int = 2000): List<ByteArray>? {
    for (turn in 0..2) {
        val socket = context.socket(ZMQ.DEALER)
        try {
            socket.setLinger(0)
            socket.setReceiveTimeOut(timeoutMs)
            socket.connect(endpoints[turn % endpoints.size])
            frames.dropLast(1).forEach { socket.send(it, ZMQ.SNDMORE) }
            socket.send(frames.last(), 0)
            return receive(socket) ?: continue
        } finally {
            socket.close()
        }
    }
    return null
}

/** Returns the frames of the next message, or null after the socket's time-out. */
fun receive(socket: ZMQ.Socket): List<ByteArray>? {
    val frames = mutableListOf(socket.recv(0) ?: return null)
    while (socket.hasReceiveMore()) frames += socket.recv(0)
    return frames
}

fun subscribe(endpoint: String, topic: String): ZMQ.Socket {
    val socket = context.socket(ZMQ.SUB)
    socket.setLinger(0)
    socket.setReceiveTimeOut(5000)
    socket.subscribe(topic.toByteArray())
    socket.connect(endpoint)
    return socket
}

/** Returns topic, epoch, sequence and reply of the next publication, with tabs between them. */
fun publication(subscriber: ZMQ.Socket): String {
    val (topic, reply, place) = receive(subscriber) ?: error("no publication in time")
    val numbers = ByteBuffer.wrap(place).order(ByteOrder.LITTLE_ENDIAN)
    return "${String(topic)}\t${numbers.getLong(0)}\t${numbers.getLong(8)}\t${String(reply)}"
}

/** Returns places, longitude first, as a packed frame: little-endian doubles. */
fun pack(vararg values: Double): ByteArray {
    val buffer = ByteBuffer.allocate(8 * values.size).order(ByteOrder.LITTLE_ENDIAN)
    values.forEach { buffer.putDouble(it) }
    return buffer.array()
}

fun main(arguments: Array<String>) {
    val requests = listOf(arguments.getOrElse(0) { "tcp://127.0.0.1:5555" })
    val subscriber = subscribe(arguments.getOrElse(1) { "tcp://127.0.0.1:5557" }, "cam/pitt-street-mall/")

    val fit = """{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
        "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
        "insets":{"top":120,"bottom":300,"left":16,"right":16},
        "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}"""
    println(request(requests, listOf(fit.toByteArray()))?.let { String(it.last()) })

    val packed = """{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
        "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
        "insets":{"top":120,"bottom":300,"left":16,"right":16}}"""
    val places = pack(151.2089, -33.8703, 151.2070, -33.8688)
    println(request(requests, listOf(packed.toByteArray(), places))?.let { String(it.last()) })

    println(publication(subscriber))
    subscriber.close()
    context.term()
}
