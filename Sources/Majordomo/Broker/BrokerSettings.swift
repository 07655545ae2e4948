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
