import java.nio.charset.StandardCharsets.UTF_8
import scala.io.Source

/** Sends the lines of standard input; check.py says what a line holds. */
object Conformance {
  val headers = Map(
    "plain" -> Seq(),
    "mdp1" -> Seq("", "MDPC01", "viewfence.v1"),
    "mdp2" -> Seq("MDPC02", "\u0001", "viewfence.v1")
  )

  def main(arguments: Array[String]): Unit = {
    val output = new java.io.PrintStream(System.out, true, "UTF-8")
    for (line <- Source.fromInputStream(System.in, "UTF-8").getLines) {
      val Array(framing, _, endpoints, timeout, json, coordinates, cameras, topic) = line.split("\t")
      val places = if (coordinates == "-") None else Some(Client.pack(coordinates.split(",").map(_.toDouble): _*))
      val frames = (headers(framing) :+ json).map(_.getBytes(UTF_8)) ++ places
      val subscriber = if (topic == "-") None else Some(Client.subscribe(cameras, topic))
      val reply = Client.request(endpoints.split(","), frames, timeout.toInt)
      output.println(reply.fold("nobody")(_.map(Client.text).mkString("\t")))
      for (socket <- subscriber) {
        output.println(Client.publication(socket))
        socket.close()
      }
    }
    Client.context.term()
  }
}
