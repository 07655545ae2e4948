import CZeroMQ
import Glibc

/// The home of sockets; those of one context reach each other by `inproc://`.
///
/// Threads may share it. It ends with its last socket: every `Socket` holds it.
public final class Context: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer

  /// How much nicer the thread that moves the bytes is than the one that makes the context.
  fileprivate static let niceness: CInt = 5

  /// (`zmq_ctx_new`)
  public init() throws(ZeroMQError) {
    guard let raw = zmq_ctx_new() else { throw ZeroMQError(rawValue: zmq_errno()) }
    self.raw = raw
    Self.startThreads(of: raw)
  }

  deinit { zmq_ctx_term(raw) }

  /// Starts libzmq's threads a little nicer than the own one.
  ///
  /// Where they share a core, the first of many messages would wake the thread that moves the bytes
  /// at once, which would send that one alone. A nicer one lets the sender come to its end, yet
  /// interrupts other programs as before: it is weighed against threads of this program only.
  /// (SCHED_BATCH interrupts nobody: any busy program on the core would stall every message. On an idle
  /// core it takes a tenth from the CPU of a request to broker and workers; beside two busy programs
  /// on two cores it halves their rate, and of one request at a time less than half come through.)
  private static func startThreads(of raw: UnsafeMutableRawPointer) {
    var starter = pthread_t()
    if pthread_create(&starter, nil, startNiceThreads, raw) == 0 { pthread_join(starter, nil) }
  }
}

/// The first socket of a context starts its threads. They inherit the niceness of the thread that
/// opens it: on Linux each thread has its own.
private func startNiceThreads(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  _ = nice(Context.niceness)
  zmq_close(zmq_socket(context, ZMQ_PAIR))
  return nil
}
