import Majordomo
import Operations
import ZeroMQ

/// Sends requests to one of several brokers and hands out the replies in the order of the requests.
///
/// A message is a hop, a delimiter and the request: brokers repeat the first two in front of the
/// reply, and the hop says which request it answers, also where its `id` could not be read.
final class CallSession {
  /// So many requests wait for their turn to be handed out at most.
  static let window = 64

  private let connections: [Connection]
  private let packedFrames: [[UInt8]]
  private let deliver: ([UInt8]?) -> Void
  private var state: ClientState
  private let message = Message()

  private var requests: [Int: [UInt8]] = [:]
  /// What the last busy broker said of them; the answer if no other broker has one.
  private var refusals: [Int: [UInt8]] = [:]
  /// Those that came before their turn; nil where nobody answered.
  private var answers: [Int: [UInt8]?] = [:]
  private var sent = 0
  private var delivered = 0

  /// `keys` are for brokers that have some. `packedFrames` follow each request; `deliver` gets each
  /// reply, or nil if nobody answered.
  init(
    endpoints: [String], keys: CurveClientKeys?, timeout: Milliseconds, packedFrames: [[UInt8]],
    deliver: @escaping ([UInt8]?) -> Void
  ) throws(Failure) {
    (self.packedFrames, self.deliver) = (packedFrames, deliver)
    state = ClientState(brokers: endpoints.count, timeout: timeout)
    do {
      let context = try Context()
      connections = try endpoints.map { endpoint in
        let socket = try Socket(.dealer, in: context)
        do {
          if let keys { try socket.useCurve(keys) }
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
    while sent - delivered >= Self.window { try turn(&poller) }
    requests[sent] = request
    state.begin(sent, at: Clock.milliseconds)
    sent += 1
    try act(reply: nil)
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
    while delivered < sent { try turn(&poller) }
  }

  private func poller() -> Poller {
    var poller = Poller()
    for connection in connections { poller.add(connection.socket) }
    return poller
  }

  private func turn(_ poller: inout Poller) throws(ZeroMQError) {
    try poller.wait(milliseconds: state.nextLook.map { Int(max(0, $0 - Clock.milliseconds)) })
    for (index, connection) in connections.enumerated() where poller.isReadable(index) {
      while try connection.socket.receive(into: message, wait: false) { try take(from: index) }
    }
    state.tick(at: Clock.milliseconds)
    try act(reply: nil)
  }

  private func take(from broker: Int) throws(ZeroMQError) {
    guard message.count == 3, message[0].count == 9, message[1].isEmpty else { return }
    let bits = UInt64(littleEndian: message[0].loadUnaligned(fromByteOffset: 1, as: UInt64.self))
    guard let request = Int(exactly: bits) else { return }
    let outline = ReplyOutline(message[2])
    if outline.isBusy, requests[request] != nil { refusals[request] = Array(message[2]) }
    state.receive(
      request, from: broker, isBusy: outline.isBusy, retryAfter: outline.retryAfter,
      at: Clock.milliseconds)
    try act(reply: Array(message[2]))
  }

  /// Does what `state` says; `reply` is the one that it was told of.
  private func act(reply: [UInt8]?) throws(ZeroMQError) {
    let actions = state.actions
    state.actions.removeAll()
    for action in actions {
      switch action {
      case .send(let request, let broker):
        try connections[broker].sendIfRoom(
          [hop(to: request), [], requests[request] ?? []] + packedFrames)
      case .deliver(let request): finish(request, with: reply)
      case .giveUp(let request): finish(request, with: refusals[request])
      }
    }
  }

  private func finish(_ request: Int, with answer: [UInt8]?) {
    requests[request] = nil
    refusals[request] = nil
    answers[request] = .some(answer)
    while let next = answers.removeValue(forKey: delivered) {
      delivered += 1
      deliver(next)
    }
  }

  /// A frame that begins with a zero byte is a hop to brokers.
  private func hop(to request: Int) -> [UInt8] {
    [0] + withUnsafeBytes(of: UInt64(request).littleEndian) { Array($0) }
  }
}
