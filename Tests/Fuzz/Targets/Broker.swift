@testable import Majordomo

/// Whatever comes in whatever order: every request has exactly one end, answers go only where a
/// request waits, and after a drain nothing is left.
func judgeBroker(_ bytes: UnsafeRawBufferPointer) -> String? {
  var source = ByteSource(bytes)
  var game = BrokerGame(hasOwnThread: source.chance())
  while !source.isAtEnd {
    game.play(&source)
    if let fault = game.fault { return fault }
  }
  game.finish()
  return game.fault
}

/// A broker, and what those around it know of it.
private struct BrokerGame {
  private(set) var fault: String?

  private var broker: BrokerState
  private let ownSession: Int?
  private var now: Milliseconds = 0
  /// Places that hold a request.
  private var taken: Set<Int> = []
  /// Those of them whose reply waits for room, and whose request it was.
  private var unsent: Set<Int> = []
  private var peers: [Int: Peer?] = [:]
  /// Tokens that were given out, the last ones last.
  private var tokens: [(token: UInt64, peer: Peer)] = []
  private var toCompute: [Int] = []

  init(hasOwnThread: Bool) {
    var bounds = BrokerBounds()
    (bounds.queued, bounds.queuedBytes) = (8, 1000)
    (bounds.perConnection, bounds.perConnectionBytes) = (4, 500)
    (bounds.kept, bounds.keptBytes) = (4, 300)
    bounds.services = 3
    broker = BrokerState(bounds: bounds, service: "viewfence.v1")
    ownSession = hasOwnThread ? broker.addOwnThread() : nil
  }

  mutating func play(_ source: inout ByteSource) {
    let peer = Peer(.workers, [source.byte() & 3])
    switch source.below(12) {
    case 0, 1, 2: accept(&source)
    case 3: ready(peer, &source)
    case 4, 5:
      let (token, owner) = anyToken(&source)
      let kinds: [BrokerState.AnswerKind] = [
        .lasting(bytes: Int(source.byte())), .passing, .empty, .unreadable,
      ]
      broker.answer(
        from: source.byte() < 16 ? peer : owner ?? peer, token: token, source.pick(kinds), at: now)
    case 6: broker.partial(from: peer, token: anyToken(&source).token, at: now)
    case 7: broker.heartbeat(from: peer, at: now)
    case 8: broker.disconnect(from: peer, at: now)
    case 9: if source.byte() < 64 { broker.violation(by: peer, at: now) }
    case 10: if source.byte() < 8 { broker.drain() }
    default:
      now += Milliseconds(source.byte()) * Milliseconds(source.pick([0, 1, 10, 500]))
      if let look = broker.nextLook, look <= now { broker.tick(at: now) }
    }
    perform(&source)
  }

  mutating func finish() {
    var source = ByteSource(UnsafeRawBufferPointer(start: nil, count: 0))
    let waiting = broker.inFlight
    guard broker.endDrain(at: now) <= waiting else { return fail("more given up than there were") }
    perform(&source)
    if !taken.isEmpty { fail("\(taken.count) requests have no end") }
    if broker.inFlight != 0 || broker.waiting != 0 || broker.waitingBytes != 0 {
      fail("\(broker.inFlight) in flight, \(broker.waiting) waiting after the drain")
    }
  }

  private mutating func fail(_ text: String) { fault = fault ?? text }

  // MARK: Events

  private mutating func accept(_ source: inout ByteSource) {
    guard let slot = (0..<64).first(where: { !taken.contains($0) }) else { return }
    taken.insert(slot)
    let service = Array(source.pick(broker.serviceNames).utf8).withUnsafeBytes {
      broker.service(named: $0)
    }
    var request = BrokerState.Request(
      peer: source.byte() < 32 ? nil : Peer(.requests, [source.byte() & 3]),
      service: service ?? 0, bytes: Int(source.byte()),
      deadline: source.chance() ? nil : Milliseconds(source.byte()) * 10, key: nil)
    if source.chance() {
      request.key = .init(id: UInt64(source.byte() & 7), body: UInt64(source.byte() & 1))
    }
    peers[slot] = request.peer
    broker.accept(request, slot: slot, at: now)
  }

  private mutating func ready(_ peer: Peer, _ source: inout ByteSource) {
    let names = ["viewfence.v1", "other", "third", "fourth", "mmi.service", ""]
    let version: Majordomo.Version = source.chance() ? .v01 : .v02
    let offer =
      source.chance() ? WorkerOffer(credit: Int(source.byte()), wantsTimeLeft: true) : nil
    Array(source.pick(names).utf8).withUnsafeBytes {
      broker.ready(peer, version, service: $0, offer: offer, at: now)
    }
  }

  private func anyToken(_ source: inout ByteSource) -> (token: UInt64?, peer: Peer?) {
    let back = source.below(6)
    guard back < tokens.count else { return (source.chance() ? nil : UInt64(back), nil) }
    let (token, peer) = tokens[tokens.count - 1 - back]
    return (token, peer)
  }

  // MARK: Actions

  private mutating func perform(_ source: inout ByteSource) {
    repeat {
      var index = 0
      while index < broker.actions.count {
        perform(broker.actions[index], &source)
        index += 1
      }
      broker.actions.removeAll()
    } while computeNext(&source)
  }

  private mutating func perform(_ action: BrokerState.Action, _ source: inout ByteSource) {
    switch action {
    case .dispatch(let slot, let session, let token):
      guard taken.contains(slot) else { return fail("an ended request is dispatched") }
      if session == ownSession {
        toCompute.append(slot)
      } else if !broker.session(session).isOver {
        guard source.byte() < 250 else {
          return broker.unreachable(session: session, slot: slot, at: now)
        }
        tokens.append((token, broker.session(session).peer))
      }
    case .answer(let slot, _), .refuse(let slot, _, _, _), .repeatAnswer(let slot, _):
      guard taken.contains(slot), !unsent.contains(slot) else {
        return fail("a request ends twice: \(action)")
      }
      let peer = peers[slot] ?? nil
      if let peer, !source.isAtEnd, source.byte() < 32,
        broker.keepUnsent(slot, for: peer, bytes: 9, isOwed: source.chance(), at: now)
      {
        unsent.insert(slot)
      } else {
        taken.remove(slot)
      }
    case .sendAgain(let connection):
      let slots = broker.unsentSlots(of: connection)
      let sent = source.isAtEnd ? slots.count : source.below(slots.count + 1)
      for slot in slots.prefix(sent) where taken.remove(slot) == nil || unsent.remove(slot) == nil {
        fail("a reply is sent twice")
      }
      broker.sent(sent, of: connection, at: now)
    case .partial(let slot):
      if !taken.contains(slot) { fail("a partial answer for nobody") }
    case .begin, .heartbeat, .end, .disconnectSender, .keep, .forget: break
    }
  }

  private mutating func computeNext(_ source: inout ByteSource) -> Bool {
    guard !toCompute.isEmpty else { return false }
    let slot = toCompute.removeFirst()
    if broker.mayCompute(slot, at: now) {
      broker.answerFromOwnThread(
        slot, source.pick([.passing, .lasting(bytes: 9), .unreadable]), at: now)
    }
    return true
  }
}
