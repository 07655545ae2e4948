/// A connection, as a ROUTER names it: which socket, and the routing id there.
///
/// It says where to send. It is no identity: libzmq's own ids can be guessed and come again.
struct Peer: Hashable, Sendable {
  enum Port: UInt8, Sendable {
    /// For clients.
    case requests
    /// For workers from elsewhere.
    case workers
    /// For this process's own workers.
    case threads
  }

  let port: Port
  private let length: UInt8
  // libzmq's own ids have 5 bytes, those of people seldom more than 16.
  private let low, high: UInt64
  private let long: [UInt8]?

  init(_ port: Port, _ id: UnsafeRawBufferPointer) {
    self.port = port
    length = UInt8(truncatingIfNeeded: id.count)
    guard id.count <= 16 else {
      (low, high, long) = (0, 0, Array(id))
      return
    }
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: id) }
    (low, high, long) = (words.0, words.1, nil)
  }

  init(_ port: Port, _ id: [UInt8]) {
    self = id.withUnsafeBytes { Peer(port, $0) }
  }

  /// What tells most of them apart is in the first bytes; equality looks at all.
  func hash(into hasher: inout Hasher) {
    hasher.combine(low ^ UInt64(port.rawValue) << 56 ^ UInt64(length) << 48)
    if length > 8 { hasher.combine(high) }
    if let long { hasher.combine(long) }
  }

  func withRoutingID<Result, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let long { return try long.span.bytes.withUnsafeBytes(body) }
    return try withUnsafeBytes(of: (low, high)) { words throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: words.prefix(Int(length))))
    }
  }
}

extension Peer: CustomStringConvertible {
  /// The routing id in hexadecimal.
  var description: String {
    withRoutingID { id in
      id.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }
}
