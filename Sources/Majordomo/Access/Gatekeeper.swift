import Operations
import ZeroMQ

/// Lets peers in by their keys: answers libzmq's questions (ZAP, RFC 27) on the broker's own thread,
/// so that at no time a port is open and nobody asks.
final class Gatekeeper {
  private static let endpoint = "inproc://zeromq.zap.01"
  /// Questions a turn; a flood of them makes no request wait.
  private static let turn = 64

  private let keys: BrokerKeys
  private let context: Context
  private let log: Log
  private let questions: Socket
  private let question = Message(capacity: 16)
  private var doors: [(port: String, monitor: HandshakeMonitor)] = []
  private(set) var counters = AccessCounters()
  private var pace = LogPace()

  /// To be made before the first port is bound.
  init(_ keys: BrokerKeys, in context: Context, log: Log) throws(ZeroMQError) {
    (self.keys, self.context, self.log) = (keys, context, log)
    questions = try Socket(.router, in: context)
    try questions.bind(Self.endpoint)
  }

  /// Closes a port, which is to be bound next, to all who have no key for it.
  func guardPort(_ port: String, _ socket: borrowing Socket) throws(ZeroMQError) {
    try socket.acceptCurve(as: keys.own, domain: port)
    doors.append((port, try HandshakeMonitor(socket, in: context)))
  }

  /// - Returns: the number of its first socket in `poller`, in which they are the last.
  func add(to poller: inout Poller) -> Int {
    let first = poller.add(questions)
    for door in doors { door.monitor.add(to: &poller) }
    return first
  }

  /// Answers what waits, from the socket that has the number `first` in `poller`.
  func take(_ poller: Poller, from first: Int, at now: Milliseconds) throws(ZeroMQError) {
    if poller.isReadable(first) { try answerQuestions(at: now) }
    for (index, door) in doors.enumerated() where poller.isReadable(first + 1 + index) {
      counters.brokenHandshakes += try door.monitor.take(most: Self.turn)
      guard let unlogged = pace.unlogged(at: now) else { continue }
      log.write(
        .notice, "handshake.broken",
        [
          "port": door.port, "reason": "not CURVE, or for the key of another server",
          "unlogged": "\(unlogged)",
        ])
    }
  }

  private func answerQuestions(at now: Milliseconds) throws(ZeroMQError) {
    for _ in 0..<Self.turn {
      guard try questions.receive(into: question, wait: false) else { return }
      guard let request = AccessRequest(question) else { continue }
      let roles = request.roles(by: keys)
      if roles == nil { refuse(request, at: now) }
      AccessRequest.answer(roles, in: question)
      // A peer that is gone needs no answer.
      try questions.send(question, wait: false)
    }
  }

  private func refuse(_ request: AccessRequest, at now: Milliseconds) {
    counters.refusedKeys += 1
    guard let unlogged = pace.unlogged(at: now) else { return }
    let roles = request.key.map(keys.roles) ?? []
    log.write(
      .notice, "key.refused",
      [
        "port": request.port, "address": request.address, "key": request.key?.text ?? "none",
        "roles": roles.isEmpty ? "none" : AccessRequest.user(roles), "unlogged": "\(unlogged)",
      ])
  }
}
