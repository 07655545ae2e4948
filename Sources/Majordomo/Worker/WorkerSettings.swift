import ZeroMQ

/// Which brokers a worker works for, and how.
public struct WorkerSettings: Hashable, Sendable {
  /// One session with each; the credit is split among them.
  public var brokers = ["tcp://127.0.0.1:5556"]
  public var service = "viewfence.v1"
  /// For brokers that let in only known keys; nil for others. All of them have the same key.
  public var keys: CurveClientKeys?
  public var version = 2
  /// Requests that one thread may hold at once. With 1 it is not named at all, as a broker that
  /// knows the protocol only may want it.
  public var credit = 32
  public var heartbeatMilliseconds = 1000
  public var expiryMilliseconds = 3000
  /// For computing what it has when it ends.
  public var drainMilliseconds = 10_000
  /// For sending what is finished when it ends.
  public var lingerMilliseconds = 1000
  /// Bytes of one frame, beyond which the broker is cut off.
  public var maximumFrame = 32 << 20

  public init() {}
}
