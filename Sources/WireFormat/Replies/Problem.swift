/// Why a request was not answered with a result, after RFC 9457.
public struct Problem: Error, Hashable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case badSchema = "bad-schema"
    case badCoordinates = "bad-coordinates"
    case badFrames = "bad-frames"
    case tooLarge = "too-large"
    case unknownOp = "unknown-op"
    case unknownFence = "unknown-fence"
    case unknownService = "unknown-service"
    case noRoom = "no-room"
    case infeasible
    case unsupportedFence = "unsupported-fence"
    case idConflict = "id-conflict"
    case clientLimit = "client-limit"
    case overloaded
    case draining
    case noWorker = "no-worker"
    case deadlineExceeded = "deadline-exceeded"
    case workerFailed = "worker-failed"
    case poisonRequest = "poison-request"
    case unauthorized
  }

  public var kind: Kind
  /// A sentence for the one who asked.
  public var detail: String
  /// A JSON Pointer (RFC 6901) to the member of the request that is to blame.
  public var pointer: String?
  /// When it is worth asking again.
  public var retryAfterMilliseconds: Int?

  public init(
    _ kind: Kind, _ detail: String, at pointer: String? = nil, retryAfterMilliseconds: Int? = nil
  ) {
    (self.kind, self.detail, self.pointer) = (kind, detail, pointer)
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }
}

extension Problem.Kind {
  /// The identifier on the wire.
  public var type: String { "urn:viewfence:problem:" + rawValue }

  /// The HTTP status code (RFC 9110) that says the same.
  public var status: Int {
    switch self {
    case .badJSON, .badSchema, .badCoordinates, .badFrames: 400
    case .unauthorized: 403
    case .unknownOp, .unknownFence, .unknownService: 404
    case .idConflict: 409
    case .tooLarge: 413
    case .noRoom, .infeasible, .unsupportedFence: 422
    case .clientLimit: 429
    case .workerFailed, .poisonRequest: 500
    case .overloaded, .draining, .noWorker: 503
    case .deadlineExceeded: 504
    }
  }

  public var title: StaticString {
    switch self {
    case .badJSON: "The request is not strict JSON"
    case .badSchema: "A member is missing, unknown or of the wrong kind"
    case .badCoordinates: "A coordinate is not on the Earth"
    case .badFrames: "The frames of the message do not belong together"
    case .tooLarge: "The message is too large"
    case .unknownOp: "There is no such operation"
    case .unknownFence: "There is no such fence"
    case .unknownService: "There is no such service"
    case .noRoom: "The insets leave no room"
    case .infeasible: "No camera can satisfy the request"
    case .unsupportedFence: "The mode needs another shape of fence"
    case .idConflict: "The id is taken by another request"
    case .clientLimit: "The connection has too many requests in flight"
    case .overloaded: "The queue is full"
    case .draining: "The service is stopping"
    case .noWorker: "No worker is there"
    case .deadlineExceeded: "The deadline has passed"
    case .workerFailed: "The worker has no answer"
    case .poisonRequest: "The request has cost several workers their lives"
    case .unauthorized: "This is not allowed here"
    }
  }
}
