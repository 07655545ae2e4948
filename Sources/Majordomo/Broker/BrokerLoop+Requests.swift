import JSON
import Operations
import WireFormat
import ZeroMQ

/// From the frames of a request to its acceptance.
extension BrokerLoop {
  mutating func accept(_ place: RequestPlace) {
    let message = place.message
    scanned = nil
    guard mayAsk(place) else { return refuseRole(place) }
    var service = 0
    if let name = place.service {
      if message[name].starts(with: Majordomo.managementPrefix.utf8) {
        return answerManagement(place)
      }
      guard let known = state.service(named: message[name]) else {
        let names = state.serviceNames.prefix(20).joined(separator: ", ")
        return refuse(place, Problem(.unknownService, "known are: \(names)"))
      }
      service = known
    }
    var request = BrokerState.Request(
      peer: place.port.map { Peer($0, message[0]) }, service: service, bytes: message.byteCount,
      deadline: nil, key: nil)
    if let envelope = readEnvelope(of: place, service) {
      place.topic = envelope.publish
      request.deadline = envelope.deadlineMilliseconds.map { Milliseconds($0) }
      if let port = place.port, let id = envelope.id {
        request.key = key(port, place, service, id)
      }
      if place.port == nil, envelope.isWellFormed, envelope.publish == nil {
        return refuse(
          place,
          Problem(.badSchema, "what is pushed in has to say where it is published", at: "/publish"))
      }
    }
    if let problem = sizeProblem(place, service) { return refuse(place, problem) }
    state.accept(request, slot: place.slot, at: now)
    perform()
  }

  /// Reads what a place needs of a request for its reply, whatever it will be.
  ///
  /// - Returns: nil where the body is not ours to read, or far too large to look for an id in it.
  mutating func readEnvelope(of place: RequestPlace, _ service: Int) -> RequestEnvelope? {
    let json = place.message[place.body.lowerBound]
    guard state.isOurs(service), json.count <= 2 * settings.maximumJSON else { return nil }
    let envelope = scan.scan(json)
    scanned = place.slot
    (place.id, place.traceparent) = (envelope.id, envelope.traceparent)
    return envelope
  }

  mutating func sizeProblem(_ place: RequestPlace, _ service: Int) -> Problem? {
    let json = place.message[place.body.lowerBound].count
    var packed = 0
    for index in place.body.dropFirst() { packed += place.message[index].count }
    if json > settings.maximumJSON && state.isOurs(service) {
      return Problem(
        .tooLarge, "the JSON frame has \(json) bytes of at most \(settings.maximumJSON)")
    }
    if packed > settings.maximumPacked {
      return Problem(
        .tooLarge, "the packed frames have \(packed) bytes of at most \(settings.maximumPacked)")
    }
    return nil
  }

  /// Who asks is the routing id and, behind proxies, the hops; not the counter by which a REQ socket
  /// tells its replies apart, four bytes before its delimiter.
  mutating func key(
    _ port: Peer.Port, _ place: RequestPlace, _ service: Int, _ id: String
  ) -> BrokerState.Request.Key {
    let (message, body) = (place.message, place.body)
    var peer = hash(message[0]) &+ UInt64(port.rawValue)
    for index in 1..<max(1, place.kept) where !message[index].isEmpty {
      let isCounter = message[index].count == 4 && message[index + 1].isEmpty
      if !isCounter { peer = ByteHash.fold(peer, hash(message[index])) }
    }
    peer = ByteHash.fold(peer, state.serial(of: service))
    var content = hash(message[body.lowerBound])
    for index in body {
      content = ByteHash.fold(content ^ UInt64(message[index].count), 0x9E37_79B9_7F4A_7C15)
    }
    return BrokerState.Request.Key(id: ByteHash.fold(peer, hash(id)), body: content)
  }

  /// Services of the broker itself (RFC 8): `mmi.service` tells whether a service has workers.
  mutating func answerManagement(_ place: RequestPlace) {
    guard let name = place.service else { return free(place) }
    let code: StaticString
    if place.message[name].elementsEqual("mmi.service".utf8) {
      let service = state.service(named: place.message[place.body.lowerBound])
      code = service.map { state.hasWorkers($0) } ?? false ? "200" : "404"
    } else {
      code = "501"
    }
    place.reply.append(UnsafeRawBufferPointer(code))
    sendLater(place)
  }

  /// - Returns: whether more may wait.
  mutating func takeIngest() throws -> Bool {
    var turn = Turn(at: Clock.nanoseconds)
    for _ in 0..<settings.turnMessages {
      guard takesIngest else { return false }
      let place = takePlace()
      guard try sockets.ingest.receive(into: place.message, wait: false) else {
        freePlaces.append(place)
        return false
      }
      place.port = nil
      (place.framing, place.kept, place.service) = (.plain, 0, nil)
      place.body = 0..<place.message.count
      if place.message.excess > 0 || place.message.count > Incoming.maximumFrames {
        refuse(place, Problem(.badFrames, Self.badFramesDetail))
      } else {
        accept(place)
      }
      guard !isOver(&turn) else { return true }
    }
    return true
  }

  /// While the queue is half full, or has waited for half a deadline, a pipeline feels the pressure,
  /// and its requests are not refused.
  var takesIngest: Bool {
    !state.isDraining && state.waiting < settings.bounds.queued / 2
      && state.waitingBytes < settings.bounds.queuedBytes / 2
      && (state.waiting == 0 || !state.isWaitLong(at: now))
  }
}
