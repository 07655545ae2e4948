/// What the owner of a key may do.
public enum Role: String, CaseIterable, Sendable {
  /// Ask, at `requests`.
  case client
  /// Register and work, at `workers` and at `requests`.
  case worker
  /// Listen, at `cameras`.
  case subscriber
  /// Push requests in, at `ingest`.
  case ingest

  /// The keys of the settings of the ports that are open to it.
  var ports: [String] {
    switch self {
    case .client: ["requests"]
    case .worker: ["workers", "requests"]
    case .subscriber: ["cameras"]
    case .ingest: ["ingest"]
    }
  }
}
