import WireFormat

/// Why a broker answers a request that was well-formed itself.
enum Refusal: Hashable, Sendable {
  case idConflict, clientLimit, unread, overloaded, longWait, draining, noWorker
  case deadlineExceeded, workerFailed, poisonRequest

  var kind: Problem.Kind {
    switch self {
    case .idConflict: .idConflict
    case .clientLimit, .unread: .clientLimit
    case .overloaded, .longWait: .overloaded
    case .draining: .draining
    case .noWorker: .noWorker
    case .deadlineExceeded: .deadlineExceeded
    case .workerFailed: .workerFailed
    case .poisonRequest: .poisonRequest
    }
  }

  /// A sentence for the one who asked.
  var detail: String {
    switch self {
    case .idConflict: "this connection sent another request under the same id; choose a new one"
    case .clientLimit: "wait for replies before sending more"
    case .unread: "read the replies that wait before sending more"
    case .overloaded: "more requests wait than may; ask again later or ask another broker"
    case .longWait:
      """
      the queue would take longer than this request may wait; ask again later or ask another broker
      """
    case .draining: "ask another broker, or this one when it is back"
    case .noWorker: "nobody computes for this service at the moment"
    case .deadlineExceeded: "no answer was computed within deadline_ms"
    case .workerFailed: "the worker had no answer to it"
    case .poisonRequest: "every worker that tried to compute it was lost"
    }
  }
}
