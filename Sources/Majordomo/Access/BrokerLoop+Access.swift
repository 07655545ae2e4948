import WireFormat
import ZeroMQ

/// What keys say of those who are inside.
extension BrokerLoop {
  /// Whether the key of who sent `message` gives that role; never without keys, for then a peer can
  /// call itself what it likes.
  func has(_ role: Role, _ message: Message) -> Bool {
    // libzmq writes the user on the frames that the peer sent, and not on its routing id.
    gatekeeper != nil && message.count > 1
      && message.user(ofFrame: 1).map { AccessRequest.user($0, is: role) } ?? false
  }

  /// Ingest is a port of its own, on which there is nothing else to do.
  func mayAsk(_ place: RequestPlace) -> Bool {
    gatekeeper == nil || place.port == nil || has(.client, place.message)
  }

  mutating func refuseRole(_ place: RequestPlace) {
    if let service = place.service.map({ state.service(named: place.message[$0]) }) ?? 0 {
      _ = readEnvelope(of: place, service)
    }
    refuse(place, Problem(.unauthorized, "your key does not have the role client"))
  }
}
