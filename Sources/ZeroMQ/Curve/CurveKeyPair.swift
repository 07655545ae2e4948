import CZeroMQ

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
