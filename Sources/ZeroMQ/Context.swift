import CZeroMQ

/// The home of sockets; those of one context reach each other by `inproc://`.
///
/// Threads may share it. It ends with its last socket: every `Socket` holds it.
public final class Context: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  /// (`zmq_ctx_new`)
  public init() throws(ZeroMQError) {
    guard let raw = zmq_ctx_new() else { throw ZeroMQError(rawValue: zmq_errno()) }
    self.raw = raw
  }

  deinit { zmq_ctx_term(raw) }
}
