import CZeroMQ

/// Made, used and closed by one thread.
public struct Socket: ~Copyable {
  let raw: UnsafeMutableRawPointer
  /// There was nothing to read, and nothing was done with it since. While that is so libzmq says by
  /// the file descriptor if something comes; other calls may take that in.
  let isEmpty = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
  // Outlives the socket: a context waits for its sockets when it ends.
  private let context: Context

  public enum Kind: Sendable {
    case req, dealer, router, pub, sub, xpub, push, pull, pair

    var code: CInt {
      switch self {
      case .req: ZMQ_REQ
      case .dealer: ZMQ_DEALER
      case .router: ZMQ_ROUTER
      case .pub: ZMQ_PUB
      case .sub: ZMQ_SUB
      case .xpub: ZMQ_XPUB
      case .push: ZMQ_PUSH
      case .pull: ZMQ_PULL
      case .pair: ZMQ_PAIR
      }
    }
  }

  /// (`zmq_socket`) What is still to be sent when it closes is thrown away unless `linger` is set.
  public init(_ kind: Kind, in context: Context) throws(ZeroMQError) {
    guard let raw = zmq_socket(context.raw, kind.code) else {
      throw ZeroMQError(rawValue: zmq_errno())
    }
    var linger: CInt = 0
    zmq_setsockopt(raw, ZMQ_LINGER, &linger, MemoryLayout<CInt>.size)
    (self.raw, self.context) = (raw, context)
    isEmpty.initialize(to: false)
  }

  deinit {
    zmq_close(raw)
    isEmpty.deallocate()
  }

  /// Accepts peers at `endpoint`, for example `tcp://127.0.0.1:5555`. (`zmq_bind`)
  public func bind(_ endpoint: String) throws(ZeroMQError) {
    try understandAddress(endpoint)
    isEmpty.pointee = false
    try checkEndpoint(zmq_bind(raw, endpoint))
  }

  /// Looks for the peer at `endpoint`, now and whenever the connection breaks. (`zmq_connect`)
  public func connect(_ endpoint: String) throws(ZeroMQError) {
    try understandAddress(endpoint)
    isEmpty.pointee = false
    try checkEndpoint(zmq_connect(raw, endpoint))
  }

  private func checkEndpoint(_ result: CInt) throws(ZeroMQError) {
    do { try check(result) } catch {
      throw error.rawValue == EINVAL ? .noEndpoint : error
    }
  }

  /// IPv6 only for an address of it: with the option on, libzmq writes others as IPv6 too.
  private func understandAddress(_ endpoint: String) throws(ZeroMQError) {
    guard endpoint.contains("[") else { return }
    var on: CInt = 1
    try check(zmq_setsockopt(raw, ZMQ_IPV6, &on, MemoryLayout<CInt>.size))
  }

  /// What the last `bind` or `connect` came to: port 0 and `*` are numbers here.
  /// (`ZMQ_LAST_ENDPOINT`)
  public var lastEndpoint: String {
    get throws(ZeroMQError) {
      var text = [CChar](repeating: 0, count: 1024)
      var size = text.count
      try check(zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &text, &size))
      return text.withUnsafeBytes { String(decoding: $0.prefix(max(size - 1, 0)), as: UTF8.self) }
    }
  }

  // MARK: Sending

  /// Sends one frame. (`zmq_send`)
  ///
  /// - Throws: `again` if there is no room and `wait` is false; `unreachable`.
  @inline(__always)
  public func send(
    _ bytes: UnsafeRawBufferPointer, more: Bool = false, wait: Bool = true
  ) throws(ZeroMQError) {
    let flags = (more ? ZMQ_SNDMORE : 0) | (wait ? 0 : ZMQ_DONTWAIT)
    isEmpty.pointee = false
    while zmq_send(raw, bytes.baseAddress, bytes.count, flags) == -1 {
      let error = ZeroMQError(rawValue: zmq_errno())
      guard error == .interrupted else { throw error }
    }
  }

  /// Sends one frame of `message`. It is given away, and empty afterwards, unless it is to be kept;
  /// then the bytes are shared, not copied. (`zmq_msg_send`)
  public func send(
    _ message: Message, frame index: Int, keep: Bool = false, more: Bool = false, wait: Bool = true
  ) throws(ZeroMQError) {
    let flags = (more ? ZMQ_SNDMORE : 0) | (wait ? 0 : ZMQ_DONTWAIT)
    guard keep else { return try send(message.pointer(to: index), flags: flags) }
    var copy = zmq_msg_t()
    zmq_msg_init(&copy)
    zmq_msg_copy(&copy, message.pointer(to: index))
    // Sent or not, the copy is ours to close: a sent one is empty.
    defer { zmq_msg_close(&copy) }
    try send(&copy, flags: flags)
  }

  /// Sends all frames of `message` and leaves it empty.
  public func send(_ message: Message, wait: Bool = true) throws(ZeroMQError) {
    for index in 0..<message.count {
      try send(message, frame: index, more: index + 1 < message.count, wait: wait)
    }
    message.removeAll()
  }

  /// Sends one message of these frames.
  public func send(_ frames: [[UInt8]], wait: Bool = true) throws(ZeroMQError) {
    let message = Message(capacity: max(frames.count, 1))
    for frame in frames { message.append(frame) }
    try send(message, wait: wait)
  }

  func send(
    _ frame: UnsafeMutablePointer<zmq_msg_t>, flags: CInt
  ) throws(ZeroMQError) {
    isEmpty.pointee = false
    while zmq_msg_send(frame, raw, flags) == -1 {
      let error = ZeroMQError(rawValue: zmq_errno())
      guard error == .interrupted else { throw error }
    }
  }

  // MARK: Receiving

  /// Takes the next message, all its frames. (`zmq_msg_recv`)
  ///
  /// - Returns: false if there is none and `wait` is false, or the receive timeout is over.
  @discardableResult
  public func receive(into message: Message, wait: Bool = true) throws(ZeroMQError) -> Bool {
    isEmpty.pointee = false
    let isThere = try message.receive(from: raw, flags: wait ? 0 : ZMQ_DONTWAIT)
    isEmpty.pointee = !isThere
    return isThere
  }
}
