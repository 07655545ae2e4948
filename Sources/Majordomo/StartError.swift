/// Why a broker or worker could not begin.
public enum StartError: Error, CustomStringConvertible {
  /// An address that cannot be used; the key of the settings, the address and the reason.
  case endpoint(key: String, String, reason: String)
  case threads

  public var description: String {
    switch self {
    case .endpoint(let key, let endpoint, let reason): "\(key) \(endpoint): \(reason)"
    case .threads: "the system has no thread left"
    }
  }
}
