import CZeroMQ

/// All frames of one message, in libzmq's memory. Made once and used again for the next message.
///
/// The frames stay at one address, as libzmq wants; an answer to `message[i]` is good until the
/// message is changed, received into or sent.
public final class Message {
  /// The most frames that are kept. libzmq bounds the size of a frame but not their number, so
  /// what a peer sends beyond is read and thrown away.
  public let capacity: Int
  public var count: Int { kept }
  /// How many frames of the last message were thrown away.
  public var excess: Int { thrownAway }

  private var kept = 0
  private var thrownAway = 0
  private let frames: UnsafeMutablePointer<zmq_msg_t>

  public init(capacity: Int = 17) {
    precondition(capacity > 0)
    self.capacity = capacity
    frames = .allocate(capacity: capacity)
  }

  deinit {
    removeAll()
    frames.deallocate()
  }

  /// The bytes of one frame.
  public subscript(index: Int) -> UnsafeRawBufferPointer {
    let frame = pointer(to: index)
    return UnsafeRawBufferPointer(start: zmq_msg_data(frame), count: zmq_msg_size(frame))
  }

  /// Who sent a frame, as the handler of access called the peer; nil if nobody was asked. A peer can
  /// give itself a name where no handler is asked. (`zmq_msg_gets`)
  public func user(ofFrame index: Int) -> String? {
    zmq_msg_gets(pointer(to: index), "User-Id").map { String(cString: $0) }
  }

  /// The bytes of all frames together.
  public var byteCount: Int {
    var sum = 0
    for index in 0..<count { sum += zmq_msg_size(frames + index) }
    return sum
  }

  public func removeAll() {
    for index in 0..<count { zmq_msg_close(frames + index) }
    kept = 0
    thrownAway = 0
  }

  public func removeLast(_ number: Int) {
    precondition(number >= 0 && number <= count, "no such frames")
    for index in count - number..<count { zmq_msg_close(frames + index) }
    kept -= number
  }

  /// Adds a frame that holds a copy of `bytes`.
  public func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(count < capacity, "the message is full")
    // Only memory can run out here, and then nothing can go on.
    precondition(zmq_msg_init_size(frames + count, bytes.count) == 0, "out of memory")
    if let start = bytes.baseAddress, bytes.count > 0 {
      zmq_msg_data(frames + count)?.copyMemory(from: start, byteCount: bytes.count)
    }
    kept += 1
  }

  public func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

  public func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Adds a frame that shares the bytes of another message's; nothing is copied but short frames.
  public func append(sharing other: Message, _ index: Int) {
    precondition(count < capacity, "the message is full")
    zmq_msg_init(frames + count)
    zmq_msg_copy(frames + count, other.pointer(to: index))
    kept += 1
  }

  func pointer(to index: Int) -> UnsafeMutablePointer<zmq_msg_t> {
    precondition(index >= 0 && index < count, "no such frame")
    return frames + index
  }

  /// Takes all frames of the next message.
  ///
  /// - Returns: false if there is none and `flags` say not to wait.
  func receive(from socket: UnsafeMutableRawPointer, flags: CInt) throws(ZeroMQError) -> Bool {
    removeAll()
    var flags = flags
    while true {
      guard count < capacity else {
        try throwAwayRest(from: socket)
        return true
      }
      let frame = frames + count
      zmq_msg_init(frame)
      guard zmq_msg_recv(frame, socket, flags) != -1 else {
        let error = ZeroMQError(rawValue: zmq_errno())
        zmq_msg_close(frame)
        // A signal cuts nothing: whoever waits for one polls for it.
        if error == .interrupted { continue }
        if error == .again { return false }
        throw error
      }
      kept += 1
      guard zmq_msg_more(frame) != 0 else { return true }
      flags = 0
    }
  }

  private func throwAwayRest(from socket: UnsafeMutableRawPointer) throws(ZeroMQError) {
    var frame = zmq_msg_t()
    zmq_msg_init(&frame)
    defer { zmq_msg_close(&frame) }
    repeat {
      while zmq_msg_recv(&frame, socket, 0) == -1 {
        let error = ZeroMQError(rawValue: zmq_errno())
        guard error == .interrupted else { throw error }
      }
      thrownAway += 1
    } while zmq_msg_more(&frame) != 0
  }
}
