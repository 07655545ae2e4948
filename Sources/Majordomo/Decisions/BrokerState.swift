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
    /// Try to send the replies again that this connection had no room for, and tell how it went.
    case sendAgain(connection: Int)
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
    case left, silent, slow, unreachable, violation, garbage
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
    /// No reply of ours: the opaque answer of another service, or garbage.
    case unreadable
  }

  var actions: [Action] = []
  var counters = BrokerCounters()
  var isDraining = false
  /// Requests without an end yet, and those of them, with their bytes, that wait for a worker or
  /// for the same one that is in flight.
  var inFlight = 0
  var waiting = 0
  var waitingBytes = 0

  let bounds: BrokerBounds
  var held: [HeldRequest] = []
  var order = SlotLinks()
  var wheel = DeadlineWheel()
  var known: KnownRequests
  var connections = Connections()
  /// At so many connections the idle ones are forgotten; it doubles with those that are not, so that
  /// looking for them costs each request a constant share.
  var connectionLook = Self.fewConnections
  static let fewConnections = 4096
  var unsent = UnsentReplies()
  var tokens: UInt64 = 0

  var services = SlotTable<ServiceQueue>()
  var serviceCount: UInt64 = 0
  var serviceNumbers: [[UInt8]: Int] = [:]
  var sessions = SlotTable<Session>()
  var sessionNumbers: [Peer: Int] = [:]
  /// Workers that are threads of this process.
  var threadCount = 0

  /// Before these times no session and no service without workers has to be looked at.
  var sessionLook = Milliseconds.max
  var graceLook = Milliseconds.max
  var nextHeartbeat: Milliseconds = 0

  /// `service` is known from the beginning, with or without workers, and has the number 0.
  init(bounds: BrokerBounds, service: String) {
    self.bounds = bounds
    known = KnownRequests(bounds)
    addService(Array(service.utf8))
  }

  // MARK: Questions

  /// The number of a service that has workers or had some a while ago.
  func service(named name: UnsafeRawBufferPointer) -> Int? {
    if services[0].name.elementsEqual(name) { return 0 }
    return serviceNumbers[Array(name)]
  }

  func hasWorkers(_ service: Int) -> Bool { !services[service].sessions.isEmpty }
  func isOurs(_ service: Int) -> Bool { services[service].isOurs }
  /// Different for each service that ever was, also for those that got the same number.
  func serial(of service: Int) -> UInt64 { services[service].serial }
  var serviceNames: [String] {
    services.numbers.filter { !services[$0].isOver }
      .map { String(decoding: services[$0].name, as: UTF8.self) }
  }
  /// Whether that worker works for a service of `viewfence.*`.
  func worksForUs(_ peer: Peer) -> Bool {
    sessionNumbers[peer].map { isOurs(sessions[$0].service) } ?? false
  }
  /// How long the answer to a request may still take.
  func timeLeft(for slot: Int, at now: Milliseconds) -> Milliseconds { held[slot].deadline - now }
  var workerCount: Int { sessionNumbers.count }
  var connectionCount: Int { connections.count }

  /// Good until the next event, also for a session that has just ended.
  func session(_ number: Int) -> Session { sessions[number] }

  /// When `tick` has something to do; nil if never.
  var nextLook: Milliseconds? {
    let look = min(sessionLook, graceLook, wheel.nextLook ?? .max, unsent.nextLook ?? .max)
    return look == .max ? nil : look
  }
}
