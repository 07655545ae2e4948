import ZeroMQ

/// Where a loop keeps one request, from its frames to its reply. Made once, used again and again.
final class RequestPlace {
  let message = Message(capacity: Incoming.capacity)
  let reply = Message(capacity: 1)

  /// Nil for ingest, which has no reply leg.
  var port: Peer.Port?
  var framing = Incoming.Framing.plain
  /// The frames before this one are repeated in front of the reply.
  var kept = 0
  /// The frame that names the service, for Majordomo clients.
  var service: Int?
  var body = 0..<0
  /// Where the request said that it wants to be published.
  var topic: String?
  var id: String?
  var traceparent: String?
  /// Its connection has a right to the reply: it was not refused for asking too much or wrongly.
  var isOwed = true
  /// The reply is the first one to this request, and whether it is a result.
  var isFirst = false
  var isOK = false

  func clear() {
    message.removeAll()
    reply.removeAll()
    topic = nil
    id = nil
    service = nil
    isFirst = false
  }
}
    traceparent = nil
