import JSON
import Operations
import WireFormat
import ZeroMQ

/// Moves frames between sockets and does what `BrokerState` decides. One thread owns it.
///
/// A turn takes all that waits, up to a bound, and sends the replies in batches: that costs a third
/// less than one by one, and it cuts the tail.
struct BrokerLoop: ~Copyable {
  let settings: BrokerSettings
  let log: Log
  let sockets: BrokerSockets
  /// Nil where everybody may come.
  let gatekeeper: Gatekeeper?
  var state: BrokerState
  let tokens = TokenMint(epoch: randomNumber())
  let hash: ByteHash

  var places: [RequestPlace] = []
  var freePlaces: [RequestPlace] = []
  /// Places whose reply goes out with the next batch, and the bytes of these.
  var outbox: [RequestPlace] = []
  var outboxBytes = 0
  /// Replies kept for requests that come again, by the number that `BrokerState` gave them.
  var kept: [[UInt8]] = []
  var largeReplies: LargeReplies

  /// What a worker sent and is being handled: the frames of its answer, what stands in them, and
  /// through which port it came.
  var atHand: (message: Message, body: Range<Int>, head: AnswerHead?, port: Peer.Port)

  /// Of answers that do not begin as ours do.
  var scanner = JSONScanner()
  let scan = RequestScan()
  /// The place whose request was scanned last.
  var scanned: Int?
  var publications: Publications
  /// Counted apart, so that a flood of refusals does not push topics out.
  var errorPublications: Publications
  let subscription = Message(capacity: 1)

  /// The broker's own thread as a worker.
  let handler: RequestHandler?
  let ownSession: Int?
  var toCompute: [Int] = []
  var bodies: [UnsafeRawBufferPointer] = []
  let ownAnswer = Message(capacity: 1)
  var writer = JSONWriter(capacity: 4096)

  var now: Milliseconds = Clock.milliseconds
  var delivery = DeliveryCounters()
  /// Where its figures go after each turn.
  var figures: BrokerFigures?

  init(
    _ settings: BrokerSettings, in context: Context, handler: RequestHandler?, log: Log
  ) throws {
    let largeReplies = try LargeReplies(settings.bounds)
    let gatekeeper = try settings.keys.map { try Gatekeeper($0, in: context, log: log) }
    let sockets = try BrokerSockets(settings, in: context, gatekeeper: gatekeeper)
    self.sockets = sockets
    self.gatekeeper = gatekeeper
    self.largeReplies = largeReplies
    (self.settings, self.handler, self.log) = (settings, handler, log)
    atHand = (ownAnswer, 0..<0, nil, .threads)
    hash = ByteHash(secret: randomNumber())
    state = BrokerState(bounds: settings.bounds, service: settings.service)
    ownSession = handler == nil ? nil : state.addOwnThread()
    publications = Publications(settings.bounds, hash: hash)
    errorPublications = Publications(settings.bounds, hash: hash)
  }

  /// How long the look at the time may be put off while there is too much to hear.
  private static let patience: Milliseconds = 1000

  // MARK: Turns

  /// Serves until `stop` says so and what is in flight is finished, or its time is over.
  ///
  /// `ready` is called once, when so many threads of this process work.
  mutating func run(
    until stop: StopSignal, threads count: Int, ready: (BoundEndpoints) -> Void
  ) throws -> Outcome {
    var poller = Poller()
    let threads = poller.add(sockets.threads)
    let workers = poller.add(sockets.workers)
    let requests = poller.add(sockets.requests)
    let cameras = poller.add(sockets.cameras)
    let ingest = poller.add(sockets.ingest)
    let stopping = poller.add(fileDescriptor: stop.fileDescriptor)
    let room = poller.add(fileDescriptor: largeReplies.hasRoom.fileDescriptor)
    let gate = gatekeeper?.add(to: &poller)
    var drain: Drain?
    var isMoreWaiting = false
    var isReady = false

    while true {
      if !isReady, state.threadCount >= count {
        isReady = true
        ready(sockets.bound)
      }
      poller.setActive(takesIngest, ingest)
      try poller.wait(milliseconds: isMoreWaiting ? 0 : timeout(until: drain?.nextLook(at: now)))
      now = Clock.milliseconds
      isMoreWaiting = false
      if poller.isReadable(threads) { isMoreWaiting = try take(from: .threads) || isMoreWaiting }
      if poller.isReadable(workers) { isMoreWaiting = try take(from: .workers) || isMoreWaiting }
      // Silence is judged when all that workers sent was heard, or else a little later.
      let isAllHeard = !isMoreWaiting
      if poller.isReadable(requests) {
        isMoreWaiting = try take(from: .requests) || isMoreWaiting
        drain?.lastRequest = now
      }
      if poller.isReadable(cameras) { try takeSubscriptions() }
      if let look = publications.nextLook, look <= now { sendOwedValues() }
      if poller.isReadable(ingest) { isMoreWaiting = try takeIngest() || isMoreWaiting }
      if let gatekeeper, let gate { try gatekeeper.take(poller, from: gate, at: now) }
      if poller.isReadable(room) {
        for peer in largeReplies.takeReady() { state.hear(peer, at: now) }
      }

      if poller.isReadable(stopping), stop.take() {
        guard drain == nil else {
          log.write(.warning, "stop.forced", ["in_flight": "\(state.inFlight)"])
          // What was answered in this turn is not given up.
          flush()
          try setLinger()
          return Outcome(abandoned: state.inFlight + unsent, wasForced: true)
        }
        log.write(.notice, "stop.draining", ["in_flight": "\(state.inFlight)"])
        drain = Drain(end: now + Milliseconds(settings.drainMilliseconds), lastRequest: now)
        state.drain()
      }
      if let look = state.nextLook, look <= (isAllHeard ? now : now - Self.patience) {
        state.tick(at: now)
        perform()
      }
      flush()
      if drain?.isOver(inFlight: state.inFlight + unsent, at: now) == true {
        let abandoned = state.endDrain(at: now)
        perform()
        flush()
        try setLinger()
        return Outcome(abandoned: abandoned + unsent)
      }
      figures?.store(snapshot)
    }
  }

  /// Replies that wait for room, and clients whose large ones libzmq has not written: of others it
  /// does not tell.
  private var unsent: Int { state.unsentCount + largeReplies.unwritten }

  private var snapshot: BrokerFigures.Snapshot {
    var snapshot = BrokerFigures.Snapshot()
    (snapshot.counters, snapshot.delivery) = (state.counters, delivery)
    if let gatekeeper { snapshot.access = gatekeeper.counters }
    (snapshot.inFlight, snapshot.unsent) = (state.inFlight, state.unsentCount)
    snapshot.workers = state.workerCount
    snapshot.connections = state.connectionCount
    return snapshot
  }

  mutating func timeout(until other: Milliseconds?) -> Int? {
    let look = min(state.nextLook ?? .max, publications.nextLook ?? .max, other ?? .max)
    return look == .max ? nil : Int(max(look - now, 0))
  }

  mutating func setLinger() throws {
    let linger = settings.lingerMilliseconds
    try sockets.requests.set(.linger, to: linger)
    try sockets.workers.set(.linger, to: linger)
    try sockets.threads.set(.linger, to: linger)
    try sockets.cameras.set(.linger, to: linger)
  }

  // MARK: Taking

  /// - Returns: whether more may wait.
  mutating func take(from port: Peer.Port) throws -> Bool {
    var turn = Turn(at: Clock.nanoseconds)
    for _ in 0..<settings.turnMessages {
      let place = takePlace()
      var isThere = false
      try sockets.with(port) { socket throws(ZeroMQError) in
        isThere = try socket.receive(into: place.message, wait: false)
      }
      guard isThere else {
        freePlaces.append(place)
        return false
      }
      place.port = port
      handle(place, from: port)
      guard !isOver(&turn) else { return true }
    }
    return true
  }

  /// Sends what was answered if it is a batch. Computing on this thread takes time that others wait:
  /// it ends a turn, and a batch.
  ///
  /// - Returns: whether the turn is over.
  mutating func isOver(_ turn: inout Turn) -> Bool {
    var isBatch = outbox.count >= Turn.batch || outboxBytes >= Turn.batchBytes
    var isOver = false
    if handler != nil {
      let time = Clock.nanoseconds
      now = time / 1_000_000
      isBatch = isBatch || time - turn.flushed >= Turn.batchNanoseconds
      isOver = time - turn.start >= Int64(settings.turnMilliseconds) * 1_000_000
      if isBatch { turn.flushed = time }
    }
    if isBatch { flush() }
    return isOver
  }

  mutating func handle(_ place: RequestPlace, from port: Peer.Port) {
    if state.unsentCount > 0, place.message.count > 0 {
      state.hear(Peer(port, place.message[0]), at: now)
    }
    switch Incoming(place.message) {
    case .request(let framing, let kept, let service, let body):
      (place.framing, place.kept, place.service, place.body) = (framing, kept, service, body)
      accept(place)
    case .badRequest(let framing, let kept, let service):
      (place.framing, place.kept, place.service, place.body) = (framing, kept, service, 0..<0)
      refuse(place, Problem(.badFrames, Self.badFramesDetail))
    case .worker(let version, let command, let rest):
      handleWorker(place.message, version, command, rest, from: port)
      free(place)
    case .nothing:
      free(place)
    }
  }

  static let badFramesDetail = """
    a request has at most \(Incoming.maximumFrames) frames, and with Majordomo a service and a body
    """

  // MARK: Places

  mutating func takePlace() -> RequestPlace {
    if let free = freePlaces.popLast() { return free }
    let place = RequestPlace(slot: places.count)
    places.append(place)
    return place
  }

  mutating func free(_ place: RequestPlace) {
    place.clear()
    freePlaces.append(place)
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
    // Nobody says when libzmq has written the last of the large replies.
    min(end, (idleSince == nil ? now : lastRequest) + Self.silence)
  }

  mutating func isOver(inFlight: Int, at now: Milliseconds) -> Bool {
    idleSince = inFlight == 0 ? idleSince ?? now : nil
    guard let idleSince else { return now >= end }
    return now - lastRequest >= Self.silence || now - idleSince >= Self.patience || now >= end
  }
}
