/// Decides what happens to every request. Holds no socket and reads no clock.
///
/// A request is known by its slot, the number of the place where the loop keeps its frames. From
/// `accept` on the slot is taken; it is free again with the one action that ends the request:
/// `answer`, `refuse` or `repeatAnswer`. Every event appends what is to be done to `actions`.
struct BrokerState {
  enum Action: Hashable {
    /// Send the request to the worker of this session, with this token as client address.
    case dispatch(slot: Int, session: Int, token: UInt64)
    /// The worker's answer at hand goes to the client: the end of the request. `first` unless the
    /// same answer already went out for a request that this one joined.
    case answer(slot: Int, first: Bool)
    /// The worker's partial answer at hand goes to the client; more will follow.
    case partial(slot: Int)
    /// A problem goes to the client: the end of the request.
    case refuse(slot: Int, Refusal, retryAfter: Milliseconds?, first: Bool)
    /// The kept reply goes to the client: the end of the request.
    case repeatAnswer(slot: Int, kept: Int)
    /// Keep the answer at hand under this number; forget what is kept there.
    case keep(Int)
    case forget(Int)
    /// A worker has a session from now on: tell it by a heartbeat that it was heard.
    case begin(session: Int)
    case heartbeat(session: Int)
    /// A worker has no session any more. Tell it so, unless it has left or cannot be reached; it
    /// may come back with READY.
    case end(session: Int, EndReason)
    /// Tell the same to whom the message at hand came from, who has none.
    case disconnectSender
  }

  /// Why a worker has no session any more.
  enum EndReason: String {
    case left, silent, slow, unreachable, violation
    case draining
  }

  /// What the decisions need of a request.
  struct Request {
    /// Nil for ingest, which has no reply leg.
    var peer: Peer?
    var service: Int
    var bytes: Int
    /// Nil for the default.
    var deadline: Milliseconds?
    /// Nil for a request that is not to be known when it comes again.
    var key: Key?

    struct Key {
      /// A hash of peer and id, and one of the body.
      var id: UInt64
      var body: UInt64
    }
  }

  /// What the decisions need of an answer.
  enum AnswerKind: Hashable {
    /// The same request will always get it.
    case lasting(bytes: Int)
    case passing
    /// A final answer without a body.
    case empty
  }

  var actions: [Action] = []
  private(set) var counters = BrokerCounters()
  private(set) var isDraining = false
  /// Requests without an end yet, and those of them that wait for a worker.
  private(set) var inFlight = 0
  private(set) var waiting = 0
  private(set) var waitingBytes = 0

  private let bounds: BrokerBounds
  private var held: [Held] = []
  private var order = SlotLinks()
  private var wheel = DeadlineWheel()
  private var known: KnownRequests
  private var connections = Connections()
  /// At so many connections the idle ones are forgotten; it doubles with those that are not, so that
  /// looking for them costs each request a constant share.
  private var connectionLook = Self.fewConnections
  private static let fewConnections = 4096
  private var tokens: UInt64 = 0

  private var services: [ServiceQueue] = []
  private var serviceNumbers: [[UInt8]: Int] = [:]
  private var sessions: [Session] = []
  private var freeSessions: [Int] = []
  private var sessionNumbers: [Peer: Int] = [:]

  /// Before these times no session and no service without workers has to be looked at.
  private var sessionLook = Milliseconds.max
  private var graceLook = Milliseconds.max
  private var nextHeartbeat: Milliseconds = 0

  /// `service` is known from the beginning, with or without workers, and has the number 0.
  init(bounds: BrokerBounds, service: String) {
    self.bounds = bounds
    known = KnownRequests(bounds)
    addService(Array(service.utf8))
  }

  // MARK: Questions

  /// The number of a service that has workers or had some.
  func service(named name: UnsafeRawBufferPointer) -> Int? {
    if services[0].name.elementsEqual(name) { return 0 }
    return serviceNumbers[Array(name)]
  }

  func hasWorkers(_ service: Int) -> Bool { !services[service].sessions.isEmpty }
  func isOurs(_ service: Int) -> Bool { services[service].isOurs }
  var serviceNames: [String] { services.map { String(decoding: $0.name, as: UTF8.self) } }
  var workerCount: Int { sessionNumbers.count }
  /// Workers that are threads of this process.
  private(set) var threadCount = 0
  var connectionCount: Int { connections.count }

  /// Good until the next event, also for a session that has just ended.
  func session(_ number: Int) -> Session { sessions[number] }

  /// When `tick` has something to do; nil if never.
  var nextLook: Milliseconds? {
    let look = min(sessionLook, graceLook, wheel.nextLook ?? .max)
    return look == .max ? nil : look
  }

  // MARK: Requests

  /// A request was read into `slot`.
  mutating func accept(_ request: Request, slot: Int, at now: Milliseconds) {
    expireDeadlines(at: now)
    makeRoom(for: slot)
    counters.accepted += 1
    // Here and not in `tick`, which never comes while the own thread answers everything at once.
    if connections.count >= connectionLook {
      connections.forgetIdle()
      connectionLook = max(Self.fewConnections, 2 * connections.count)
    }
    let connection = request.peer.map { connections.number(of: $0) }
    held[slot] = Held(
      connection: connection, service: request.service, bytes: request.bytes, acceptedAt: now)

    switch admission(of: request, connection, at: now) {
    case .refuse(let refusal, let retryAfter):
      if refusal == .poisonRequest { counters.poisoned += 1 }
      counters.refused += 1
      actions.append(.refuse(slot: slot, refusal, retryAfter: retryAfter, first: true))
    case .repeatAnswer(let kept):
      counters.repeated += 1
      counters.answered += 1
      actions.append(.repeatAnswer(slot: slot, kept: kept))
    case .join(let primary):
      counters.joined += 1
      hold(slot)
      held[slot].nextJoined = held[primary].nextJoined
      held[primary].nextJoined = slot
    case .compute(let attempts):
      hold(slot)
      held[slot].isPrimary = true
      held[slot].attempts = attempts
      if let key = request.key {
        held[slot].entry = known.begin(key.id, body: key.body, slot: slot) {
          actions.append(.forget($0))
        }
      }
      held[slot].deadline = now + time(for: request)
      wheel.add(slot, held[slot].deadline, at: now)
      enqueue(slot, inFront: false)
      if services[request.service].sessions.isEmpty {
        graceLook = min(graceLook, now + bounds.grace)
      }
      dispatch(request.service, at: now)
    }
  }

  private enum Admission {
    case compute(attempts: Int)
    case join(primary: Int)
    case repeatAnswer(kept: Int)
    case refuse(Refusal, retryAfter: Milliseconds?)
  }

  private func admission(
    of request: Request, _ connection: Int?, at now: Milliseconds
  ) -> Admission {
    if let connection {
      let (requests, bytes) = connections.load(of: connection)
      // One request is always let in, however large: its size has a bound of its own.
      guard
        requests < bounds.perConnection,
        requests == 0 || bytes + request.bytes <= bounds.perConnectionBytes
      else { return .refuse(.clientLimit, retryAfter: bounds.grace / 10) }
    }
    var attempts = 0
    if let key = request.key, let entry = known.find(key.id, at: now) {
      let isSame = known.body(of: entry) == key.body
      switch known.state(of: entry) {
      case .inFlight(let primary):
        return isSame ? .join(primary: primary) : .refuse(.idConflict, retryAfter: nil)
      case .kept:
        return isSame
          ? .repeatAnswer(kept: entry.number) : .refuse(.idConflict, retryAfter: nil)
      case .attempted(let earlier):
        if isSame { attempts = earlier }
      }
    }
    guard attempts < bounds.attempts else { return .refuse(.poisonRequest, retryAfter: nil) }
    guard !isDraining else { return .refuse(.draining, retryAfter: bounds.grace) }
    guard
      waiting < bounds.queued,
      waiting == 0 || waitingBytes + request.bytes <= bounds.queuedBytes
    else { return .refuse(.overloaded, retryAfter: patience(request.service, at: now)) }
    // Who comes now waits about as long as the head has waited. An answer that comes too late is
    // work for nothing, and under lasting overload there would be no other.
    // Ingest has back-pressure instead: it is not read while the head waits for long.
    if request.peer != nil, let head = services[request.service].queue.head,
      now - held[head].acceptedAt >= time(for: request) * 3 / 4
    {
      return .refuse(.overloaded, retryAfter: patience(request.service, at: now))
    }
    return .compute(attempts: attempts)
  }

  /// Whether the head of a queue has waited for half the usual deadline.
  func isWaitLong(at now: Milliseconds) -> Bool {
    services.contains { service in
      service.queue.head.map { now - held[$0].acceptedAt >= bounds.deadline / 2 } ?? false
    }
  }

  private func time(for request: Request) -> Milliseconds {
    min(max(request.deadline ?? bounds.deadline, 1), 60_000)
  }

  /// How long the queue is worth waiting for: as long as its head has waited.
  private func patience(_ service: Int, at now: Milliseconds) -> Milliseconds {
    guard let head = services[service].queue.head else { return bounds.grace }
    return min(max(now - held[head].acceptedAt, bounds.grace / 10), bounds.deadline)
  }

  // MARK: Workers

  /// A worker offers itself. `credit` is nil for one that did not name it.
  mutating func ready(
    _ peer: Peer, _ version: Majordomo.Version, service name: UnsafeRawBufferPointer,
    credit: Int?, at now: Milliseconds
  ) {
    // READY is the first command of a session and no other.
    guard sessionNumbers[peer] == nil else { return violation(by: peer, at: now) }
    guard !name.isEmpty, name.count <= 255, !name.starts(with: Majordomo.managementPrefix.utf8)
    else { return violation(by: peer, at: now) }
    guard !isDraining, let service = service(named: name) ?? addService(Array(name)) else {
      return actions.append(.disconnectSender)
    }
    let session = Session(
      peer: peer, version: version, service: service, isOurs: credit != nil,
      credit: min(max(credit ?? 1, 1), bounds.credit), lastHeard: now)
    let number = add(session)
    if sessionNumbers.isEmpty { nextHeartbeat = now + bounds.heartbeat }
    sessionNumbers[peer] = number
    if peer.port == .threads { threadCount += 1 }
    sessionLook = min(sessionLook, nextHeartbeat, now + expiry(of: number))
    counters.sessions += 1
    actions.append(.begin(session: number))
    dispatch(service, at: now)
  }

  /// A worker gives a final answer to what it got under `token`, which is nil if it is unreadable.
  mutating func answer(
    from peer: Peer, token: UInt64?, _ kind: AnswerKind, at now: Milliseconds
  ) {
    guard let session = sign(from: peer, at: now) else { return }
    guard let token,
      let index = sessions[session].loads.firstIndex(where: { $0.token == token })
    else {
      counters.foreignAnswers += 1
      return
    }
    let load = sessions[session].removeLoad(at: index)
    if index == 0 {
      sessions[session].learn(now - sessions[session].headSince)
      startHead(of: session, at: now)
    }
    if let slot = load.slot {
      held[slot].session = nil
      end(slot, with: kind, at: now)
    } else {
      counters.lateAnswers += 1
    }
    dispatch(sessions[session].service, at: now)
  }

  /// A worker gives part of an answer.
  mutating func partial(from peer: Peer, token: UInt64?, at now: Milliseconds) {
    guard let session = sign(from: peer, at: now) else { return }
    guard let token, let load = sessions[session].loads.first(where: { $0.token == token }) else {
      counters.foreignAnswers += 1
      return
    }
    var next = load.slot
    while let slot = next {
      actions.append(.partial(slot: slot))
      next = held[slot].nextJoined
    }
  }

  mutating func heartbeat(from peer: Peer, at now: Milliseconds) { _ = sign(from: peer, at: now) }

  /// A worker leaves.
  mutating func disconnect(from peer: Peer, at now: Milliseconds) {
    guard let session = sessionNumbers[peer] else { return }
    end(session: session, .left, at: now)
  }

  /// A worker sent what is no command, or none that it may send now.
  mutating func violation(by peer: Peer, at now: Milliseconds) {
    counters.violations += 1
    if let session = sessionNumbers[peer] { end(session: session, .violation, at: now) }
    actions.append(.disconnectSender)
  }

  /// The socket does not take what is to be sent to a worker: a request to be dispatched, which
  /// then is no blame on it because it never arrived, or a heartbeat.
  mutating func unreachable(session: Int, slot: Int? = nil, at now: Milliseconds) {
    guard !sessions[session].isOver else { return }
    counters.unreachableWorkers += 1
    end(session: session, .unreachable, innocent: slot, at: now)
  }

  /// A sign of life.
  ///
  /// - Returns: the session; nil for a stranger, who is told so.
  private mutating func sign(from peer: Peer, at now: Milliseconds) -> Int? {
    guard let session = sessionNumbers[peer] else {
      counters.violations += 1
      actions.append(.disconnectSender)
      return nil
    }
    sessions[session].lastHeard = now
    return session
  }

  // MARK: The broker's own thread as a worker

  /// Makes the calling thread a worker of the first service: it takes whatever comes and can
  /// neither be late nor leave.
  ///
  /// - Returns: the session to which its requests are dispatched.
  mutating func addOwnThread() -> Int {
    add(
      Session(
        peer: Peer(.threads, []), version: .v02, service: 0, isOurs: true, credit: .max,
        lastHeard: .max / 2))
  }

  /// Whether a request that was dispatched to the own thread can still be computed in time; if
  /// not it is over.
  mutating func mayCompute(_ slot: Int, at now: Milliseconds) -> Bool {
    guard held[slot].deadline <= now else { return true }
    expire(slot, at: now)
    return false
  }

  mutating func answerFromOwnThread(_ slot: Int, _ kind: AnswerKind, at now: Milliseconds) {
    end(slot, with: kind, at: now)
  }

  // MARK: Time

  /// To be called when `nextLook` is reached, after all messages that wait were read: a worker
  /// whose heartbeat is there is not silent.
  mutating func tick(at now: Milliseconds) {
    expireDeadlines(at: now)
    if now >= sessionLook { lookAtSessions(at: now) }
    if now >= graceLook { lookAtGrace(at: now) }
    known.expire(at: now) { actions.append(.forget($0)) }
  }

  /// From now on new requests are refused, and new workers too.
  mutating func drain() { isDraining = true }

  /// Gives up what is still in flight and sends the workers away.
  ///
  /// - Returns: how many requests were given up.
  mutating func endDrain(at now: Milliseconds) -> Int {
    isDraining = true
    let abandoned = inFlight
    for slot in held.indices where held[slot].isPrimary {
      leaveWorker(slot)
      end(slot, refusal: .draining, retryAfter: bounds.grace, at: now)
    }
    for session in sessions.indices where sessions[session].isWorker {
      actions.append(.end(session: session, .draining))
    }
    return abandoned
  }

  private mutating func expireDeadlines(at now: Milliseconds) {
    while let slot = wheel.due(at: now) { expire(slot, at: now) }
  }

  private mutating func expire(_ slot: Int, at now: Milliseconds) {
    counters.expired += 1
    leaveWorker(slot)
    end(slot, refusal: .deadlineExceeded, at: now)
  }

  private mutating func lookAtSessions(at now: Milliseconds) {
    sessionLook = .max
    guard !sessionNumbers.isEmpty else { return }
    let isBeat = now >= nextHeartbeat
    if isBeat { nextHeartbeat = now + bounds.heartbeat }
    for session in sessions.indices where sessions[session].isWorker {
      let silence = now - sessions[session].lastHeard
      if silence >= expiry(of: session) {
        counters.silentWorkers += 1
        end(session: session, .silent, at: now)
        continue
      }
      if now >= headLimit(of: session) {
        counters.slowWorkers += 1
        end(session: session, .slow, at: now)
        continue
      }
      let isProbe = now >= nextProbe(of: session)
      if isProbe { sessions[session].probedAt = now }
      if isBeat || isProbe { actions.append(.heartbeat(session: session)) }
      sessionLook = min(
        sessionLook, sessions[session].lastHeard + expiry(of: session), headLimit(of: session),
        nextProbe(of: session))
    }
    if !sessionNumbers.isEmpty { sessionLook = min(sessionLook, nextHeartbeat) }
  }

  private func expiry(of session: Int) -> Milliseconds {
    sessions[session].isOurs ? bounds.expiry : bounds.foreignExpiry
  }

  /// When the head of a worker's queue has been computed too long.
  private func headLimit(of session: Int) -> Milliseconds {
    guard services[sessions[session].service].isOurs, !sessions[session].loads.isEmpty else {
      return .max
    }
    return sessions[session].headSince + bounds.dispatchTimeout
  }

  private func nextProbe(of session: Int) -> Milliseconds {
    guard !sessions[session].loads.isEmpty else { return .max }
    return max(sessions[session].headSince, sessions[session].probedAt) + bounds.probe
  }

  private mutating func lookAtGrace(at now: Milliseconds) {
    graceLook = .max
    for service in services.indices where services[service].sessions.isEmpty {
      while let slot = services[service].queue.head {
        let limit = max(held[slot].acceptedAt, services[service].idleSince) + bounds.grace
        guard limit <= now else {
          graceLook = min(graceLook, limit)
          break
        }
        end(slot, refusal: .noWorker, retryAfter: bounds.grace, at: now)
      }
    }
  }

  // MARK: Queues and workers

  @discardableResult
  private mutating func addService(_ name: [UInt8]) -> Int? {
    guard services.count < bounds.services else { return nil }
    serviceNumbers[name] = services.count
    services.append(ServiceQueue(name))
    return services.count - 1
  }

  private mutating func add(_ session: Session) -> Int {
    let number: Int
    if let free = freeSessions.popLast() {
      sessions[free] = session
      number = free
    } else {
      number = sessions.count
      sessions.append(session)
    }
    services[session.service].sessions.append(number)
    return number
  }

  /// Sends what waits to who has credit.
  private mutating func dispatch(_ service: Int, at now: Milliseconds) {
    while let slot = services[service].queue.head, let session = worker(for: service) {
      dequeue(slot)
      held[slot].session = session
      counters.dispatched += 1
      tokens += 1
      // The own thread needs no list: it is at hand.
      if sessions[session].isWorker {
        sessions[session].take(
          Session.Load(
            token: tokens, slot: slot, entry: held[slot].entry, bytes: held[slot].bytes))
        held[slot].token = tokens
        if sessions[session].loads.count == 1 { startHead(of: session, at: now) }
      }
      actions.append(.dispatch(slot: slot, session: session, token: tokens))
    }
  }

  /// The worker with the least to do that has credit, beginning after the one that was last.
  private mutating func worker(for service: Int) -> Int? {
    let count = services[service].sessions.count
    var best: (index: Int, load: Int)?
    for step in 0..<count {
      let sum = services[service].turn + step
      let index = sum < count ? sum : sum - count
      let session = services[service].sessions[index]
      guard sessions[session].hasCredit else { continue }
      let load = sessions[session].loads.count
      if load < best?.load ?? .max { best = (index, load) }
      if load == 0 { break }
    }
    guard let best else { return nil }
    services[service].turn = best.index + 1 < count ? best.index + 1 : 0
    return services[service].sessions[best.index]
  }

  private mutating func startHead(of session: Int, at now: Milliseconds) {
    sessions[session].headSince = now
    sessionLook = min(sessionLook, headLimit(of: session), nextProbe(of: session))
  }

  /// A worker is gone. What it had goes to others, before all that waits; what it was computing is
  /// blamed for it.
  private mutating func end(
    session: Int, _ reason: EndReason, innocent: Int? = nil, at now: Milliseconds
  ) {
    actions.append(.end(session: session, reason))
    let service = sessions[session].service
    let loads = sessions[session].removeLoads()
    sessionNumbers[sessions[session].peer] = nil
    if sessions[session].peer.port == .threads { threadCount -= 1 }
    sessions[session].isOver = true
    freeSessions.append(session)
    services[service].sessions.removeAll { $0 == session }
    services[service].turn = 0
    if services[service].sessions.isEmpty {
      services[service].idleSince = now
      graceLook = min(graceLook, now + bounds.grace)
    }
    for load in loads.reversed() {
      guard let slot = load.slot else { continue }
      held[slot].session = nil
      counters.redispatched += 1
      enqueue(slot, inFront: true)
    }
    if let blamed = loads.first, blamed.slot == nil || blamed.slot != innocent,
      let slot = blamed.slot ?? blamed.entry.flatMap({ known.blame($0) })
    {
      held[slot].attempts += 1
      if held[slot].attempts >= bounds.attempts {
        counters.poisoned += 1
        leaveWorker(slot)
        end(slot, refusal: .poisonRequest, at: now)
      }
    }
    dispatch(service, at: now)
  }

  private mutating func enqueue(_ slot: Int, inFront: Bool) {
    if inFront {
      order.prepend(slot, to: &services[held[slot].service].queue)
    } else {
      order.append(slot, to: &services[held[slot].service].queue)
    }
    held[slot].isQueued = true
    waiting += 1
    waitingBytes += held[slot].bytes
  }

  private mutating func dequeue(_ slot: Int) {
    order.remove(slot, from: &services[held[slot].service].queue)
    held[slot].isQueued = false
    waiting -= 1
    waitingBytes -= held[slot].bytes
  }

  /// The request's end comes before the worker's answer. The worker keeps its load: until it
  /// answers it cannot be given more than its credit.
  private mutating func leaveWorker(_ slot: Int) {
    guard let session = held[slot].session else { return }
    held[slot].session = nil
    let token = held[slot].token
    guard let index = sessions[session].loads.firstIndex(where: { $0.token == token }) else {
      return
    }
    sessions[session].leaveLoad(at: index)
    held[slot].wasComputing = true
  }

  // MARK: The end of a request

  private mutating func end(_ slot: Int, with kind: AnswerKind, at now: Milliseconds) {
    if kind == .empty { return end(slot, refusal: .workerFailed, at: now) }
    if let entry = held[slot].entry {
      if case .lasting(let bytes) = kind, bytes <= bounds.keptBytes {
        actions.append(.keep(entry.number))
        known.end(entry, .kept(bytes: bytes), at: now) { actions.append(.forget($0)) }
      } else {
        forget(entry, of: slot, at: now)
      }
    }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      counters.answered += 1
      actions.append(.answer(slot: each, first: each == slot))
    }
    release(slot)
  }

  private mutating func end(
    _ slot: Int, refusal: Refusal, retryAfter: Milliseconds? = nil, at now: Milliseconds
  ) {
    if let entry = held[slot].entry { forget(entry, of: slot, at: now) }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      counters.refused += 1
      actions.append(
        .refuse(slot: each, refusal, retryAfter: retryAfter, first: each == slot))
    }
    release(slot)
  }

  /// There is no reply to keep, but the attempts count on if the request comes again.
  private mutating func forget(
    _ entry: KnownRequests.Reference, of slot: Int, at now: Milliseconds
  ) {
    if held[slot].attempts > 0 || held[slot].wasComputing {
      known.end(entry, .attempted(held[slot].attempts), at: now) { actions.append(.forget($0)) }
    } else {
      known.drop(entry)
    }
  }

  private mutating func hold(_ slot: Int) {
    inFlight += 1
    if let connection = held[slot].connection {
      connections.take(connection, bytes: held[slot].bytes)
    }
  }

  private mutating func release(_ slot: Int) {
    wheel.remove(slot, held[slot].deadline)
    if held[slot].isQueued { dequeue(slot) }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      inFlight -= 1
      if let connection = held[each].connection {
        connections.give(connection, bytes: held[each].bytes)
      }
      held[each] = .none
    }
  }

  private mutating func makeRoom(for slot: Int) {
    while held.count <= slot { held.append(.none) }
    order.makeRoom(for: slot)
    wheel.makeRoom(for: slot)
  }
}

/// What is known of a request in a slot.
private struct Held {
  var connection: Int?
  var service: Int
  var bytes: Int
  var acceptedAt: Milliseconds
  var deadline: Milliseconds = 0
  var entry: KnownRequests.Reference?
  var attempts = 0
  /// The worker that has it, and under which token.
  var session: Int?
  var token: UInt64 = 0
  /// The next of those that get the same answer.
  var nextJoined: Int?
  /// It waits, is computed or has joined nobody.
  var isPrimary = false
  var isQueued = false
  /// A worker went on computing it after its end.
  var wasComputing = false

  static var none: Held { Held(connection: nil, service: 0, bytes: 0, acceptedAt: 0) }
}
