import ZeroMQ

/// The broker's own key pair, and the public keys of all who may come.
public struct BrokerKeys: Hashable, Sendable {
  public let own: CurveKeyPair
  private var roles: [CurveKey: Set<Role>] = [:]

  public init(own: CurveKeyPair) { self.own = own }

  /// Keys that may come.
  public var count: Int { roles.count }

  /// The owner of `key` has this role, too.
  public mutating func add(_ key: CurveKey, _ role: Role) { roles[key, default: []].insert(role) }

  /// What the owner of `key` may be, in a fixed order.
  func roles(of key: CurveKey) -> [Role] {
    roles[key].map { held in Role.allCases.filter(held.contains) } ?? []
  }
}
