import CZeroMQ

/// To be told before the next `bind` or `connect`.
extension Socket {
  /// Takes only peers that prove a key which the context's handler of access lets in, where it is
  /// told `domain`. It has to be bound by then: without one any key would do. (`ZMQ_CURVE_SERVER`)
  public func acceptCurve(as pair: CurveKeyPair, domain: String) throws(ZeroMQError) {
    var on: CInt = 1
    try check(zmq_setsockopt(raw, ZMQ_CURVE_SERVER, &on, MemoryLayout<CInt>.size))
    try set(ZMQ_CURVE_SECRETKEY, to: pair.secretKey)
    try check(zmq_setsockopt(raw, ZMQ_ZAP_DOMAIN, domain, domain.utf8.count))
  }

  /// Speaks only to who has the server's key. (`ZMQ_CURVE_SERVERKEY`)
  public func useCurve(_ keys: CurveClientKeys) throws(ZeroMQError) {
    try set(ZMQ_CURVE_SERVERKEY, to: keys.server)
    try set(ZMQ_CURVE_PUBLICKEY, to: keys.own.publicKey)
    try set(ZMQ_CURVE_SECRETKEY, to: keys.own.secretKey)
  }

  private func set(_ option: CInt, to key: CurveKey) throws(ZeroMQError) {
    try check(zmq_setsockopt(raw, option, key.bytes, key.bytes.count))
  }
}
