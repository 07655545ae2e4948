import CZeroMQ

/// The home of sockets; those of one context reach each other by `inproc://`.
///
/// Threads may share it. It ends with its last socket: every `Socket` holds it.
public final class Context: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  /// Linux's SCHED_BATCH, which Swift does not see.
  private static let schedBatch: CInt = 3

  /// (`zmq_ctx_new`, `ZMQ_THREAD_SCHED_POLICY`)
  public init() throws(ZeroMQError) {
    guard let raw = zmq_ctx_new() else { throw ZeroMQError(rawValue: zmq_errno()) }
    self.raw = raw
    // The thread that moves the bytes does not interrupt the one that has just begun to send: woken
    // by the first of many messages, on a core they share, it would send that one alone.
    zmq_ctx_set(raw, ZMQ_THREAD_SCHED_POLICY, Self.schedBatch)
  }

  deinit { zmq_ctx_term(raw) }
}
