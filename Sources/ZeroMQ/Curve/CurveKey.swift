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

/// A public key and the secret behind it.
public struct CurveKeyPair: Hashable, Sendable {
  public let publicKey, secretKey: CurveKey

  /// Whether this libzmq knows CURVE; without it nothing below works. (`zmq_has`)
  public static var isSupported: Bool { zmq_has("curve") == 1 }

  /// A new pair. (`zmq_curve_keypair`)
  public init() throws(ZeroMQError) {
    var texts = ([CChar](repeating: 0, count: 41), [CChar](repeating: 0, count: 41))
    try check(zmq_curve_keypair(&texts.0, &texts.1))
    guard let publicKey = CurveKey(string(texts.0)), let secretKey = CurveKey(string(texts.1))
    else { preconditionFailure("libzmq makes keys that it cannot read") }
    (self.publicKey, self.secretKey) = (publicKey, secretKey)
  }

  /// The pair that a secret key belongs to. (`zmq_curve_public`)
  public init(secretKey: CurveKey) throws(ZeroMQError) {
    var text = [CChar](repeating: 0, count: 41)
    try check(zmq_curve_public(&text, secretKey.text))
    guard let publicKey = CurveKey(string(text)) else {
      preconditionFailure("libzmq makes keys that it cannot read")
    }
    (self.publicKey, self.secretKey) = (publicKey, secretKey)
  }
}

extension CurveKeyPair: CustomStringConvertible {
  /// The public key alone: a secret has no place in a log.
  public var description: String { publicKey.text }
}

private func string(_ text: [CChar]) -> String {
  text.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
