/// What a broker's decisions depend on. Times are milliseconds.
public struct BrokerBounds: Hashable, Sendable {
  /// Requests that wait for a worker, and their bytes.
  public var queued = 10_000
  public var queuedBytes = 64 << 20
  /// Requests of one connection that have no reply yet, and their bytes.
  public var perConnection = 1000
  public var perConnectionBytes = 64 << 20
  /// Bytes of large replies that libzmq may hold for one connection, and for all of them before each
  /// has but one reply there. What is more waits where it is counted; who reads has the next ones
  /// before it has read these.
  public var sending = 16 << 20
  public var sendingOfAll = 64 << 20
  /// Replies that are kept for requests that come again, their bytes and their time.
  public var kept = 10_000
  public var keptBytes = 64 << 20
  public var keptMilliseconds: Milliseconds = 60_000
  /// Topics whose sequence is counted, the bytes of their last values, the longest value that is
  /// kept, how many of them a new subscriber of a prefix gets, and how often one is sent again.
  public var topics = 10_000
  public var lastValueBytes = 64 << 20
  public var longestLastValue = 64 << 10
  public var lastValuesForPrefix = 100
  public var lastValueMilliseconds: Milliseconds = 100

  /// Counted from acceptance, for requests that name none.
  public var deadline: Milliseconds = 5000
  public var heartbeat: Milliseconds = 1000
  /// How often a worker that computes gets a heartbeat on top: libzmq tells who is gone only to
  /// those who send something.
  public var probe: Milliseconds = 100
  /// Silence after which a worker is given up: one that named its credit, and any other.
  public var expiry: Milliseconds = 3000
  public var foreignExpiry: Milliseconds = 7500
  /// How long a worker may compute one request of `viewfence.*`.
  public var dispatchTimeout: Milliseconds = 1000
  /// Workers that one request may cost.
  public var attempts = 3
  /// How long requests wait for a first worker.
  public var grace: Milliseconds = 1000
  /// The most requests that a worker may hold at once, whatever it names.
  public var credit = 64
  /// Services that workers may register.
  public var services = 1000

  public init() {}
}
