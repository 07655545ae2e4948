import Glibc
import Operations
import ZeroMQ

extension Command {
  static let call = Command(
    name: "call", operands: "[FILE]...", summary: "send requests and print the replies",
    details: [
      """
      Each FILE holds one request; without one, or for -, each line of standard input is one. The \
      replies come out one a line, in the order of the requests.
      """
    ],
    examples: [
      "viewfence call config/examples/info.json",
      "viewfence call --endpoint tcp://a:5555 --endpoint tcp://b:5555 < requests.ndjson",
    ],
    flags: [
      Flag(
        name: "endpoint", value: "ENDPOINT", defaultValue: "tcp://127.0.0.1:5555",
        variable: "VIEWFENCE_REQUESTS", repeats: true,
        help: "where a broker takes requests; the next one is asked when one is silent or busy"),
      Flag(
        name: "timeout", value: "MS", defaultValue: "5000",
        help: "how long one endpoint may take for a request"),
      Flag(
        name: "packed", value: "FILE", repeats: true,
        help: "a frame of packed coordinates that follows each request", offer: .file),
      Flag(name: "pretty", help: "lay the replies out for a reader"),
    ] + Flag.keys,
    offer: .file,
    run: { arguments throws(Failure) in try runCall(arguments) })
}

private func runCall(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let timeout = try arguments.integer("timeout", in: 1...3_600_000)
  let isPretty = arguments.has("pretty")
  var packed: [[UInt8]] = []
  for path in arguments.texts("packed") { packed.append(try contents(of: path)) }
  var (failed, unanswered) = (0, 0)

  let keys = try clientKeys(arguments)
  let session = try CallSession(
    endpoints: arguments.texts("endpoint"), keys: keys,
    timeout: Int64(timeout), packedFrames: packed
  ) { reply in
    guard let reply else {
      unanswered += 1
      return
    }
    if !reply.withUnsafeBytes({ ReplyOutline($0).isOK }) { failed += 1 }
    write((isPretty ? PrettyJSON.format(reply) : oneLine(reply)) + "\n", to: 1)
  }
  do {
    for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
      if path == "-" {
        var lines = LineReader(STDIN_FILENO)
        while !lines.isAtEnd {
          // Replies are handed out meanwhile.
          try session.wait(forInput: STDIN_FILENO)
          for line in lines.next() { try session.send(line) }
        }
      } else {
        try session.send(try contents(of: path))
      }
    }
    try session.finish()
  } catch {
    throw error as? Failure ?? Failure(.failed, "\(error)")
  }
  if unanswered > 0 {
    throw Failure(
      .unanswered,
      "nobody answered \(unanswered) request\(unanswered == 1 ? "" : "s") within \(timeout) ms"
        + (keys == nil ? "" : "; nor are keys answered that the broker does not know"))
  }
  return failed > 0 ? .failed : .ok
}

/// The bytes of a file that the user named.
func contents(of path: String) throws(Failure) -> [UInt8] {
  do {
    return try readFile(path)
  } catch {
    throw Failure(.usage, "\(error)")
  }
}
