import Operations
import ZeroMQ

/// Sends requests to one of several endpoints and hands out the replies in order.
///
/// A message is a hop, a delimiter and the request: brokers repeat the first two in front of the
/// reply, and the hop says which request it answers, also where its `id` could not be read.
final class CallSession {
  private final class Connection {
    let socket: Socket
    init(_ socket: consuming Socket) { self.socket = socket }
  }

  /// So many requests are under way at once.
  static let window = 64

  private let connections: [Connection]
  private let packedFrames: [[UInt8]]
  private let deliver: ([UInt8]?) -> Void
  private var state: CallState
  /// The requests that were not delivered yet; the first has the number `delivered`.
  private var requests: [[UInt8]] = []
  private var delivered = 0
  private let message = Message()

  /// `packedFrames` follow each request; `deliver` gets each reply, or nil if nobody answered.
  init(
    endpoints: [String], timeout: Duration, packedFrames: [[UInt8]],
    deliver: @escaping ([UInt8]?) -> Void
  ) throws(Failure) {
    (self.packedFrames, self.deliver) = (packedFrames, deliver)
    state = CallState(endpoints: endpoints.count, timeout: timeout)
    do {
      let context = try Context()
      connections = try endpoints.map { endpoint in
        let socket = try Socket(.dealer, in: context)
        do {
          try socket.connect(endpoint)
        } catch {
          throw Failure(.usage, "--endpoint \(endpoint): \(error)")
        }
        return Connection(socket)
      }
    } catch {
      throw error as? Failure ?? Failure(.failed, "\(error)")
    }
  }

  /// Sends a request once there is room for one more.
  func send(_ request: [UInt8]) throws(ZeroMQError) {
    var poller = poller()
    while state.pending >= Self.window { try turn(&poller) }
    requests.append(request)
    try act([state.add(at: .now)])
  }

  /// Hands out replies until something can be read from `input`.
  func wait(forInput input: CInt) throws(ZeroMQError) {
    var poller = poller()
    let index = poller.add(fileDescriptor: input)
    repeat { try turn(&poller) } while !poller.isReadable(index)
  }

  /// Hands out all that is still to come.
  func finish() throws(ZeroMQError) {
    var poller = poller()
    while state.pending > 0 { try turn(&poller) }
  }

  private func poller() -> Poller {
    var poller = Poller()
    for connection in connections { poller.add(connection.socket) }
    return poller
  }

  private func turn(_ poller: inout Poller) throws(ZeroMQError) {
    try poller.wait(milliseconds: state.nextDue.map(millisecondsLeft))
    for (index, connection) in connections.enumerated() where poller.isReadable(index) {
      while try connection.socket.receive(into: message, wait: false) { try take(from: index) }
    }
    try act(state.expire(at: .now))
  }

  private func take(from endpoint: Int) throws(ZeroMQError) {
    guard message.count == 3, message[0].count == 9, message[1].isEmpty else { return }
    let bits = UInt64(littleEndian: message[0].loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    guard let request = Int(exactly: bits) else { return }
    let busy = ReplyOutline(message[2]).isBusy
    try act(
      state.receive(Array(message[2]), busy: busy, for: request, from: endpoint, at: .now))
  }

  private func act(_ actions: [CallState.Action]) throws(ZeroMQError) {
    for action in actions {
      switch action {
      case .send(let request, let endpoint):
        try connections[endpoint].socket.send(
          [hop(to: request), [], requests[request - delivered]] + packedFrames)
      case .deliver(let reply):
        requests.removeFirst()
        delivered += 1
        deliver(reply)
      }
    }
  }

  /// A frame that begins with a zero byte is a hop to brokers.
  private func hop(to request: Int) -> [UInt8] {
    [0] + withUnsafeBytes(of: UInt64(request).littleEndian) { Array($0) }
  }

  private func millisecondsLeft(until due: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = (due - .now).components
    return max(0, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1)
  }
}
