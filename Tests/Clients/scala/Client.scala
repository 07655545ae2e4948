import java.nio.{ByteBuffer, ByteOrder}
import java.nio.charset.StandardCharsets.UTF_8
import org.zeromq.ZMQ

/** viewfence from Scala, with JeroMQ: copy what you need.
  *
  * scalac -cp /usr/share/java/jeromq.jar Client.scala
  * scala -cp .:/usr/share/java/jeromq.jar Client [REQUESTS [CAMERAS]]
  */
object Client {
  val context: ZMQ.Context = ZMQ.context(1)

  /** Returns the reply's frames (the last is the JSON), or None if nobody answered. Without a reply in time the
    * same frames, and so the same id, go to the next endpoint.
    */
  def request(endpoints: Seq[String], frames: Seq[Array[Byte]], timeoutMs: Int = 2000): Option[Seq[Array[Byte]]] =
    Iterator.continually(endpoints).flatten.take(3).flatMap { endpoint =>
      val socket = context.socket(ZMQ.DEALER)
      try {
        socket.setLinger(0)
        socket.setReceiveTimeOut(timeoutMs)
        socket.connect(endpoint)
        frames.init.foreach(socket.send(_, ZMQ.SNDMORE))
        socket.send(frames.last, 0)
        receive(socket)
      } finally socket.close()
    }.toStream.headOption

  /** Returns the frames of the next message, or None after the socket's time-out. */
  def receive(socket: ZMQ.Socket): Option[Seq[Array[Byte]]] = Option(socket.recv(0)).map { first =>
    first +: Iterator.continually(()).takeWhile(_ => socket.hasReceiveMore).map(_ => socket.recv(0)).toList
  }

  def subscribe(endpoint: String, topic: String): ZMQ.Socket = {
    val socket = context.socket(ZMQ.SUB)
    socket.setLinger(0)
    socket.setReceiveTimeOut(5000)
    socket.subscribe(topic.getBytes(UTF_8))
    socket.connect(endpoint)
    socket
  }

  /** Returns topic, epoch, sequence and reply of the next publication, with tabs between them. */
  def publication(subscriber: ZMQ.Socket): String = {
    val Seq(topic, reply, place) = receive(subscriber).get
    val numbers = ByteBuffer.wrap(place).order(ByteOrder.LITTLE_ENDIAN)
    Seq(text(topic), numbers.getLong(0), numbers.getLong(8), text(reply)).mkString("\t")
  }

  /** Returns places, longitude first, as a packed frame: little-endian doubles. */
  def pack(values: Double*): Array[Byte] = {
    val buffer = ByteBuffer.allocate(8 * values.size).order(ByteOrder.LITTLE_ENDIAN)
    values.foreach(buffer.putDouble)
    buffer.array
  }

  def text(bytes: Array[Byte]) = new String(bytes, UTF_8)

  def main(arguments: Array[String]): Unit = {
    val requests = Seq(arguments.lift(0).getOrElse("tcp://127.0.0.1:5555"))
    val subscriber = subscribe(arguments.lift(1).getOrElse("tcp://127.0.0.1:5557"), "cam/pitt-street-mall/")

    val fit = """{"v":1,"id":"r-1","op":"fit","viewport":{"width":390,"height":844},
      "content":{"pois":[{"latitude":-33.8703,"longitude":151.2089},{"latitude":-33.8688,"longitude":151.2070}]},
      "insets":{"top":120,"bottom":300,"left":16,"right":16},
      "limits":{"fence":"pitt-street-mall"},"publish":"cam/pitt-street-mall/kiosk-3/"}"""
    println(text(request(requests, Seq(fit.getBytes(UTF_8))).get.last))

    val packed = """{"v":1,"id":"r-2","op":"fit","viewport":{"width":390,"height":844},
      "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":2}},
      "insets":{"top":120,"bottom":300,"left":16,"right":16}}"""
    val places = pack(151.2089, -33.8703, 151.2070, -33.8688)
    println(text(request(requests, Seq(packed.getBytes(UTF_8), places)).get.last))

    println(publication(subscriber))
    subscriber.close()
    context.term()
  }
}
