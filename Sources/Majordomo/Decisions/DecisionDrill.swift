/// Drives a broker's decisions as clients and workers would, without sockets, so that they can be
/// timed alone.
package struct DecisionDrill {
  private var state = BrokerState(bounds: BrokerBounds(), service: "viewfence.v1")
  private var now: Milliseconds = 1
  private var workers: [Peer] = []
  private let client = Peer(.requests, [0, 0, 0, 0, 1])
  private var asked: UInt64 = 0
  /// Who has the request in each slot, and under which token.
  private var places: [(session: Int, token: UInt64)]
  private var next = 0
  private var lost = 0

  /// `workers` that may hold all of `inFlight` requests, which are with them.
  package init(workers count: Int, inFlight: Int) {
    places = Array(repeating: (0, 0), count: inFlight)
    for number in 0..<count {
      let worker = Peer(.workers, [0, 0, 0, 1, UInt8(truncatingIfNeeded: number)])
      workers.append(worker)
      register(worker)
    }
    for slot in 0..<inFlight { ask(slot) }
  }

  /// The oldest request is answered and another one asked in its place, `count` times.
  package mutating func answer(_ count: Int) {
    for _ in 0..<count {
      let place = places[next]
      state.answer(
        from: state.session(place.session).peer, token: place.token, .lasting(bytes: 200), at: now)
      state.actions.removeAll(keepingCapacity: true)
      ask(next)
      next = next + 1 < places.count ? next + 1 : 0
    }
  }

  /// One worker is gone, and what it had goes to the others; then it is back.
  ///
  /// - Returns: how many requests went to others.
  package mutating func loseWorker() -> Int {
    let before = state.counters.redispatched
    lost = lost + 1 < workers.count ? lost + 1 : 0
    state.disconnect(from: workers[lost], at: now)
    noteDispatches()
    register(workers[lost])
    return state.counters.redispatched - before
  }

  /// Whether every request so far was answered, or is with a worker; else the drill timed nonsense.
  package var isSound: Bool {
    let counters = state.counters
    return counters.answered + state.inFlight == counters.accepted && state.waiting == 0
      && counters.foreignAnswers + counters.refused == 0
  }

  private mutating func ask(_ slot: Int) {
    asked += 1
    if asked % 128 == 0 { now += 1 }
    let key = BrokerState.Request.Key(id: asked &* 0x9E37_79B9_7F4A_7C15, body: asked)
    state.accept(
      BrokerState.Request(peer: client, service: 0, bytes: 400, deadline: nil, key: key),
      slot: slot, at: now)
    noteDispatches()
  }

  private mutating func noteDispatches() {
    for case .dispatch(let slot, let session, let token) in state.actions {
      places[slot] = (session, token)
    }
    state.actions.removeAll(keepingCapacity: true)
  }

  private mutating func register(_ worker: Peer) {
    Array("viewfence.v1".utf8).withUnsafeBytes {
      state.ready(
        worker, .v02, service: $0, offer: WorkerOffer(credit: 64, wantsTimeLeft: true),
        at: now)
    }
    noteDispatches()
  }
}
