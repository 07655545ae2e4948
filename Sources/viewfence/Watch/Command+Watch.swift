import Operations
import ZeroMQ

extension Command {
  static let watch = Command(
    name: "watch", operands: "[TOPIC]...", summary: "print the cameras that are published",
    details: [
      """
      One publication a line: topic, epoch, sequence, reply. A TOPIC is a beginning of topics, as \
      ZeroMQ means it; without one all are shown. A gap in the sequence of a topic is a camera \
      that was missed; another epoch is a broker that began anew.
      """
    ],
    examples: ["viewfence watch cam/pitt-street-mall/", "viewfence watch --pretty --count 1"],
    flags: [
      Flag(
        name: "endpoint", value: "ENDPOINT", defaultValue: "tcp://127.0.0.1:5557",
        variable: "VIEWFENCE_CAMERAS", repeats: true, help: "where a broker publishes"),
      Flag(name: "count", value: "N", help: "end after so many publications"),
      Flag(
        name: "timeout", value: "MS",
        help: "end with exit code 3 when so long nothing was published"),
      Flag(name: "pretty", help: "lay the replies out for a reader"),
    ] + Flag.keys,
    run: { arguments throws(Failure) in try runWatch(arguments) })
}

private func runWatch(_ arguments: Arguments) throws(Failure) -> ExitCode {
  var left = arguments.has("count") ? try arguments.integer("count", in: 1...Int.max) : nil
  let timeout = arguments.has("timeout") ? try arguments.integer("timeout", in: 1...3_600_000) : nil
  let isPretty = arguments.has("pretty")
  let keys = try clientKeys(arguments)
  let signals = try terminationSignals()
  do {
    let socket = try Socket(.sub, in: Context())
    if let keys { try socket.useCurve(keys) }
    for topic in arguments.operands.isEmpty ? [""] : arguments.operands {
      try socket.subscribe(to: topic)
    }
    for endpoint in arguments.texts("endpoint") {
      do {
        try socket.connect(endpoint)
      } catch {
        throw Failure(.usage, "--endpoint \(endpoint): \(error)")
      }
    }
    var poller = Poller()
    poller.add(socket)
    let stop = poller.add(fileDescriptor: signals.fileDescriptor)
    let message = Message()
    while left != 0 {
      if try poller.wait(milliseconds: timeout) == 0, timeout != nil {
        throw Failure(.unanswered, "nothing was published")
      }
      if poller.isReadable(stop) { return .ok }
      while left != 0, try socket.receive(into: message, wait: false) {
        guard message.count == 3,
          let publication = Publication(topic: message[0], reply: message[1], count: message[2])
        else { continue }
        // Nobody reads any more: that is how a pipe to `head` ends.
        guard write(publication.line(pretty: isPretty), to: 1) else { return .ok }
        left = left.map { $0 - 1 }
      }
    }
    return .ok
  } catch {
    throw error as? Failure ?? Failure(.failed, "\(error)")
  }
}
