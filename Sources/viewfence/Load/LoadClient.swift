import Majordomo
import Operations
import ZeroMQ

/// One client of a load: a connection to each broker, and requests that wait for their answers.
/// Made, used and dropped by one thread.
final class LoadClient {
  private struct Flight {
    let workload: Int
    /// When it was due.
    let due: Int
  }

  private let number: Int
  private let workloads: [Workload]
  private let pace: Pace
  private let window: Int
  private let start: Int
  private let connections: [Connection]
  private var state: ClientState
  private var flights: [Int: Flight] = [:]
  private var sent = 0
  private let message = Message()
  private(set) var result = LoadResult()

  /// `start` is when the time begins, for all clients the same.
  init(
    number: Int, endpoints: [String], keys: CurveClientKeys?, workloads: [Workload], pace: Pace,
    window: Int,
    timeout: Milliseconds, start: Int, context: Context
  ) throws {
    (self.number, self.workloads, self.pace) = (number, workloads, pace)
    (self.window, self.start) = (window, start)
    // Each broker is asked once: one that drops a request must not be helped.
    state = ClientState(brokers: endpoints.count, timeout: timeout)
    connections = try endpoints.map { endpoint in
      let socket = try Socket(.dealer, in: context)
      try socket.set(.sendHighWaterMark, to: 1_000_000)
      if let keys { try socket.useCurve(keys) }
      try socket.connect(endpoint)
      return Connection(socket)
    }
  }

  func add(to poller: inout Poller) {
    for connection in connections { poller.add(connection.socket) }
  }

  /// It sends no more, and nothing is to come.
  func isDone(at now: Int) -> Bool { nextDue(at: now) == nil && state.inFlight == 0 }

  /// Milliseconds until it has something to do; nil if only an answer can give it some.
  func patience(at now: Int) -> Int? {
    let due = nextDue(at: now).map { max(0, $0 - now) / 1_000_000 }
    let look = state.nextLook.map { Int(max(0, $0 - Clock.milliseconds)) }
    return [due, look].compactMap { $0 }.min()
  }

  /// When the next request is to be sent; nil if none is, or an answer has to come first.
  private func nextDue(at now: Int) -> Int? {
    if pace.rate != nil { return pace.due(sent).map { start + $0 } }
    return state.inFlight < window && pace.allows(sent, at: now - start) ? now : nil
  }

  /// Takes what has come and sends what is due.
  func turn() throws(ZeroMQError) {
    for (broker, connection) in connections.enumerated() {
      while try connection.socket.receive(into: message, wait: false) { try take(from: broker) }
    }
    state.tick(at: Clock.milliseconds)
    try act(reply: nil)
    while true {
      let now = Int(Clock.nanoseconds)
      guard let due = nextDue(at: now), due <= now else { return }
      flights[sent] = Flight(workload: sent % workloads.count, due: due)
      state.begin(sent, at: Clock.milliseconds)
      sent += 1
      try act(reply: nil)
    }
  }

  /// To be called at the end.
  func settle() {
    result.resent = state.resent
    // Whoever is asked twice may answer twice.
    result.doubled = max(0, state.strayReplies - state.resent)
  }

  private func take(from broker: Int) throws(ZeroMQError) {
    guard message.count == 3, message[0].count == 9, message[1].isEmpty else { return }
    let bits = UInt64(littleEndian: message[0].loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    guard let request = Int(exactly: bits) else { return }
    guard let flight = flights[request] else {
      state.receive(request, from: broker, isBusy: false, at: Clock.milliseconds)
      return
    }
    // A right answer needs no second look.
    let isRight = workloads[flight.workload].accepts(message[2], under: id(request))
    let outline = isRight ? nil : ReplyOutline(message[2])
    state.receive(
      request, from: broker, isBusy: outline?.isBusy ?? false, retryAfter: outline?.retryAfter,
      at: Clock.milliseconds)
    try act(reply: (isRight, outline))
  }

  /// Does what `state` says; `reply` is what was found of the reply at hand.
  private func act(reply: (isRight: Bool, outline: ReplyOutline?)?) throws(ZeroMQError) {
    let actions = state.actions
    state.actions.removeAll(keepingCapacity: true)
    for action in actions {
      switch action {
      case .send(let request, let broker): try send(request, to: broker)
      case .deliver(let request):
        guard let flight = flights.removeValue(forKey: request), let reply else { continue }
        count(reply, flight)
      case .giveUp(let request):
        flights[request] = nil
        result.lost += 1
      }
    }
  }

  private func count(_ reply: (isRight: Bool, outline: ReplyOutline?), _ flight: Flight) {
    if reply.isRight {
      result.right += 1
      result.latency.record(Int(Clock.nanoseconds) - flight.due)
    } else if let outline = reply.outline, outline.isBusy || outline.isLate {
      result.refused += 1
    } else {
      result.wrong += 1
      if result.example == nil {
        let text = String(decoding: message[2].prefix(400), as: UTF8.self)
        result.example = "\(workloads[flight.workload].name): \(text)"
      }
    }
  }

  private func send(_ request: Int, to broker: Int) throws(ZeroMQError) {
    guard let flight = flights[request] else { return }
    let workload = workloads[flight.workload]
    let hop = [0] + withUnsafeBytes(of: UInt64(request).littleEndian) { Array($0) }
    try connections[broker].sendIfRoom(
      [hop, [], workload.request(id(request))] + workload.packedFrames)
  }

  private func id(_ request: Int) -> RequestID { RequestID(client: number, number: request) }
}
