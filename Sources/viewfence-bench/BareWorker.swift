import JSON
import ViewportService
import ZeroMQ

/// viewfence's own computing as a worker behind a bare zmq_proxy: what broker and workers cost
/// beyond that is the price of losing nothing.
struct BareWorker {
  static let command = "bare-worker"
  let proxy: String

  /// Answers until it is killed.
  func run() throws(BenchError) {
    do throws(ZeroMQError) { try serve() } catch { throw BenchError("\(proxy): \(error)") }
  }

  private func serve() throws(ZeroMQError) {
    let socket = try Socket(.dealer, in: Context())
    try socket.connect(proxy)
    write("ready\n", to: 1)
    let service = ViewportService()
    var writer = JSONWriter()
    let requests = (0..<64).map { _ in Message() }
    let replies = (0..<64).map { _ in Message() }
    while true {
      // As viewfence's workers: all that waits is taken, then all replies go out together.
      var count = 0
      while count < requests.count, try socket.receive(into: requests[count], wait: count == 0) {
        let (request, reply) = (requests[count], replies[count])
        let body = request.count - 1
        writer.removeAll()
        service.answer([request[body]], into: &writer)
        for frame in 0..<body { reply.append(sharing: request, frame) }
        reply.append(writer.written)
        count += 1
      }
      for reply in replies[..<count] { try socket.send(reply) }
    }
  }
}
