import JSON
import Operations
import WireFormat
import ZeroMQ

/// Replies to clients, and publications.
extension BrokerLoop {
  mutating func answer(_ slot: Int, isFirst: Bool) {
    let place = places[slot]
    place.setReply(sharing: atHand.message, atHand.body)
    (place.isFirst, place.isOK) = (isFirst, atHand.head?.isOK ?? false)
    sendLater(place)
  }

  mutating func sendPartial(_ slot: Int) {
    let place = places[slot]
    guard place.framing == .majordomo(.v02), !atHand.body.isEmpty else { return }
    // Nobody is promised a partial answer.
    if send(place, Majordomo.Version.clientPartial, atHand.message, atHand.body) == .again {
      delivery.withoutRoom += 1
    }
  }

  /// Refuses what was not accepted.
  mutating func refuse(_ place: RequestPlace, _ problem: Problem) {
    delivery.unaccepted += 1
    place.isOwed = false
    answer(place, with: problem, isFirst: true)
  }

  mutating func answer(_ place: RequestPlace, with problem: Problem, isFirst: Bool) {
    writer.removeAll()
    writer.reply(id: place.id, traceparent: place.traceparent, problem: problem)
    place.reply.append(writer.written)
    (place.isFirst, place.isOK) = (isFirst, false)
    sendLater(place)
  }

  /// The reply of a place goes out with the next batch.
  mutating func sendLater(_ place: RequestPlace) {
    outbox.append(place)
    outboxBytes += place.reply.byteCount
  }

  mutating func problem(_ refusal: Refusal, _ retryAfter: Milliseconds?) -> Problem {
    Problem(
      refusal.kind, refusal.detail, retryAfterMilliseconds: retryAfter.map { Int($0) })
  }

  /// Sends and publishes the replies of a batch.
  mutating func flush() {
    for place in outbox {
      if place.isFirst { publish(place) }
      if !isKeptUnsent(place) { free(place) }
    }
    outbox.removeAll(keepingCapacity: true)
    outboxBytes = 0
  }

  /// Sends the reply of a place.
  ///
  /// - Returns: whether it waits for room, and the place with it.
  private mutating func isKeptUnsent(_ place: RequestPlace) -> Bool {
    guard let port = place.port else { return false }
    let waits = state.unsentCount > 0 && state.isUnsent(Peer(port, place.message[0]))
    guard waits || sendFinal(place) == .again else { return false }
    let peer = Peer(port, place.message[0])
    guard
      state.keepUnsent(
        place.slot, for: peer, bytes: place.reply.byteCount, isOwed: place.isOwed, at: now)
    else {
      delivery.withoutRoom += 1
      return false
    }
    delivery.delayed += 1
    place.dropBody()
    return true
  }

  /// Tries those replies of a connection again that waited.
  mutating func sendAgain(_ connection: Int) {
    let slots = state.unsentSlots(of: connection)
    let sent = slots.firstIndex { sendFinal(places[$0]) == .again } ?? slots.count
    for slot in slots[..<sent] { free(places[slot]) }
    state.sent(sent, of: connection, at: now)
  }

  private mutating func sendFinal(_ place: RequestPlace) -> ZeroMQError? {
    send(place, Majordomo.Version.clientFinal, place.reply, 0..<place.reply.count)
  }

  /// Sends frames of `reply` with what stands in front of them in the framing of the request.
  ///
  /// - Returns: nil, also if nobody is there any more; `again` if there is no room.
  private mutating func send(
    _ place: RequestPlace, _ command: UInt8, _ reply: Message, _ frames: Range<Int>
  ) -> ZeroMQError? {
    guard let port = place.port else { return nil }
    var account: ByteAccount?
    let bytes = reply.byteCount
    if bytes > LargeReplies.size {
      account = largeReplies.account(of: Peer(port, place.message[0]), for: bytes)
      if account == nil { return .again }
    }
    do {
      try sockets.with(port) { socket throws(ZeroMQError) in
        // What is kept is needed again after a partial answer; keeping costs next to nothing.
        for index in 0..<place.kept {
          try socket.send(place.message, frame: index, keep: true, more: true, wait: false)
        }
        if case .majordomo(let version) = place.framing {
          try socket.send(UnsafeRawBufferPointer(version.clientHeader), more: true, wait: false)
          if version == .v02 { try socket.send(byte: command, more: true) }
          if let service = place.service {
            try socket.send(place.message, frame: service, keep: true, more: true, wait: false)
          } else {
            try socket.send(Majordomo.empty, more: true, wait: false)
          }
        }
        for index in frames {
          let more = index + 1 < frames.upperBound
          if let account {
            try socket.lend(reply, frame: index, on: account, more: more)
          } else {
            try socket.send(reply, frame: index, keep: true, more: more, wait: false)
          }
        }
      }
      return nil
    } catch {
      if error == .again { return error }
      delivery.toNobody += 1
      return nil
    }
  }

  // MARK: Publications

  mutating func publish(_ place: RequestPlace) {
    let topic: [UInt8]
    if let name = place.topic, isTopic(name) {
      topic = Array((place.isOK ? name : "errors/" + name).utf8)
    } else if place.port == nil {
      topic = Array("errors/ingest/".utf8)
    } else {
      return
    }
    let wall = UInt64(clamping: Clock.wallMicroseconds)
    let stamp =
      place.isOK
      ? publications.publish(topic, value: place.reply[0], wallMicroseconds: wall)
      : errorPublications.publish(topic, value: nil, wallMicroseconds: wall)
    topic.withUnsafeBytes { sendPublication($0, stamp, place.reply) }
  }

  /// An XPUB leaves out the subscribers that have no room, so that nothing fails here.
  mutating func sendPublication(
    _ topic: UnsafeRawBufferPointer, _ stamp: Publications.Stamp, _ reply: Message
  ) {
    delivery.published += 1
    do {
      try sockets.cameras.send(topic, more: true, wait: false)
      try sockets.cameras.send(reply, frame: 0, keep: true, more: true, wait: false)
      try withUnsafeBytes(of: (stamp.epoch.littleEndian, stamp.sequence.littleEndian)) {
        bytes throws(ZeroMQError) in
        try sockets.cameras.send(bytes, wait: false)
      }
    } catch {
      log.write(.error, "publish.failed", ["reason": "\(error)"])
    }
  }

  /// What subscribers ask for: 1 and the beginning of a topic. There are few in a turn because each
  /// may look through all topics.
  mutating func takeSubscriptions() throws {
    for _ in 0..<16 {
      guard try sockets.cameras.receive(into: subscription, wait: false) else { return }
      guard subscription.count == 1, subscription[0].first == 1 else { continue }
      let prefix = UnsafeRawBufferPointer(rebasing: subscription[0].dropFirst())
      var values: [LastValue] = []
      publications.lastValues(for: prefix, at: now) { values.append(($0, $1, $2)) }
      sendAgain(values)
    }
  }

  /// What those hear who subscribed too soon after others.
  mutating func sendOwedValues() {
    var values: [LastValue] = []
    publications.owedValues(at: now) { values.append(($0, $1, $2)) }
    sendAgain(values)
  }

  private typealias LastValue = (topic: [UInt8], value: [UInt8], stamp: Publications.Stamp)

  private mutating func sendAgain(_ values: [LastValue]) {
    let reply = Message(capacity: 1)
    for (topic, value, stamp) in values {
      reply.removeAll()
      reply.append(value)
      topic.withUnsafeBytes { sendPublication($0, stamp, reply) }
    }
  }
}
