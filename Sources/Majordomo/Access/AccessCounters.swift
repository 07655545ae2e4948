/// Peers that a broker with keys turned away.
public struct AccessCounters: Hashable, Sendable {
  /// Their key is not known, or not for the port.
  public var refusedKeys = 0
  /// They do not speak CURVE, or mean another server.
  public var brokenHandshakes = 0

  public init() {}
}
