import ZeroMQ

/// Where a loop keeps one request, from its frames to its reply. Made once, used again and again.
final class RequestPlace {
  /// Its number, by which decisions know the request.
  let slot: Int
  let message = Message(capacity: Incoming.capacity)
  private(set) var reply = Message(capacity: 1)

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

  init(slot: Int) { self.slot = slot }

  /// The frames of an answer. Only other services have answers of several.
  func setReply(sharing answer: Message, _ frames: Range<Int>) {
    if frames.count > reply.capacity { reply = Message(capacity: frames.count) }
    for index in frames { reply.append(sharing: answer, index) }
  }

  /// Frees all that the reply does not need.
  func dropBody() { message.removeLast(message.count - max(kept, service.map { $0 + 1 } ?? 0)) }

  func clear() {
    message.removeAll()
    reply.removeAll()
    topic = nil
    id = nil
    traceparent = nil
    service = nil
    isFirst = false
    isOwed = true
  }
}
