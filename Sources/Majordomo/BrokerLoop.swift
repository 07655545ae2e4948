import JSON
import Operations
import WireFormat
import ZeroMQ

/// Moves frames between sockets and does what `BrokerState` decides. One thread owns it.
///
/// A turn takes all that waits, up to a bound, and then sends all replies: that costs a third less
/// than one by one, and it cuts the tail.
final class BrokerLoop {
  private let settings: BrokerSettings
  private let log: Log
  private let sockets: BrokerSockets
  private var state: BrokerState
  private let tokens = TokenMint(epoch: randomNumber())
  private let hash: ByteHash

  private var places: [RequestPlace] = []
  private var freePlaces: [Int] = []
  /// Places whose reply is to be sent at the end of the turn.
  private var outbox: [Int] = []
  /// Replies kept for requests that come again, by the number that `BrokerState` gave them.
  private var kept: [[UInt8]] = []

  /// What a worker sent and is being handled: the frames of its answer, what stands in them, and
  /// through which port it came.
  private var atHand: (message: Message, body: Range<Int>, head: AnswerHead?, port: Peer.Port)

  private var scanner = JSONScanner()
  private var publications: Publications
  /// Counted apart, so that a flood of refusals does not push topics out.
  private var errorPublications: Publications
  private let subscription = Message(capacity: 1)

  /// The broker's own thread as a worker.
  private let handler: RequestHandler?
  private let ownSession: Int?
  private var toCompute: [Int] = []
  private var bodies: [UnsafeRawBufferPointer] = []
  private let ownAnswer = Message(capacity: 1)
  private var writer = JSONWriter(capacity: 4096)

  private var now: Milliseconds = Clock.milliseconds
  private var delivery = DeliveryCounters()

  init(
    _ settings: BrokerSettings, in context: Context, handler: RequestHandler?, log: Log
  ) throws {
    sockets = try BrokerSockets(settings, in: context)
    (self.settings, self.handler, self.log) = (settings, handler, log)
    atHand = (ownAnswer, 0..<0, nil, .threads)
    hash = ByteHash(secret: randomNumber())
    state = BrokerState(bounds: settings.bounds, service: settings.service)
    ownSession = handler == nil ? nil : state.addOwnThread()
    publications = Publications(settings.bounds, hash: hash)
    errorPublications = Publications(settings.bounds, hash: hash)
  }

  var bound: BoundEndpoints { sockets.bound }
  var counters: BrokerCounters { state.counters }

  // MARK: Turns

  /// Serves until `stop` says so and what is in flight is finished, or its time is over.
  func run(until stop: StopSignal) throws -> Outcome {
    var poller = Poller()
    let threads = poller.add(sockets.threads)
    let workers = poller.add(sockets.workers)
    let requests = poller.add(sockets.requests)
    let cameras = poller.add(sockets.cameras)
    let ingest = poller.add(sockets.ingest)
    let stopping = poller.add(fileDescriptor: stop.fileDescriptor)
    var drain: Drain?
    var isMoreWaiting = false

    while true {
      poller.setActive(takesIngest, ingest)
      try poller.wait(milliseconds: isMoreWaiting ? 0 : timeout(until: drain?.nextLook(at: now)))
      now = Clock.milliseconds
      isMoreWaiting = false
      if poller.isReadable(threads) { isMoreWaiting = try take(from: .threads) || isMoreWaiting }
      if poller.isReadable(workers) { isMoreWaiting = try take(from: .workers) || isMoreWaiting }
      // Silence is judged when all that workers sent was heard.
      let isAllHeard = !isMoreWaiting
      if poller.isReadable(requests) {
        isMoreWaiting = try take(from: .requests) || isMoreWaiting
        drain?.lastRequest = now
      }
      if poller.isReadable(cameras) { try takeSubscriptions() }
      if poller.isReadable(ingest) { isMoreWaiting = try takeIngest() || isMoreWaiting }

      if poller.isReadable(stopping), stop.take() {
        guard drain == nil else {
          log.write(.warning, "stop.forced", ["in_flight": "\(state.inFlight)"])
          return Outcome(abandoned: state.inFlight, wasForced: true)
        }
        log.write(.notice, "stop.draining", ["in_flight": "\(state.inFlight)"])
        drain = Drain(end: now + Milliseconds(settings.drainMilliseconds), lastRequest: now)
        state.drain()
      }
      if isAllHeard, let look = state.nextLook, look <= now {
        state.tick(at: now)
        perform()
      }
      if drain?.isOver(inFlight: state.inFlight, at: now) == true {
        let abandoned = state.endDrain(at: now)
        perform()
        flush()
        try setLinger()
        return Outcome(abandoned: abandoned)
      }
      flush()
    }
  }

  private func timeout(until other: Milliseconds?) -> Int? {
    let look = min(state.nextLook ?? .max, other ?? .max)
    return look == .max ? nil : Int(max(look - now, 0))
  }

  private func setLinger() throws {
    let linger = settings.lingerMilliseconds
    try sockets.requests.set(.linger, to: linger)
    try sockets.workers.set(.linger, to: linger)
    try sockets.threads.set(.linger, to: linger)
    try sockets.cameras.set(.linger, to: linger)
  }

  private func send(
    to port: Peer.Port, _ body: (borrowing Socket) throws(ZeroMQError) -> Void
  ) throws(ZeroMQError) {
    switch port {
    case .requests: try body(sockets.requests)
    case .workers: try body(sockets.workers)
    case .threads: try body(sockets.threads)
    }
  }

  // MARK: Taking

  /// - Returns: whether more may wait.
  private func take(from port: Peer.Port) throws -> Bool {
    let start = now
    for _ in 0..<settings.turnMessages {
      let number = takePlace()
      let place = places[number]
      let isThere =
        switch port {
        case .requests: try sockets.requests.receive(into: place.message, wait: false)
        case .workers: try sockets.workers.receive(into: place.message, wait: false)
        case .threads: try sockets.threads.receive(into: place.message, wait: false)
        }
      guard isThere else {
        freePlaces.append(number)
        return false
      }
      place.port = port
      handle(number, from: port)
      guard !isTurnOver(since: start) else { return true }
    }
    return true
  }

  /// Computing on this thread takes time that others wait.
  private func isTurnOver(since start: Milliseconds) -> Bool {
    guard handler != nil else { return false }
    now = Clock.milliseconds
    return now - start >= Milliseconds(settings.turnMilliseconds)
  }

  private func handle(_ number: Int, from port: Peer.Port) {
    let place = places[number]
    switch Incoming(place.message) {
    case .request(let framing, let kept, let service, let body):
      (place.framing, place.kept, place.service, place.body) = (framing, kept, service, body)
      accept(number)
    case .badRequest(let framing, let kept, let service):
      (place.framing, place.kept, place.service, place.body) = (framing, kept, service, 0..<0)
      refuse(number, Problem(.badFrames, Self.badFramesDetail))
    case .worker(let version, let command, let rest):
      handleWorker(number, version, command, rest, from: port)
      free(number)
    case .nothing:
      free(number)
    }
  }

  private static let badFramesDetail = """
    a request has at most \(Incoming.maximumFrames) frames, and with Majordomo a service and a body
    """

  // MARK: Requests

  private func accept(_ number: Int) {
    let place = places[number]
    let message = place.message
    var service = 0
    if let name = place.service {
      if message[name].starts(with: Majordomo.managementPrefix.utf8) {
        return answerManagement(number)
      }
      guard let known = state.service(named: message[name]) else {
        let names = state.serviceNames.prefix(20).joined(separator: ", ")
        return refuse(number, Problem(.unknownService, "known are: \(names)"))
      }
      service = known
    }
    var request = BrokerState.Request(
      peer: place.port.map { Peer($0, message[0]) }, service: service, bytes: message.byteCount,
      deadline: nil, key: nil)
    let json = message[place.body.lowerBound]
    // What is far too large is not worth looking for an id.
    if state.isOurs(service), json.count <= 2 * settings.maximumJSON {
      let envelope = RequestEnvelope.scan(json, with: &scanner)
      place.id = envelope.id
      place.topic = envelope.publish
      request.deadline = envelope.deadlineMilliseconds.map { Milliseconds($0) }
      if let port = place.port, let id = envelope.id {
        request.key = key(port, message, place.body, id)
      }
      if place.port == nil, envelope.isWellFormed, envelope.publish == nil {
        return refuse(
          number,
          Problem(.badSchema, "what is pushed in has to say where it is published", at: "/publish"))
      }
    }
    if let problem = sizeProblem(place, service) { return refuse(number, problem) }
    state.accept(request, slot: number, at: now)
    perform()
  }

  private func sizeProblem(_ place: RequestPlace, _ service: Int) -> Problem? {
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

  private func key(
    _ port: Peer.Port, _ message: Message, _ body: Range<Int>, _ id: String
  ) -> BrokerState.Request.Key {
    let peer = hash(message[0]) &+ UInt64(port.rawValue)
    var content = hash(message[body.lowerBound])
    for index in body {
      content = ByteHash.fold(content ^ UInt64(message[index].count), 0x9E37_79B9_7F4A_7C15)
    }
    return BrokerState.Request.Key(id: ByteHash.fold(peer, hash(id)), body: content)
  }

  /// Services of the broker itself (RFC 8): `mmi.service` tells whether a service has workers.
  private func answerManagement(_ number: Int) {
    let place = places[number]
    guard let name = place.service else { return free(number) }
    let code: StaticString
    if place.message[name].elementsEqual("mmi.service".utf8) {
      let service = state.service(named: place.message[place.body.lowerBound])
      code = service.map { state.hasWorkers($0) } ?? false ? "200" : "404"
    } else {
      code = "501"
    }
    place.reply.append(UnsafeRawBufferPointer(code))
    outbox.append(number)
  }

  /// - Returns: whether more may wait.
  private func takeIngest() throws -> Bool {
    let start = now
    for _ in 0..<settings.turnMessages {
      guard takesIngest else { return false }
      let number = takePlace()
      let place = places[number]
      guard try sockets.ingest.receive(into: place.message, wait: false) else {
        freePlaces.append(number)
        return false
      }
      place.port = nil
      (place.framing, place.kept, place.service) = (.plain, 0, nil)
      place.body = 0..<place.message.count
      if place.message.excess > 0 || place.message.count > Incoming.maximumFrames {
        refuse(number, Problem(.badFrames, Self.badFramesDetail))
      } else {
        accept(number)
      }
      guard !isTurnOver(since: start) else { return true }
    }
    return true
  }

  /// While the queue is half full a pipeline feels the pressure, and its requests are not refused.
  private var takesIngest: Bool {
    !state.isDraining && state.waiting < settings.bounds.queued / 2
      && state.waitingBytes < settings.bounds.queuedBytes / 2
  }

  // MARK: Workers

  private func handleWorker(
    _ number: Int, _ version: Majordomo.Version, _ command: Majordomo.WorkerCommand?,
    _ rest: Range<Int>, from port: Peer.Port
  ) {
    let message = places[number].message
    atHand = (message, 0..<0, nil, port)
    let peer = Peer(port, message[0])
    // Whoever reaches the port for clients is no worker.
    guard let command, port != .requests else {
      state.violation(by: peer, at: now)
      return perform(version)
    }
    switch command {
    case .ready where rest.isEmpty, .partial where rest.count < 2, .final where rest.count < 2:
      state.violation(by: peer, at: now)
    case .ready:
      let credit = rest.count > 1 ? Self.credit(message[rest.lowerBound + 1]) : nil
      state.ready(peer, version, service: message[rest.lowerBound], credit: credit, at: now)
    case .partial, .final:
      let token = tokens.count(message[rest.lowerBound])
      atHand.body = rest.dropFirst(message[rest.lowerBound + 1].isEmpty ? 2 : 1)
      if command == .partial {
        state.partial(from: peer, token: token, at: now)
      } else {
        state.answer(from: peer, token: token, answerKind(), at: now)
      }
    case .heartbeat: state.heartbeat(from: peer, at: now)
    case .disconnect: state.disconnect(from: peer, at: now)
    }
    perform(version)
  }

  /// Judges the answer at hand.
  private func answerKind() -> BrokerState.AnswerKind {
    guard let first = atHand.body.first else { return .empty }
    let reply = atHand.message[first]
    atHand.head = AnswerHead(reply)
    guard let head = atHand.head, head.isLasting, atHand.body.count == 1 else { return .passing }
    return .lasting(bytes: reply.count)
  }

  /// The number in `{"credit": 32}`, which is what ours send after READY; 1 if there is none.
  private static func credit(_ frame: UnsafeRawBufferPointer) -> Int {
    let name = Array(#""credit""#.utf8)
    guard let start = frame.indices.first(where: { frame[$0...].starts(with: name) }) else {
      return 1
    }
    let digits = frame[(start + name.count)...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
      .prefix { (0x30...0x39).contains($0) }
    return digits.count < 10 ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 1
  }

  // MARK: Doing

  /// Does what was decided, and what is decided meanwhile. `version` is that of the worker whose
  /// message is at hand.
  private func perform(_ version: Majordomo.Version = .v02) {
    repeat {
      var index = 0
      while index < state.actions.count {
        perform(state.actions[index], version)
        index += 1
      }
      state.actions.removeAll(keepingCapacity: true)
    } while computeNext()
  }

  private func perform(_ action: BrokerState.Action, _ version: Majordomo.Version) {
    switch action {
    case .dispatch(let slot, let session, let token):
      if session == ownSession {
        toCompute.append(slot)
      } else if !state.session(session).isOver {
        dispatch(slot, session, token)
      }
    case .answer(let slot, let first): answer(slot, isFirst: first)
    case .partial(let slot): sendPartial(slot)
    case .refuse(let slot, let refusal, let retryAfter, let first):
      refuse(slot, problem(refusal, retryAfter), isFirst: first)
    case .repeatAnswer(let slot, let number):
      places[slot].reply.append(kept[number])
      outbox.append(slot)
    case .keep(let number):
      while kept.count <= number { kept.append([]) }
      kept[number].removeAll(keepingCapacity: true)
      if let first = atHand.body.first {
        kept[number].append(contentsOf: atHand.message[first])
      }
    case .forget(let number):
      // Room for ordinary replies is worth keeping, for large ones it is not.
      if kept[number].capacity > 4096 { kept[number] = [] }
    case .begin(let session):
      let worker = state.session(session)
      log.write(
        .info, "worker.ready",
        [
          "worker": "\(worker.peer)", "credit": "\(worker.credit)",
          "version": "0.\(worker.version.rawValue)",
        ])
      sendCommand(worker.version.heartbeat, worker.version, to: worker.peer)
    case .heartbeat(let session):
      let worker = state.session(session)
      sendCommand(worker.version.heartbeat, worker.version, to: worker.peer)
    case .end(let session, let reason):
      end(session, reason)
    case .disconnectSender:
      let sender = Peer(atHand.port, atHand.message[0])
      sendCommand(version.disconnect, version, to: sender)
    }
  }

  private func end(_ session: Int, _ reason: BrokerState.EndReason) {
    let worker = state.session(session)
    log.write(
      reason == .left || reason == .draining ? .info : .notice, "worker.ended",
      [
        "worker": "\(worker.peer)", "reason": reason.rawValue,
        "silent_ms": "\(now - worker.lastHeard)", "left": "\(state.workerCount)",
      ])
    switch reason {
    case .silent, .slow, .draining:
      sendCommand(worker.version.disconnect, worker.version, to: worker.peer)
    // The sender of a violation is told on the spot.
    case .left, .unreachable, .violation: break
    }
  }

  private func dispatch(_ slot: Int, _ session: Int, _ token: UInt64) {
    let place = places[slot]
    let worker = state.session(session)
    do {
      try send(to: worker.peer.port) { socket throws(ZeroMQError) in
        try Self.begin(Majordomo.Version.request, worker.version, to: worker.peer, on: socket)
        try tokens.withBytes(of: token) { bytes throws(ZeroMQError) in
          try socket.send(bytes, more: true, wait: false)
        }
        try socket.send(Majordomo.empty, more: true, wait: false)
        for index in place.body {
          try socket.send(
            place.message, frame: index, keep: true, more: index + 1 < place.body.upperBound,
            wait: false)
        }
      }
    } catch {
      state.unreachable(session: session, slot: slot, at: now)
    }
  }

  private func sendCommand(_ command: UInt8, _ version: Majordomo.Version, to peer: Peer) {
    // A worker that cannot be reached is found by its silence.
    try? send(to: peer.port) { socket throws(ZeroMQError) in
      try Self.begin(command, version, to: peer, more: false, on: socket)
    }
  }

  /// The frames of a message to a worker up to its command. Only the first can fail.
  private static func begin(
    _ command: UInt8, _ version: Majordomo.Version, to peer: Peer, more: Bool = true,
    on socket: borrowing Socket
  ) throws(ZeroMQError) {
    try peer.withRoutingID { id throws(ZeroMQError) in
      try socket.send(id, more: true, wait: false)
    }
    if version == .v01 { try socket.send(Majordomo.empty, more: true, wait: false) }
    try socket.send(UnsafeRawBufferPointer(version.workerHeader), more: true, wait: false)
    try socket.send(byte: command, more: more)
  }

  // MARK: Computing on this thread

  /// - Returns: whether there was something to compute.
  private func computeNext() -> Bool {
    guard let handler, !toCompute.isEmpty else { return false }
    let slot = toCompute.removeFirst()
    guard state.mayCompute(slot, at: now) else { return true }
    let place = places[slot]
    bodies.removeAll(keepingCapacity: true)
    for index in place.body { bodies.append(place.message[index]) }
    writer.removeAll()
    handler(bodies, &writer)
    ownAnswer.removeAll()
    writer.bytes.withUnsafeBytes { ownAnswer.append($0) }
    atHand = (ownAnswer, 0..<1, nil, .threads)
    state.answerFromOwnThread(slot, answerKind(), at: now)
    return true
  }

  // MARK: Replies

  private func answer(_ slot: Int, isFirst: Bool) {
    let place = places[slot]
    guard atHand.body.count == 1, let frame = atHand.body.first else {
      // Only other services have answers of several frames; nobody keeps or publishes them.
      sendReply(place, Majordomo.Version.clientFinal) { socket throws(ZeroMQError) in
        try sendAtHand(on: socket)
      }
      return free(slot)
    }
    place.reply.append(sharing: atHand.message, frame)
    (place.isFirst, place.isOK) = (isFirst, atHand.head?.isOK ?? false)
    outbox.append(slot)
  }

  private func sendPartial(_ slot: Int) {
    // The envelope is needed again for the final answer.
    let place = places[slot]
    guard place.framing == .majordomo(.v02), !atHand.body.isEmpty else { return }
    sendReply(place, Majordomo.Version.clientPartial, keep: true) { socket throws(ZeroMQError) in
      try sendAtHand(on: socket)
    }
  }

  private func sendAtHand(on socket: borrowing Socket) throws(ZeroMQError) {
    for index in atHand.body {
      try socket.send(
        atHand.message, frame: index, keep: true, more: index + 1 < atHand.body.upperBound,
        wait: false)
    }
  }

  private func refuse(_ number: Int, _ problem: Problem, isFirst: Bool = true) {
    let place = places[number]
    writer.removeAll()
    writer.reply(id: place.id, problem: problem)
    writer.bytes.withUnsafeBytes { place.reply.append($0) }
    (place.isFirst, place.isOK) = (isFirst, false)
    outbox.append(number)
  }

  private func problem(_ refusal: Refusal, _ retryAfter: Milliseconds?) -> Problem {
    Problem(
      refusal.kind, refusal.detail, retryAfterMilliseconds: retryAfter.map { Int($0) })
  }

  /// Sends and publishes the replies of this turn.
  private func flush() {
    for number in outbox {
      let place = places[number]
      if place.isFirst { publish(place) }
      if place.port != nil {
        sendReply(place, Majordomo.Version.clientFinal) { socket throws(ZeroMQError) in
          try socket.send(place.reply, frame: 0, wait: false)
        }
      }
      free(number)
    }
    outbox.removeAll(keepingCapacity: true)
  }

  /// Sends what stands in front of a reply in its framing, and then `body`.
  private func sendReply(
    _ place: RequestPlace, _ command: UInt8, keep: Bool = false,
    _ body: (borrowing Socket) throws(ZeroMQError) -> Void
  ) {
    guard let port = place.port else { return }
    do {
      try send(to: port) { socket throws(ZeroMQError) in
        for index in 0..<place.kept {
          try socket.send(place.message, frame: index, keep: keep, more: true, wait: false)
        }
        if case .majordomo(let version) = place.framing {
          try socket.send(UnsafeRawBufferPointer(version.clientHeader), more: true, wait: false)
          if version == .v02 { try socket.send(byte: command, more: true) }
          if let service = place.service {
            try socket.send(place.message, frame: service, keep: keep, more: true, wait: false)
          } else {
            try socket.send(Majordomo.empty, more: true, wait: false)
          }
        }
        try body(socket)
      }
    } catch {
      if error == .again {
        delivery.withoutRoom += 1
      } else {
        delivery.toNobody += 1
      }
    }
  }

  // MARK: Publications

  private func publish(_ place: RequestPlace) {
    let topic: [UInt8]
    if let name = place.topic, Self.isTopic(name) {
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

  /// 2 ... 255 bytes that end in `/`, so that no topic is the beginning of another's name.
  private static func isTopic(_ text: String) -> Bool {
    (2...255).contains(text.utf8.count) && text.utf8.last == UInt8(ascii: "/")
  }

  /// An XPUB leaves out the subscribers that have no room, so that nothing fails here.
  private func sendPublication(
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
  private func takeSubscriptions() throws {
    for _ in 0..<16 {
      guard try sockets.cameras.receive(into: subscription, wait: false) else { return }
      guard subscription.count == 1, subscription[0].first == 1 else { continue }
      let prefix = UnsafeRawBufferPointer(rebasing: subscription[0].dropFirst())
      publications.lastValues(for: prefix, at: now) { topic, value, stamp in
        let reply = Message(capacity: 1)
        reply.append(value)
        topic.withUnsafeBytes { sendPublication($0, stamp, reply) }
      }
    }
  }

  // MARK: Places

  private func takePlace() -> Int {
    if let free = freePlaces.popLast() { return free }
    places.append(RequestPlace())
    return places.count - 1
  }

  private func free(_ number: Int) {
    places[number].clear()
    freePlaces.append(number)
  }
}

/// The end of a broker: what is in flight is finished, and who asks meanwhile is told to ask
/// elsewhere, until all is silent.
private struct Drain {
  /// Silence that is long enough for requests which were on their way.
  static let silence: Milliseconds = 100
  /// Clients that do not stop asking are not waited for longer.
  static let patience: Milliseconds = 1000

  let end: Milliseconds
  var lastRequest: Milliseconds
  private var idleSince: Milliseconds?

  init(end: Milliseconds, lastRequest: Milliseconds) {
    (self.end, self.lastRequest) = (end, lastRequest)
  }

  func nextLook(at now: Milliseconds) -> Milliseconds {
    idleSince == nil ? end : min(end, lastRequest + Self.silence)
  }

  mutating func isOver(inFlight: Int, at now: Milliseconds) -> Bool {
    idleSince = inFlight == 0 ? idleSince ?? now : nil
    guard let idleSince else { return now >= end }
    return now - lastRequest >= Self.silence || now - idleSince >= Self.patience || now >= end
  }
}
