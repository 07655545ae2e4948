import CZeroMQ

/// A key of CURVE (RFC 26): 32 bytes, written as 40 characters of Z85 (RFC 32).
public struct CurveKey: Hashable, Sendable {
  public static let byteCount = 32

  public let bytes: [UInt8]

  /// Returns nil unless there are 32 bytes.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = Array(bytes)
  }

  /// Returns nil unless `text` is 40 characters of Z85. (`zmq_z85_decode`)
  public init?(_ text: String) {
    // For C a NUL would be the end of the text.
    guard text.utf8.count == 40, !text.utf8.contains(0) else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.byteCount)
    guard zmq_z85_decode(&bytes, text) != nil else { return nil }
    self.bytes = bytes
  }

  /// The key as Z85. (`zmq_z85_encode`)
  public var text: String {
    var text = [CChar](repeating: 0, count: 41)
    zmq_z85_encode(&text, bytes, bytes.count)
    return string(text)
  }
}

/// The text that C has written into an array, up to its NUL.
func string(_ text: [CChar]) -> String {
  text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
