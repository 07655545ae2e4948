/// What a client measured in one round.
struct Measure {
  /// Requests a second.
  let rate: Double
  /// Microseconds.
  let p50, p99, serverCPU, clientCPU: Double
  let requestBytes: Int
  /// The share of the server's CPU time that its worker threads had.
  var workerShare = 0.0
  /// Latitude, longitude and zoom in the first reply; empty if that had none.
  let camera: [Double]

  /// Reads the two lines of a client: the first reply, and what was measured.
  init?(reply: String, line: String) {
    let line = ReadyLine(line)
    guard let rate = line.number("rate"), let p50 = line.number("p50_us"),
      let p99 = line.number("p99_us"), let server = line.number("cpu_us"),
      let client = line.number("client_us"), let bytes = line.number("bytes")
    else { return nil }
    (self.rate, self.p50, self.p99) = (rate, p50, p99)
    (serverCPU, clientCPU, requestBytes) = (server, client, Int(bytes))
    camera = ["latitude", "longitude", "zoom"].compactMap { name in
      let member = "\"\(name)\":"
      return reply.indices.first { reply[$0...].hasPrefix(member) }.flatMap { start in
        Double(
          reply[start...].dropFirst(member.count).drop { $0 == " " }.prefix { !",}".contains($0) })
      }
    }
  }
}
