import ZeroMQ

/// A question of libzmq about a peer that is at the door (ZAP 1.0, RFC 27), as a ROUTER gets it.
struct AccessRequest {
  /// The key of the settings of the port.
  let port: String
  /// The IP address that the peer has here.
  let address: String
  /// Nil unless the peer has proved one.
  let key: CurveKey?

  /// - Returns: nil for what is no such question, and cannot be answered.
  init?(_ message: Message) {
    guard message.count >= 8, message[1].isEmpty, message[2].elementsEqual(Self.version.utf8) else {
      return nil
    }
    port = String(decoding: message[4], as: UTF8.self)
    address = String(decoding: message[5], as: UTF8.self)
    let isCurve = message[7].elementsEqual("CURVE".utf8)
    key = isCurve && message.count == 9 ? CurveKey(message[8]) : nil
  }

  /// Whether the peer is let in, and in which roles.
  func roles(by keys: BrokerKeys) -> [Role]? {
    let roles = key.map(keys.roles) ?? []
    return roles.contains { $0.ports.contains(port) } ? roles : nil
  }

  /// Makes of the question in `message` its answer; nil as roles refuses.
  static func answer(_ roles: [Role]?, in message: Message) {
    let (routingID, question) = (Array(message[0]), Array(message[3]))
    message.removeAll()
    message.append(routingID)
    message.append("")
    message.append(version)
    message.append(question)
    message.append(roles == nil ? "400" : "200")
    message.append(roles == nil ? "this key may not come here" : "OK")
    message.append(roles.map(user) ?? "")
    message.append("")
  }

  private static let version = "1.0"

  // MARK: What libzmq writes on each message of the peer

  static func user(_ roles: [Role]) -> String {
    roles.map(\.rawValue).joined(separator: " ")
  }

  static func user(_ user: String, is role: Role) -> Bool {
    user.split(separator: " ").contains { $0 == role.rawValue }
  }
}
