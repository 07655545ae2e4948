import Operations

@testable import Majordomo

/// Brokers, workers and clients that talk to each other over a network which loses, delays and
/// reorders messages, while they crash, hang and come back. All of it follows from one seed.
///
/// The three kinds of state are the real ones; what stands between them is played: connections,
/// routing ids that repeat after a restart, sockets that keep what cannot be sent yet.
struct World {
  struct Shape {
    var brokers = 2
    var workers = 3
    var clients = 4
    var credit = 4
    /// Every so many requests one kills the worker that computes it; 0 for none.
    var poisonEvery = 0
    /// So many stop reading together.
    var deaf = 1
    var bounds = BrokerBounds()
  }

  /// What must never be, with the time at which it was.
  private(set) var fault: String?
  private(set) var answered = 0
  private(set) var refused = 0
  private(set) var givenUp = 0
  private(set) var poisoned = 0
  /// Replies that waited for who did not read, and refusals that were dropped there.
  private(set) var delayed = 0
  private(set) var dropped = 0
  private(set) var events = 0
  private(set) var now: Milliseconds = 1_000_000

  private let shape: Shape
  private var random: SplitMix64
  private var agenda = Agenda()
  private var brokers: [BrokerNode] = []
  private var workers: [WorkerNode] = []
  private var clients: [ClientNode] = []
  /// All connections that ever were.
  private var links: [Link] = []
  private var oldTokens: [(token: Token, link: Int)] = []
  private var isStormy = true

  init(seed: UInt64, _ shape: Shape = Shape()) {
    self.shape = shape
    random = SplitMix64(seed: seed)
    for broker in 0..<shape.brokers {
      brokers.append(BrokerNode(shape.bounds, epoch: random.next()))
      wake(.broker(broker))
    }
    for worker in 0..<shape.workers {
      workers.append(WorkerNode())
      start(worker: worker)
    }
    for client in 0..<shape.clients {
      let state = ClientState(brokers: shape.brokers, timeout: 6000, rounds: 2)
      var links: [Int] = []
      for broker in 0..<shape.brokers { links.append(open(.client(client), to: broker)) }
      clients.append(ClientNode(state: state, links: links))
      agenda.add(.ask(client), at: now + below(1000))
    }
    agenda.add(.misfortune, at: now + 500)
  }

  // MARK: Running

  /// Lets `duration` pass.
  mutating func run(_ duration: Milliseconds) {
    let end = now + duration
    while fault == nil, let (time, event) = agenda.next(before: end) {
      now = time
      events += 1
      happen(event)
    }
    now = end
  }

  /// Ends all misfortune, waits until everything that was begun is over, and looks whether all who
  /// can work do.
  mutating func settle() {
    isStormy = false
    for broker in brokers.indices where !brokers[broker].isUp { restart(broker: broker) }
    for client in clients.indices { clients[client].readsAt = 0 }
    for worker in workers.indices {
      workers[worker].hangsUntil = 0
      if !workers[worker].isUp { start(worker: worker) }
    }
    run(90_000)
    for (number, broker) in brokers.enumerated() {
      let open = broker.places.count { $0 != nil }
      if broker.state.unsentCount > 0 || !broker.unsent.isEmpty {
        fail("broker \(number) keeps replies to who reads again")
      }
      if open > 0 || broker.state.inFlight > 0 { fail("broker \(number) forgot \(open) requests") }
      if broker.state.workerCount != shape.workers {
        fail("broker \(number) has \(broker.state.workerCount) of \(shape.workers) workers")
      }
    }
    for (number, client) in clients.enumerated() where client.state.inFlight > 0 {
      fail("client \(number) waits for ever")
    }
    let before = answered
    for client in clients.indices {
      ask(client, poison: false)
      run(500)
    }
    if answered != before + clients.count {
      fail("\(answered - before) of \(clients.count) are answered when all is well")
    }
  }

  private mutating func fail(_ text: String) { fault = fault ?? "at \(now): \(text)" }

  // MARK: Parts

  fileprivate enum Node: Hashable {
    case broker(Int)
    case worker(Int)
    case client(Int)
  }

  fileprivate struct Token: Equatable {
    var epoch: UInt64
    var count: UInt64
  }

  fileprivate struct Question {
    var client: Int
    var number: Int
    var isPoison: Bool
    var answer: Int { client * 1_000_003 + number }
  }

  fileprivate enum Reply {
    case answer(Int)
    case refusal(Refusal, Milliseconds?)
  }

  fileprivate enum Message {
    // To a broker.
    case ask(Question, deadline: Milliseconds)
    case ready
    case result(Token, Int)
    case garbage(Token)
    // To a worker.
    case compute(Token, Question)
    // To a client.
    case reply(Int, Reply)
    // Both ways between broker and worker.
    case heartbeat
    case disconnect
  }

  fileprivate struct Link {
    let owner: Node
    let broker: Int
    var isOpen = true
  }

  fileprivate enum Event {
    case wake(Node)
    case atBroker(link: Int, Message)
    case atOwner(link: Int, Message)
    case computed(worker: Int, life: Int)
    case ask(Int)
    case start(Node)
    case misfortune
  }

  private struct Place {
    var link: Int
    var question: Question
    var end: Milliseconds
  }

  private struct BrokerNode {
    var state: BrokerState
    let epoch: UInt64
    var isUp = true
    var wakesAt: Milliseconds?
    var places: [Place?] = []
    var kept: [Int: Int] = [:]
    /// Replies that wait for their client, by place.
    var unsent: [Int: (link: Int, number: Int, reply: Reply)] = [:]
    var drainEnd: Milliseconds?
    /// Routing ids count anew after every start, as libzmq's do.
    var ids: [Int: UInt32] = [:]
    var owners: [Peer: Int] = [:]

    init(_ bounds: BrokerBounds, epoch: UInt64) {
      state = BrokerState(bounds: bounds, service: "viewfence.v1")
      self.epoch = epoch
    }

    mutating func peer(_ link: Int, isWorker: Bool) -> Peer {
      let id = ids[link] ?? UInt32(ids.count)
      ids[link] = id
      let peer = withUnsafeBytes(of: id) { Peer(isWorker ? .workers : .requests, $0) }
      owners[peer] = link
      return peer
    }
  }

  private struct WorkerNode {
    var isUp = false
    var life = 0
    var sessions: [(state: WorkerState, link: Int?)] = []
    var queue: [(link: Int, token: Token, question: Question)] = []
    var isBusy = false
    var hangsUntil: Milliseconds = 0
    var wakesAt: Milliseconds?
  }

  private struct ClientNode {
    var state: ClientState
    let links: [Int]
    var questions: [Int: Question] = [:]
    var asked = 0
    /// It does not read until then.
    var readsAt: Milliseconds = 0
    var wakesAt: Milliseconds?
  }

  // MARK: Chance

  private mutating func below(_ bound: Int) -> Milliseconds {
    Milliseconds(random.next() % UInt64(bound))
  }

  private mutating func chance(_ oneIn: Int) -> Bool { random.next() % UInt64(oneIn) == 0 }

  // MARK: Network

  private mutating func open(_ owner: Node, to broker: Int) -> Int {
    links.append(Link(owner: owner, broker: broker))
    return links.count - 1
  }

  private mutating func toBroker(_ link: Int, _ message: Message) {
    guard let delay = delay() else { return }
    agenda.add(.atBroker(link: link, message), at: now + delay)
  }

  private mutating func toOwner(_ link: Int, _ message: Message) {
    guard let delay = delay() else { return }
    agenda.add(.atOwner(link: link, message), at: now + delay)
  }

  /// Nil for a message that is lost.
  private mutating func delay() -> Milliseconds? {
    guard isStormy else { return 1 }
    if chance(100) { return nil }
    if chance(200) { return below(5000) }
    return 1 + below(10)
  }

  private mutating func happen(_ event: Event) {
    switch event {
    case .wake(let node): wakeUp(node)
    case .atBroker(let link, let message): arrive(atBroker: links[link].broker, link, message)
    case .atOwner(let link, let message):
      guard links[link].isOpen else { return }
      switch links[link].owner {
      case .worker(let worker): arrive(atWorker: worker, link, message)
      case .client(let client): arrive(atClient: client, link, message)
      case .broker: break
      }
    case .computed(let worker, let life): computed(worker, life)
    case .ask(let client):
      guard isStormy else { return }
      ask(client, poison: shape.poisonEvery > 0 && chance(max(shape.poisonEvery, 1)))
      agenda.add(.ask(client), at: now + 1 + below(2000))
    case .start(.worker(let worker)): if !workers[worker].isUp { start(worker: worker) }
    case .start(.broker(let broker)): if !brokers[broker].isUp { restart(broker: broker) }
    case .start(.client): break
    case .misfortune:
      if isStormy { misfortune() }
      agenda.add(.misfortune, at: now + 200 + below(5000))
    }
  }

  private mutating func misfortune() {
    switch random.next() % 9 {
    case 0, 1: crash(worker: Int(below(shape.workers)))
    case 2:
      let worker = Int(below(shape.workers))
      workers[worker].hangsUntil = now + below(8000)
    case 3: crash(broker: Int(below(shape.brokers)))
    case 4:
      let broker = Int(below(shape.brokers))
      guard brokers[broker].isUp, brokers[broker].drainEnd == nil else { return }
      brokers[broker].state.drain()
      brokers[broker].drainEnd = now + 2000
      agenda.add(.wake(.broker(broker)), at: now + 2000)
      brokers[broker].wakesAt = now + 2000
    case 5, 6:
      // Somebody answers what another one was asked, now or long ago.
      guard !oldTokens.isEmpty, !links.isEmpty else { return }
      let (token, owner) = oldTokens[Int(below(oldTokens.count))]
      let forger = Int(below(links.count))
      if forger != owner, links[forger].isOpen { toBroker(forger, .result(token, -1)) }
    case 7:
      let first = Int(below(shape.clients))
      for client in first..<first + shape.deaf {
        clients[client % shape.clients].readsAt = now + below(4000)
      }
    default:
      // A client that sends what only workers send.
      let client = Int(below(shape.clients))
      toBroker(clients[client].links[0], chance(2) ? .ready : .heartbeat)
    }
  }

  // MARK: Waking

  private mutating func wake(_ node: Node) {
    let (look, planned): (Milliseconds?, Milliseconds?)
    switch node {
    case .broker(let number):
      look = [brokers[number].state.nextLook, brokers[number].drainEnd].compactMap(\.self).min()
      planned = brokers[number].wakesAt
    case .worker(let number):
      look = workers[number].sessions.compactMap(\.state.nextLook).min()
      planned = workers[number].wakesAt
    case .client(let number):
      look = clients[number].state.nextLook
      planned = clients[number].wakesAt
    }
    guard let look, look < planned ?? .max else { return }
    let time = max(look, now + 1)
    agenda.add(.wake(node), at: time)
    switch node {
    case .broker(let number): brokers[number].wakesAt = time
    case .worker(let number): workers[number].wakesAt = time
    case .client(let number): clients[number].wakesAt = time
    }
  }

  private mutating func wakeUp(_ node: Node) {
    switch node {
    case .broker(let number):
      guard brokers[number].wakesAt == now, brokers[number].isUp else { return }
      brokers[number].wakesAt = nil
      brokers[number].state.tick(at: now)
      perform(number, nil, nil)
      judge(broker: number)
      if let end = brokers[number].drainEnd, end <= now || brokers[number].state.inFlight == 0 {
        _ = brokers[number].state.endDrain(at: now)
        perform(number, nil, nil)
        if brokers[number].places.contains(where: { $0 != nil }) {
          fail("broker \(number) ended without answering all")
        }
        return crash(broker: number)
      }
    case .worker(let number):
      guard workers[number].wakesAt == now, workers[number].isUp else { return }
      workers[number].wakesAt = nil
      guard workers[number].hangsUntil <= now else {
        workers[number].wakesAt = workers[number].hangsUntil
        return agenda.add(.wake(node), at: workers[number].hangsUntil)
      }
      for session in workers[number].sessions.indices {
        workers[number].sessions[session].state.tick(at: now)
        perform(worker: number, session, nil)
      }
    case .client(let number):
      guard clients[number].wakesAt == now else { return }
      clients[number].wakesAt = nil
      clients[number].state.tick(at: now)
      perform(client: number, nil)
    }
    wake(node)
  }

  // MARK: Brokers

  private mutating func crash(broker: Int) {
    guard brokers[broker].isUp else { return }
    brokers[broker].isUp = false
    agenda.add(.start(.broker(broker)), at: now + 100 + below(3000))
  }

  private mutating func restart(broker: Int) {
    brokers[broker] = BrokerNode(shape.bounds, epoch: random.next())
  }

  private mutating func arrive(atBroker number: Int, _ link: Int, _ message: Message) {
    guard links[link].isOpen else { return }
    guard brokers[number].isUp else {
      // The socket keeps it until the broker is back.
      return agenda.add(.atBroker(link: link, message), at: now + 100)
    }
    let isWorker = if case .worker = links[link].owner { true } else { false }
    let peer = brokers[number].peer(link, isWorker: isWorker)
    switch message {
    case .ask(let question, let deadline):
      brokers[number].state.hear(peer, at: now)
      accept(number, link, peer, question, deadline)
    case .ready:
      guard isWorker else { return violate(number, link, peer) }
      let offer = WorkerOffer(credit: shape.credit, wantsTimeLeft: true)
      Array("viewfence.v1".utf8).withUnsafeBytes {
        brokers[number].state.ready(peer, .v02, service: $0, offer: offer, at: now)
      }
      perform(number, link, nil)
    case .result(let token, let value):
      guard isWorker else { return violate(number, link, peer) }
      brokers[number].state.answer(
        from: peer, token: token.epoch == brokers[number].epoch ? token.count : nil,
        .lasting(bytes: 100), at: now)
      perform(number, link, value)
    case .garbage(let token):
      brokers[number].state.answer(
        from: peer, token: token.epoch == brokers[number].epoch ? token.count : nil, .unreadable,
        at: now)
      perform(number, link, nil)
    case .heartbeat:
      guard isWorker else { return violate(number, link, peer) }
      brokers[number].state.heartbeat(from: peer, at: now)
      perform(number, link, nil)
    case .disconnect:
      brokers[number].state.disconnect(from: peer, at: now)
      perform(number, link, nil)
    case .compute, .reply: break
    }
    judge(broker: number)
    wake(.broker(number))
  }

  private mutating func violate(_ number: Int, _ link: Int, _ peer: Peer) {
    brokers[number].state.violation(by: peer, at: now)
    perform(number, link, nil)
  }

  private mutating func accept(
    _ number: Int, _ link: Int, _ peer: Peer, _ question: Question, _ deadline: Milliseconds
  ) {
    let place = Place(link: link, question: question, end: now + deadline)
    let slot: Int
    let (places, unsent) = (brokers[number].places, brokers[number].unsent)
    if let free = places.indices.first(where: { places[$0] == nil && unsent[$0] == nil }) {
      brokers[number].places[free] = place
      slot = free
    } else {
      slot = brokers[number].places.count
      brokers[number].places.append(place)
    }
    let key = BrokerState.Request.Key(
      id: UInt64(link) << 32 | UInt64(question.number), body: UInt64(question.number))
    let isBehind =
      brokers[number].state.isUnsent(peer)
      && brokers[number].state.unsentCount >= shape.bounds.queued
    let inFlight = brokers[number].state.inFlight
    brokers[number].state.accept(
      BrokerState.Request(peer: peer, service: 0, bytes: 100, deadline: deadline, key: key),
      slot: slot, at: now)
    if isBehind && brokers[number].state.inFlight > inFlight {
      fail("broker \(number) computes for who does not read when too much waits")
    }
    perform(number, link, nil)
  }

  /// Does what a broker decided. `value` is the answer at hand, `sender` the connection that the
  /// message at hand came by.
  private mutating func perform(_ number: Int, _ sender: Int?, _ value: Int?) {
    var index = 0
    while index < brokers[number].state.actions.count {
      let action = brokers[number].state.actions[index]
      index += 1
      switch action {
      case .dispatch(let slot, let session, let count):
        guard let place = brokers[number].places[slot] else {
          fail("broker \(number) dispatches a request that is over")
          continue
        }
        let worker = brokers[number].state.session(session)
        guard !worker.isOver, let link = brokers[number].owners[worker.peer] else { continue }
        // Sometimes a broken connection is known to be broken.
        if !links[link].isOpen && chance(2) {
          brokers[number].state.unreachable(session: session, slot: slot, at: now)
          continue
        }
        let token = Token(epoch: brokers[number].epoch, count: count)
        // An answer that was owed to an earlier life of the broker, under the same count.
        if chance(20),
          let old = oldTokens.first(where: { $0.token.count == count && $0.token != token })
        {
          toBroker(link, .result(old.token, -1))
        }
        if oldTokens.count > 1000 { oldTokens.removeFirst(500) }
        oldTokens.append((token, link))
        toOwner(link, .compute(token, place.question))
      case .answer(let slot, _):
        guard let place = end(number, slot) else { continue }
        if value != place.question.answer {
          fail("broker \(number) gives \(value ?? 0) to \(place.question)")
        }
        reply(.answer(value ?? 0), to: place, number, slot)
      case .repeatAnswer(let slot, let kept):
        guard let place = end(number, slot) else { continue }
        if brokers[number].kept[kept] != place.question.answer {
          fail("broker \(number) repeats a foreign answer to \(place.question)")
        }
        reply(.answer(place.question.answer), to: place, number, slot)
      case .refuse(let slot, let refusal, let retryAfter, _):
        guard let place = end(number, slot) else { continue }
        if refusal == .idConflict { fail("an id conflict of equal requests") }
        reply(.refusal(refusal, retryAfter), to: place, number, slot)
      case .sendAgain(let connection):
        let slots = brokers[number].state.unsentSlots(of: connection)
        let sent = slots.prefix { slot in
          guard let waiting = brokers[number].unsent[slot] else { return false }
          return hasRoom(waiting.link)
        }
        if slots.isEmpty { fail("broker \(number) sends nothing again") }
        for slot in sent {
          guard let waiting = brokers[number].unsent.removeValue(forKey: slot) else { continue }
          toOwner(waiting.link, .reply(waiting.number, waiting.reply))
        }
        brokers[number].state.sent(sent.count, of: connection, at: now)
      case .keep(let kept): brokers[number].kept[kept] = value
      case .forget(let kept): brokers[number].kept[kept] = nil
      case .begin(let session), .heartbeat(let session):
        tell(number, session, .heartbeat)
      case .end(let session, let reason):
        if reason != .left && reason != .unreachable && reason != .violation {
          tell(number, session, .disconnect)
        }
      case .disconnectSender: if let sender { toOwner(sender, .disconnect) }
      case .partial: fail("a partial answer that nobody sent")
      }
    }
    brokers[number].state.actions.removeAll(keepingCapacity: true)
  }

  private func hasRoom(_ link: Int) -> Bool {
    if case .client(let client) = links[link].owner { clients[client].readsAt <= now } else { true }
  }

  private mutating func reply(_ reply: Reply, to place: Place, _ number: Int, _ slot: Int) {
    // As the loop has it: who was let in is owed the reply.
    let isOwed = if case .refusal(.clientLimit, _) = reply { false } else { true }
    let peer = brokers[number].peer(place.link, isWorker: false)
    guard brokers[number].state.isUnsent(peer) || !hasRoom(place.link) else {
      return toOwner(place.link, .reply(place.question.number, reply))
    }
    if brokers[number].state.keepUnsent(slot, for: peer, bytes: 100, isOwed: isOwed, at: now) {
      delayed += 1
      brokers[number].unsent[slot] = (place.link, place.question.number, reply)
    } else if isOwed {
      fail("broker \(number) drops a reply that it owes")
    } else {
      dropped += 1
    }
  }

  private mutating func tell(_ number: Int, _ session: Int, _ message: Message) {
    let peer = brokers[number].state.session(session).peer
    guard let link = brokers[number].owners[peer] else { return }
    if case .heartbeat = message, !links[link].isOpen, chance(2) {
      brokers[number].state.unreachable(session: session, at: now)
    } else {
      toOwner(link, message)
    }
  }

  private mutating func end(_ number: Int, _ slot: Int) -> Place? {
    guard let place = brokers[number].places[slot] else {
      fail("broker \(number) answers a request twice")
      return nil
    }
    brokers[number].places[slot] = nil
    return place
  }

  private mutating func judge(broker number: Int) {
    let state = brokers[number].state
    // What comes back from a worker that is gone was in the queue once before. A worker that came
    // back may hold several credits until its earlier sessions have expired.
    if state.waiting > shape.bounds.queued + 5 * shape.workers * shape.credit {
      fail("broker \(number) queues \(state.waiting)")
    }
    for connection in state.unsent.connections
    where state.unsentSlots(of: connection).count > shape.bounds.perConnection {
      fail("broker \(number) keeps more replies of a connection than its bound")
    }
    for case let place? in brokers[number].places where now > place.end + 50 {
      // A joined request shares the deadline of the first one, which is not later.
      return fail("broker \(number) forgot \(place.question)")
    }
  }

  // MARK: Workers

  private mutating func start(worker: Int) {
    workers[worker].isUp = true
    workers[worker].life += 1
    workers[worker].sessions = (0..<shape.brokers).map { _ in
      (WorkerState(heartbeat: 1000, expiry: 3000, seed: random.next()), nil)
    }
    workers[worker].wakesAt = now + 1
    agenda.add(.wake(.worker(worker)), at: now + 1)
  }

  private mutating func crash(worker: Int) {
    guard workers[worker].isUp else { return }
    for session in workers[worker].sessions {
      if let link = session.link { links[link].isOpen = false }
    }
    workers[worker].isUp = false
    workers[worker].isBusy = false
    workers[worker].life += 1
    workers[worker].sessions = []
    workers[worker].queue = []
    agenda.add(.start(.worker(worker)), at: now + 50 + below(3000))
  }

  private mutating func arrive(atWorker worker: Int, _ link: Int, _ message: Message) {
    guard workers[worker].isUp else { return }
    guard workers[worker].hangsUntil <= now else {
      return agenda.add(.atOwner(link: link, message), at: workers[worker].hangsUntil + 1)
    }
    guard let session = workers[worker].sessions.firstIndex(where: { $0.link == link }) else {
      return
    }
    let command: WorkerState.Command? =
      switch message {
      case .compute: .request
      case .heartbeat: .heartbeat
      case .disconnect: .disconnect
      default: nil
      }
    workers[worker].sessions[session].state.hear(command, at: now)
    perform(worker: worker, session, message)
    wake(.worker(worker))
  }

  private mutating func perform(worker: Int, _ session: Int, _ message: Message?) {
    let actions = workers[worker].sessions[session].state.actions
    workers[worker].sessions[session].state.actions.removeAll(keepingCapacity: true)
    for action in actions {
      let link = workers[worker].sessions[session].link
      switch action {
      case .connect:
        let link = open(.worker(worker), to: session)
        workers[worker].sessions[session].link = link
        toBroker(link, .ready)
      case .heartbeat: if let link { toBroker(link, .heartbeat) }
      case .disconnect: if let link { toBroker(link, .disconnect) }
      case .close:
        guard let link else { continue }
        links[link].isOpen = false
        workers[worker].sessions[session].link = nil
        workers[worker].queue.removeAll { $0.link == link }
      case .registered: break
      case .compute:
        guard let link, case .compute(let token, let question)? = message else { continue }
        workers[worker].queue.append((link, token, question))
        if workers[worker].queue.count(where: { $0.link == link }) > shape.credit {
          fail("worker \(worker) has more than its credit")
        }
        computeNext(worker)
      }
    }
  }

  private mutating func computeNext(_ worker: Int) {
    guard !workers[worker].isBusy, !workers[worker].queue.isEmpty else { return }
    workers[worker].isBusy = true
    let isSlow = isStormy && chance(300)
    agenda.add(
      .computed(worker: worker, life: workers[worker].life),
      at: now + (isSlow ? 1500 : 1 + below(20)))
  }

  private mutating func computed(_ worker: Int, _ life: Int) {
    guard workers[worker].isUp, workers[worker].life == life else { return }
    guard workers[worker].hangsUntil <= now else {
      return agenda.add(
        .computed(worker: worker, life: life), at: workers[worker].hangsUntil + 1)
    }
    workers[worker].isBusy = false
    guard !workers[worker].queue.isEmpty else { return }
    let (link, token, question) = workers[worker].queue.removeFirst()
    if question.isPoison { return crash(worker: worker) }
    let isGarbled = isStormy && chance(500)
    toBroker(link, isGarbled ? .garbage(token) : .result(token, question.answer))
    computeNext(worker)
  }

  // MARK: Clients

  private mutating func ask(_ client: Int, poison: Bool) {
    let number = clients[client].asked
    clients[client].asked += 1
    clients[client].questions[number] = Question(
      client: client, number: number, isPoison: poison)
    clients[client].state.begin(number, at: now)
    perform(client: client, nil)
    wake(.client(client))
  }

  private mutating func arrive(atClient client: Int, _ link: Int, _ message: Message) {
    guard case .reply(let number, let reply) = message,
      let broker = clients[client].links.firstIndex(of: link)
    else { return }
    switch reply {
    case .answer(let value):
      if value != client * 1_000_003 + number { fail("client \(client) is told \(value)") }
      clients[client].state.receive(number, from: broker, isBusy: false, at: now)
    case .refusal(let refusal, let retryAfter):
      let isBusy = [.overloaded, .longWait, .draining, .noWorker, .clientLimit].contains(refusal)
      clients[client].state.receive(
        number, from: broker, isBusy: isBusy, retryAfter: retryAfter, at: now)
    }
    perform(client: client, reply)
    wake(.client(client))
  }

  private mutating func perform(client: Int, _ reply: Reply?) {
    let actions = clients[client].state.actions
    clients[client].state.actions.removeAll(keepingCapacity: true)
    for action in actions {
      switch action {
      case .send(let number, let broker):
        guard let question = clients[client].questions[number] else {
          fail("client \(client) sends what is over")
          continue
        }
        toBroker(clients[client].links[broker], .ask(question, deadline: 5000))
      case .deliver(let number):
        guard let question = clients[client].questions.removeValue(forKey: number) else {
          fail("client \(client) is answered twice")
          continue
        }
        switch reply {
        case .answer: answered += 1
        case .refusal(let refusal, _):
          refused += 1
          if refusal == .poisonRequest {
            poisoned += 1
            // Without faults of the network only poison is called poison.
            if !isStormy && !question.isPoison { fail("\(question) is no poison") }
          }
        case nil: fail("an answer without an answer")
        }
      case .giveUp(let number):
        clients[client].questions[number] = nil
        givenUp += 1
      }
    }
  }
}

/// Events by time; those of one time in the order in which they were added.
private struct Agenda {
  private struct Entry {
    let time: Milliseconds
    let number: UInt64
    let event: World.Event
  }

  private var heap: [Entry] = []
  private var count: UInt64 = 0

  mutating func add(_ event: World.Event, at time: Milliseconds) {
    count += 1
    heap.append(Entry(time: time, number: count, event: event))
    var index = heap.count - 1
    while index > 0, isEarlier(index, (index - 1) / 2) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func next(before end: Milliseconds) -> (Milliseconds, World.Event)? {
    guard let first = heap.first, first.time < end else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if isEarlier(child, least) { least = child }
      }
      if least == index { break }
      heap.swapAt(index, least)
      index = least
    }
    return (first.time, first.event)
  }

  private func isEarlier(_ a: Int, _ b: Int) -> Bool {
    (heap[a].time, heap[a].number) < (heap[b].time, heap[b].number)
  }
}
