import CZeroMQ

/// An error of libzmq: its number (`zmq_errno`) and its text (`zmq_strerror`).
public struct ZeroMQError: Error, RawRepresentable, Hashable, Sendable {
  public let rawValue: CInt

  public init(rawValue: CInt) { self.rawValue = rawValue }

  /// Nothing to read, or no room to write.
  public static let again = ZeroMQError(rawValue: EAGAIN)
  /// A signal came in between.
  public static let interrupted = ZeroMQError(rawValue: EINTR)
  /// A ROUTER knows no peer of that routing id.
  public static let unreachable = ZeroMQError(rawValue: EHOSTUNREACH)
  /// Another socket has the address.
  public static let addressInUse = ZeroMQError(rawValue: EADDRINUSE)
  /// What was to be bound or connected is no endpoint: EINVAL to libzmq, which would tell nobody
  /// what is missing. No error has the number 0.
  public static let noEndpoint = ZeroMQError(rawValue: 0)
}

extension ZeroMQError: CustomStringConvertible {
  public var description: String {
    guard self != .noEndpoint else { return "expected an endpoint such as tcp://127.0.0.1:5555" }
    return String(cString: zmq_strerror(rawValue))
  }
}

/// Returns `result`, or throws the libzmq error behind a -1.
@discardableResult
@inline(__always)
func check(_ result: CInt) throws(ZeroMQError) -> CInt {
  guard result != -1 else { throw ZeroMQError(rawValue: zmq_errno()) }
  return result
}
