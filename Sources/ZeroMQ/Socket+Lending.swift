import CZeroMQ

extension Socket {
  /// Sends one frame of `message` if there is room, and keeps it. The bytes are shared, and count in
  /// `account` until libzmq has no need of them. (`zmq_msg_init_data`)
  ///
  /// It takes a few allocations: for what is large.
  public func lend(
    _ message: Message, frame index: Int, on account: ByteAccount, more: Bool
  ) throws(ZeroMQError) {
    var frame = zmq_msg_t()
    Loan(of: message.pointer(to: index), on: account).begin(as: &frame)
    // Sent or not, it is ours to close: a sent one is empty.
    defer { zmq_msg_close(&frame) }
    try send(&frame, flags: (more ? ZMQ_SNDMORE : 0) | ZMQ_DONTWAIT)
  }
}

/// A frame that libzmq shares until it gives it back, from any thread.
private final class Loan {
  private let frame = UnsafeMutablePointer<zmq_msg_t>.allocate(capacity: 1)
  private let account: ByteAccount
  private var count: Int { zmq_msg_size(frame) }

  init(of original: UnsafeMutablePointer<zmq_msg_t>, on account: ByteAccount) {
    self.account = account
    zmq_msg_init(frame)
    zmq_msg_copy(frame, original)
    account.take(count)
  }

  /// Makes `message` one with the same bytes, whose end is the end of the loan.
  func begin(as message: UnsafeMutablePointer<zmq_msg_t>) {
    let end: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
      if let loan = $1 { Unmanaged<Loan>.fromOpaque(loan).release() }
    }
    let loan = Unmanaged.passRetained(self).toOpaque()
    let result = zmq_msg_init_data(message, zmq_msg_data(frame), count, end, loan)
    // Only memory can run out here, and then nothing can go on.
    precondition(result == 0, "out of memory")
  }

  deinit {
    let bytes = count
    // Before anybody hears of the room that this makes.
    zmq_msg_close(frame)
    frame.deallocate()
    account.giveBack(bytes)
  }
}
