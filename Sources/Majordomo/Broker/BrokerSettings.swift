/// Where a broker listens and what it bears. The defaults are those of a small machine.
public struct BrokerSettings: Hashable, Sendable {
  /// Where clients ask, workers register, subscribers listen and pipelines push; nil is off.
  /// Several addresses are not needed: a port of its own for each part.
  public var requests: String? = "tcp://127.0.0.1:5555"
  public var workers: String? = "tcp://127.0.0.1:5556"
  public var cameras: String? = "tcp://127.0.0.1:5557"
  public var ingest: String? = "tcp://127.0.0.1:5558"
  /// Who may come to these ports; nil for everybody who reaches them. Worker threads of this process
  /// need no key.
  public var keys: BrokerKeys?

  /// The service that plain clients mean.
  public var service = "viewfence.v1"

  /// Messages that libzmq may hold for one peer. That of `cameras` times the size of a reply is
  /// what one stuck subscriber can hold; `ingest` is small so that a pipeline feels the pressure.
  public var requestsHighWaterMark = 1000
  public var workersHighWaterMark = 128
  public var camerasHighWaterMark = 1000
  public var ingestHighWaterMark = 100

  /// Bytes of a JSON frame, and of all packed frames of a message together. A frame of more than
  /// twice both costs the peer its connection; up to there it gets `too-large`.
  public var maximumJSON = 4 << 20
  public var maximumPacked = 16 << 20

  public var bounds = BrokerBounds()

  /// Requests that one worker thread of this process may hold at once.
  public var credit = 32

  /// After so many messages or milliseconds a turn ends and the replies are sent.
  public var turnMessages = 256
  public var turnMilliseconds = 5

  /// Milliseconds for finishing what is in flight, and for sending what is finished.
  public var drainMilliseconds = 10_000
  public var lingerMilliseconds = 1000

  public init() {}

  var maximumFrame: Int { 2 * max(maximumJSON, maximumPacked) }
}

/// What a broker's decisions depend on. Times are milliseconds.
public struct BrokerBounds: Hashable, Sendable {
  /// Requests that wait for a worker, and their bytes.
  public var queued = 10_000
  public var queuedBytes = 64 << 20
  /// Requests of one connection that have no reply yet, and their bytes.
  public var perConnection = 1000
  public var perConnectionBytes = 64 << 20
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
