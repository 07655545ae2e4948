import Testing
import WireFormat

@testable import Majordomo

/// Drives a `BrokerState` and hands out what it wants done.
private struct Bench {
  var state: BrokerState
  var now: Milliseconds = 1_000_000

  init(_ change: (inout BrokerBounds) -> Void = { _ in }) {
    var bounds = BrokerBounds()
    change(&bounds)
    state = BrokerState(bounds: bounds, service: "viewfence.v1")
  }

  mutating func does(_ body: (inout BrokerState, Milliseconds) -> Void) -> [BrokerState.Action] {
    state.actions.removeAll()
    body(&state, now)
    return state.actions
  }

  mutating func ask(
    _ slot: Int, from client: Peer? = client(1), service: Int = 0, id: UInt64? = nil,
    body: UInt64 = 0, bytes: Int = 100, deadline: Milliseconds? = nil
  ) -> [BrokerState.Action] {
    does {
      $0.accept(
        BrokerState.Request(
          peer: client, service: service, bytes: bytes, deadline: deadline,
          key: id.map { .init(id: $0, body: body) }), slot: slot, at: $1)
    }
  }

  mutating func ready(
    _ worker: Peer, service: String = "viewfence.v1", credit: Int? = nil
  ) -> [BrokerState.Action] {
    let name = Array(service.utf8)
    return does { state, now in
      let offer = credit.map { WorkerOffer(credit: $0, wantsTimeLeft: true) }
      name.withUnsafeBytes { state.ready(worker, .v02, service: $0, offer: offer, at: now) }
    }
  }

  mutating func answer(
    _ worker: Peer, _ token: UInt64?, _ kind: BrokerState.AnswerKind = .lasting(bytes: 10)
  ) -> [BrokerState.Action] {
    does { $0.answer(from: worker, token: token, kind, at: $1) }
  }

  mutating func keepUnsent(
    _ slot: Int, for peer: Peer = client(1), bytes: Int = 10, isOwed: Bool = true
  ) -> Bool {
    state.keepUnsent(slot, for: peer, bytes: bytes, isOwed: isOwed, at: now)
  }

  func service(_ name: String) -> Int? {
    Array(name.utf8).withUnsafeBytes { state.service(named: $0) }
  }

  mutating func beat(_ worker: Peer) -> [BrokerState.Action] {
    does { $0.heartbeat(from: worker, at: $1) }
  }

  /// Lets time pass, step by step; workers in `alive` send their heartbeats meanwhile.
  mutating func pass(_ time: Milliseconds, alive: [Peer] = []) -> [BrokerState.Action] {
    state.actions.removeAll()
    let end = now + time
    while now < end {
      now = min(now + 10, end)
      if now % 500 == 0 { for peer in alive { state.heartbeat(from: peer, at: now) } }
      if let look = state.nextLook, look <= now { state.tick(at: now) }
    }
    return state.actions.filter {
      if case .heartbeat = $0 { false } else { true }
    }
  }
}

private func client(_ number: UInt8) -> Peer { Peer(.requests, [0, number]) }
private func worker(_ number: UInt8) -> Peer { Peer(.workers, [1, number]) }

extension BrokerState.Action {
  /// The token of a dispatch.
  fileprivate var token: UInt64? {
    if case .dispatch(_, _, let token) = self { token } else { nil }
  }
  fileprivate var dispatched: Int? {
    if case .dispatch(let slot, _, _) = self { slot } else { nil }
  }
  fileprivate var refusal: Refusal? {
    if case .refuse(_, let refusal, _, _) = self { refusal } else { nil }
  }
}

@Suite struct BrokerStateTests {
  @Test func aRequestWaitsForItsWorkerAndGoesThereOnce() {
    var bench = Bench()
    #expect(bench.ask(0).isEmpty)
    #expect(
      bench.ready(worker(1)) == [
        .begin(session: 0), .dispatch(slot: 0, session: 0, token: 1),
      ])
    #expect(bench.answer(worker(1), 1) == [.answer(slot: 0, first: true)])
    #expect(bench.answer(worker(1), 1).isEmpty)
    #expect(bench.state.counters.lateAnswers == 1 && bench.state.inFlight == 0)
  }

  @Test func aWorkerGetsAsManyAsItHasCreditAndNoMore() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ready(worker(2), credit: 3)
    let sent = (0..<6).flatMap { bench.ask($0) }
    #expect(sent.count == 4)
    #expect(bench.state.waiting == 2)
  }

  @Test func creditIsCutToTheBound() {
    var bench = Bench { $0.credit = 4 }
    _ = bench.ready(worker(1), credit: 1_000_000)
    #expect((0..<10).flatMap { bench.ask($0) }.count == 4)
    _ = bench.ready(worker(2), credit: -5)
    #expect(bench.state.waiting == 5)
  }

  @Test func theIdleWorkerIsPreferred() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 8)
    _ = bench.ready(worker(2), credit: 8)
    let tokens = (0..<4).flatMap { bench.ask($0) }.compactMap(\.token)
    // Worker 1 answers both of its own.
    _ = bench.answer(worker(1), tokens[0])
    _ = bench.answer(worker(1), tokens[2])
    let sessions = (4..<6).flatMap { bench.ask($0) }
    #expect(sessions.compactMap(\.dispatched) == [4, 5])
    for case .dispatch(_, let session, _) in sessions { #expect(session == 0) }
  }

  @Test func silentWorkerGetsNoRequestAndWhatItHadGoesToAnother() {
    var bench = Bench { $0.dispatchTimeout = 100_000 }
    _ = bench.ready(worker(1), credit: 2)
    _ = bench.ask(0, deadline: 60_000)
    _ = bench.ask(1, deadline: 60_000)
    _ = bench.ask(2, deadline: 60_000)
    #expect(bench.pass(2990).isEmpty)
    #expect(bench.pass(10) == [.end(session: 0, .silent)])
    // In the order in which they came.
    #expect(bench.ready(worker(2), credit: 9).compactMap(\.dispatched) == [0, 1, 2])
    // The silent one comes too late: it was told, and is told again if it goes on.
    #expect(bench.answer(worker(1), 1).isEmpty)
    #expect(bench.does { $0.heartbeat(from: worker(1), at: $1) } == [.disconnectSender])
  }

  @Test func aWorkerThatIsNotOursMayBeSilentLonger() {
    var bench = Bench()
    _ = bench.ready(worker(1), service: "other")
    #expect(bench.pass(7490).isEmpty)
    #expect(bench.pass(10) == [.end(session: 0, .silent)])
  }

  @Test func aWorkerThatComputesTooLongLosesItsRequests() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 4)
    _ = bench.ask(0)
    #expect(bench.pass(990, alive: [worker(1)]).isEmpty)
    #expect(bench.pass(10, alive: [worker(1)]) == [.end(session: 0, .slow)])
    // It comes back and gets it again.
    #expect(bench.ready(worker(1), credit: 4).compactMap(\.dispatched) == [0])
  }

  @Test func otherServicesMayComputeUntilTheDeadline() throws {
    var bench = Bench()
    _ = bench.ready(worker(1), service: "other")
    let service = try #require(bench.service("other"))
    let token = bench.ask(0, service: service).first?.token
    #expect(bench.pass(4900, alive: [worker(1)]).isEmpty)
    #expect(bench.pass(200, alive: [worker(1)]).map(\.refusal) == [.deadlineExceeded])
    // It still computes: another request has to wait for its answer.
    #expect(bench.ask(1, service: service).isEmpty)
    #expect(bench.answer(worker(1), token).compactMap(\.dispatched) == [1])
    #expect(bench.state.counters.lateAnswers == 1)
  }

  @Test func aRequestThatCostsThreeWorkersIsPoisonAndItsNeighboursAreNot() {
    var bench = Bench()
    for attempt in 1...3 {
      _ = bench.ready(worker(UInt8(attempt)), credit: 2)
      if attempt == 1 {
        _ = bench.ask(0, id: 7, deadline: 60_000)
        _ = bench.ask(1, id: 8, deadline: 60_000)
      }
      let done = bench.does { $0.disconnect(from: worker(UInt8(attempt)), at: $1) }
      #expect(done.compactMap(\.refusal) == (attempt == 3 ? [.poisonRequest] : []))
    }
    let last = bench.ready(worker(4), credit: 2)
    #expect(last.compactMap(\.dispatched) == [1])
    #expect(bench.answer(worker(4), last.compactMap(\.token).first).count == 2)
    // It stays poison when it comes again.
    #expect(bench.ask(2, id: 7).map(\.refusal) == [.poisonRequest])
    #expect(bench.pass(60_010, alive: [worker(4)]) == [.forget(1)])
    #expect(bench.ask(2, id: 7).compactMap(\.dispatched) == [2])
  }

  @Test func attemptsCountOnPastTheDeadline() {
    var bench = Bench()
    for attempt in 1...3 {
      let hung = worker(UInt8(attempt))
      _ = bench.ready(hung, credit: 2)
      #expect(bench.ask(attempt, id: 7, deadline: 100).compactMap(\.dispatched) == [attempt])
      #expect(bench.pass(200, alive: [hung]).map(\.refusal) == [.deadlineExceeded])
      #expect(bench.pass(900, alive: [hung]) == [.end(session: 0, .slow)])
    }
    _ = bench.ready(worker(9), credit: 2)
    #expect(bench.ask(0, id: 7).map(\.refusal) == [.poisonRequest])
  }

  @Test func aWorkerThatCannotBeReachedIsNoBlameOnTheRequest() {
    var bench = Bench()
    for number in 1...5 {
      _ = bench.ready(worker(UInt8(number)))
      if number == 1 { _ = bench.ask(0, deadline: 60_000) }
      let done = bench.does { $0.unreachable(session: 0, slot: 0, at: $1) }
      #expect(done == [.end(session: 0, .unreachable)])
    }
    #expect(bench.ready(worker(9)).compactMap(\.dispatched) == [0])
  }

  @Test func forgedForeignAndDoubledAnswersAreDropped() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ready(worker(2))
    _ = bench.ask(0)
    _ = bench.ask(1)
    #expect(bench.answer(worker(2), 1).isEmpty)
    #expect(bench.answer(worker(1), nil).isEmpty)
    #expect(bench.answer(worker(1), 99).isEmpty)
    #expect(bench.answer(worker(3), 1) == [.disconnectSender])
    #expect(bench.answer(worker(1), 1) == [.answer(slot: 0, first: true)])
    #expect(bench.state.counters.foreignAnswers == 3)
    #expect(bench.state.inFlight == 1)
    #expect(bench.answer(worker(1), 1).isEmpty)
    #expect(bench.state.counters.foreignAnswers == 3 && bench.state.counters.lateAnswers == 1)
  }

  @Test func anAnswerAfterTheEndOfItsSessionIsLateAndNoViolation() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    _ = bench.does { $0.disconnect(from: worker(1), at: $1) }
    // The worker does not know yet that it has no session.
    #expect(bench.answer(worker(1), 1).isEmpty)
    #expect(bench.does { $0.partial(from: worker(1), token: 1, at: $1) }.isEmpty)
    #expect(bench.state.counters.lateAnswers == 2 && bench.state.counters.violations == 0)

    // It comes back, gets the request anew, and what it owed before is not its answer.
    #expect(bench.ready(worker(1)).compactMap(\.token) == [2])
    #expect(bench.answer(worker(1), 1).isEmpty)
    #expect(bench.state.counters.lateAnswers == 3 && bench.state.counters.foreignAnswers == 0)
    // What was never given out is no late answer, nor is what another one has to answer.
    #expect(bench.answer(worker(2), 3) == [.disconnectSender])
    #expect(bench.answer(worker(2), 2) == [.disconnectSender])
    #expect(bench.answer(worker(2), 0) == [.disconnectSender])
    #expect(bench.state.counters.lateAnswers == 3 && bench.state.counters.violations == 3)
    #expect(bench.answer(worker(1), 2) == [.answer(slot: 0, first: true)])
  }

  @Test func aSecondReadyEndsTheSessionAndAFinalBeforeReadyBeginsNone() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    #expect(bench.ready(worker(1)) == [.end(session: 0, .violation), .disconnectSender])
    #expect(bench.state.waiting == 1)
    #expect(bench.answer(worker(2), nil) == [.disconnectSender])
    #expect(bench.ready(worker(2)).compactMap(\.dispatched) == [0])
  }

  @Test func nobodyRegistersManagementServices() {
    var bench = Bench()
    #expect(bench.ready(worker(1), service: "mmi.service") == [.disconnectSender])
    #expect(bench.ready(worker(1), service: "") == [.disconnectSender])
    #expect(bench.state.workerCount == 0 && bench.state.counters.violations == 2)
  }

  @Test func servicesAreBounded() {
    var bench = Bench { $0.services = 3 }
    for number in 0..<10 { _ = bench.ready(worker(UInt8(number)), service: "s\(number)") }
    #expect(bench.state.serviceNames.count == 3 && bench.state.workerCount == 2)
  }

  @Test func theSameIDJoinsInFlightAndGetsTheKeptReplyAfterwards() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 9)
    #expect(bench.ask(0, id: 5, body: 1).compactMap(\.dispatched) == [0])
    #expect(bench.ask(1, id: 5, body: 1).isEmpty)
    #expect(bench.ask(2, id: 5, body: 2).map(\.refusal) == [.idConflict])
    let done = bench.answer(worker(1), 1)
    #expect(done == [.keep(0), .answer(slot: 0, first: true), .answer(slot: 1, first: false)])
    #expect(bench.ask(3, id: 5, body: 1) == [.repeatAnswer(slot: 3, kept: 0)])
    #expect(bench.ask(3, id: 5, body: 2).map(\.refusal) == [.idConflict])
    _ = bench.pass(60_000, alive: [worker(1)])
    #expect(bench.ask(4, id: 5, body: 2).compactMap(\.dispatched) == [4])
    #expect(bench.state.inFlight == 1)
  }

  @Test func aReplyThatMayChangeIsNotKept() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 9)
    let token = bench.ask(0, id: 5).first?.token
    #expect(bench.answer(worker(1), token, .passing) == [.answer(slot: 0, first: true)])
    #expect(bench.ask(0, id: 5).compactMap(\.dispatched) == [0])
  }

  @Test func keptRepliesAreBoundedInNumberAndBytes() {
    var bench = Bench {
      $0.kept = 3
      $0.keptBytes = 100
    }
    _ = bench.ready(worker(1), credit: 9)
    for id in 1...4 {
      let token = bench.ask(0, id: UInt64(id)).first?.token
      _ = bench.answer(worker(1), token, .lasting(bytes: 10))
    }
    #expect(bench.ask(0, id: 1).compactMap(\.dispatched) == [0])
    _ = bench.answer(worker(1), 5, .lasting(bytes: 95))
    #expect(bench.ask(0, id: 4).compactMap(\.dispatched) == [0])
    #expect(bench.ask(1, id: 1) == [.repeatAnswer(slot: 1, kept: 0)])
  }

  @Test func anAnswerWithoutABodyIsTheWorkersFailure() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    #expect(bench.answer(worker(1), 1, .empty).map(\.refusal) == [.workerFailed])
  }

  @Test func whoAnswersWithGarbageIsNoWorkerAndTheRequestGoesToAnother() {
    var bench = Bench()
    for attempt in 1...3 {
      _ = bench.ready(worker(UInt8(attempt)), credit: 2)
      if attempt == 1 {
        _ = bench.ask(0, deadline: 60_000)
        _ = bench.ask(1, deadline: 60_000)
      }
      // The second of two is garbage, and to blame; the first one goes to others too.
      let done = bench.answer(worker(UInt8(attempt)), UInt64(attempt) * 2, .unreadable)
      #expect(done.first == .end(session: 0, .garbage))
      #expect(done.compactMap(\.refusal) == (attempt == 3 ? [.poisonRequest] : []))
    }
    #expect(bench.ready(worker(4)).compactMap(\.dispatched) == [0])
    #expect(bench.state.counters.garbageAnswers == 3 && bench.state.counters.answered == 0)
  }

  @Test func garbageOfTheOwnThreadIsItsFailureAndOtherServicesAnswerWhatTheyLike() throws {
    var bench = Bench()
    _ = bench.state.addOwnThread()
    _ = bench.ask(0)
    let own = bench.does { $0.answerFromOwnThread(0, .unreadable, at: $1) }
    #expect(own.map(\.refusal) == [.workerFailed])
    _ = bench.ready(worker(1), service: "other")
    let service = try #require(bench.service("other"))
    let token = bench.ask(0, service: service).first?.token
    #expect(bench.answer(worker(1), token, .unreadable) == [.answer(slot: 0, first: true)])
  }

  @Test func whatJoinsCountsInTheBoundsOfTheQueue() {
    var bench = Bench {
      $0.queued = 3
      $0.queuedBytes = 250
    }
    _ = bench.ready(worker(1))
    #expect(bench.ask(0, id: 5).compactMap(\.dispatched) == [0])
    #expect((1..<5).flatMap { bench.ask($0, id: 5) }.map(\.refusal) == [.overloaded, .overloaded])
    #expect(bench.state.waiting == 2 && bench.state.waitingBytes == 200)
    _ = bench.answer(worker(1), 1)
    #expect(bench.state.waiting == 0 && bench.state.waitingBytes == 0)
  }

  @Test func aServiceIsForgottenAMinuteAfterItsLastWorkerLeft() throws {
    var bench = Bench { $0.services = 2 }
    _ = bench.ready(worker(1), service: "old")
    let old = try #require(bench.service("old"))
    let serial = bench.state.serial(of: old)
    _ = bench.ask(0, service: old, deadline: 60_000)
    _ = bench.does { $0.disconnect(from: worker(1), at: $1) }
    #expect(bench.pass(1000).map(\.refusal) == [.noWorker])
    #expect(bench.pass(58_990).isEmpty)
    #expect(bench.service("old") == old)
    #expect(bench.ready(worker(2), service: "new") == [.disconnectSender])
    #expect(bench.pass(10).isEmpty)
    #expect(bench.state.serviceNames == ["viewfence.v1"] && bench.state.nextLook == nil)
    // Its number is another service's now, and nothing of it is.
    _ = bench.ready(worker(2), service: "new")
    #expect(bench.service("new") == old && bench.service("old") == nil)
    #expect(bench.state.serial(of: old) != serial)
  }

  @Test func repliesWithoutRoomCountAsInFlightAndAreTriedAgainLessAndLessOften() {
    var bench = Bench { $0.perConnection = 3 }
    _ = bench.state.addOwnThread()
    for slot in 0..<3 {
      _ = bench.ask(slot)
      _ = bench.does { $0.answerFromOwnThread(slot, .passing, at: $1) }
      #expect(bench.keepUnsent(slot) == true)
    }
    #expect(bench.ask(3).map(\.refusal) == [.clientLimit])
    #expect(bench.keepUnsent(3, isOwed: false) == false)
    #expect(bench.ask(3, from: client(2)).compactMap(\.dispatched) == [3])
    _ = bench.does { $0.answerFromOwnThread(3, .passing, at: $1) }
    var tries: [Milliseconds] = []
    let start = bench.now
    for _ in 0..<5000 {
      bench.now += 1
      guard bench.state.nextLook ?? .max <= bench.now else { continue }
      for case .sendAgain(let connection) in bench.does({ $0.tick(at: $1) }) {
        #expect(bench.state.unsentSlots(of: connection) == [0, 1, 2])
        bench.state.sent(0, of: connection, at: bench.now)
        tries.append(bench.now - start)
      }
    }
    #expect(tries == [10, 30, 70, 150, 310, 630, 1270, 2270, 3270, 4270])
    // It asks again, and so it may read again.
    bench.state.hear(client(1), at: bench.now)
    #expect(bench.does { $0.tick(at: $1) } == [.sendAgain(connection: 0)])
    bench.state.sent(2, of: 0, at: bench.now)
    #expect(bench.state.unsentSlots(of: 0) == [2] && bench.state.unsentCount == 1)
    #expect(bench.ask(4).compactMap(\.dispatched) == [4])
    #expect(bench.pass(10) == [.sendAgain(connection: 0)])
    bench.state.sent(1, of: 0, at: bench.now)
    #expect(bench.state.unsentCount == 0 && !bench.state.isUnsent(client(1)))
  }

  @Test func whatIsOwedIsKeptBeyondTheBoundsOfAllThatWaits() {
    var bench = Bench {
      $0.queued = 2
      $0.queuedBytes = 1000
    }
    #expect(bench.keepUnsent(0, for: client(1), bytes: 900) == true)
    #expect(bench.keepUnsent(1, for: client(2), bytes: 200) == true)
    #expect(bench.keepUnsent(2, for: client(3), bytes: 1, isOwed: false) == false)
    #expect(bench.keepUnsent(2, for: client(3), bytes: 1) == true)
    #expect(bench.state.unsentCount == 3)
  }

  @Test func whoDoesNotReadIsRefusedAtTheBoundsOfAllThatWaitsAndNobodyElse() {
    var bench = Bench { $0.queued = 2 }
    _ = bench.state.addOwnThread()
    #expect(bench.keepUnsent(0, for: client(1)) == true)
    #expect(bench.ask(2, from: client(1)).compactMap(\.dispatched) == [2])
    #expect(bench.keepUnsent(1, for: client(2)) == true)
    #expect(bench.ask(3, from: client(1)).map(\.refusal) == [.clientLimit])
    #expect(bench.ask(3, from: client(2)).map(\.refusal) == [.clientLimit])
    #expect(bench.ask(3, from: client(3)).compactMap(\.dispatched) == [3])
    // One of them reads again.
    bench.state.sent(1, of: 0, at: bench.now)
    #expect(bench.ask(4, from: client(1)).compactMap(\.dispatched) == [4])
  }

  @Test func nothingMoreIsComputedForAConnectionWhoseUnreadRepliesFillItsBytes() {
    var bench = Bench { $0.perConnectionBytes = 1000 }
    _ = bench.ready(worker(1), credit: 1)
    #expect((0..<3).flatMap { bench.ask($0) }.compactMap(\.dispatched) == [0])
    #expect(bench.ask(3, from: client(2)).isEmpty)
    #expect(bench.keepUnsent(9, bytes: 950) == true)
    let actions = bench.answer(worker(1), 1, .passing)
    #expect(actions.compactMap(\.refusal) == [.unread, .unread])
    #expect(actions.compactMap(\.dispatched) == [3])
  }

  @Test func aThreadOfThisProcessIsEndedByItsSilenceAlone() {
    var bench = Bench()
    let thread = Peer(.threads, [0, 1])
    _ = bench.ready(thread, credit: 32)
    _ = bench.ask(0, deadline: 60_000)
    #expect(bench.pass(2000).isEmpty)
    #expect(bench.answer(thread, 1) == [.answer(slot: 0, first: true)])
    _ = bench.ask(1, deadline: 60_000)
    #expect(bench.pass(3000).first == .end(session: 0, .silent))
  }

  @Test func theLastAttemptToSendWhatHadNoRoomIsAtTheEnd() {
    var bench = Bench()
    #expect(bench.keepUnsent(0) == true)
    #expect(bench.does { _ = $0.endDrain(at: $1) } == [.sendAgain(connection: 0)])
  }

  @Test func whatIsLeftOfTheDeadlineCountsFromAcceptance() {
    var bench = Bench()
    _ = bench.ask(0, deadline: 800)
    bench.now += 300
    #expect(bench.ready(worker(1)).compactMap(\.dispatched) == [0])
    #expect(bench.state.timeLeft(for: 0, at: bench.now) == 500)
  }

  @Test func whatIsTooLateIsNotDispatched() {
    var bench = Bench()
    _ = bench.ask(0, deadline: 5)
    // The deadline has passed, and the wheel turns a little later.
    bench.now += 5
    #expect(bench.state.nextLook ?? 0 > bench.now)
    let done = bench.ready(worker(1))
    #expect(done.map(\.refusal) == [nil, .deadlineExceeded])
    #expect(bench.state.counters.dispatched == 0)
  }

  @Test func theQueueIsBoundedInNumberAndBytes() {
    var bench = Bench {
      $0.queued = 3
      $0.queuedBytes = 1000
    }
    #expect((0..<5).flatMap { bench.ask($0) }.map(\.refusal) == [.overloaded, .overloaded])
    bench = Bench { $0.queuedBytes = 1000 }
    #expect(bench.ask(0, bytes: 5000).isEmpty, "one is always let in")
    #expect(bench.ask(1, bytes: 1).map(\.refusal) == [.overloaded])
  }

  @Test func whoWouldBeAnsweredTooLateIsRefusedAtOnce() {
    var bench = Bench { $0.dispatchTimeout = 100_000 }
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    _ = bench.ask(1, deadline: 60_000)
    _ = bench.pass(3740, alive: [worker(1)])
    #expect(bench.ask(2).isEmpty)
    _ = bench.pass(10, alive: [worker(1)])
    #expect(bench.ask(3).map(\.refusal) == [.longWait])
    #expect(Refusal.longWait.kind == .overloaded)
    #expect(bench.ask(4, deadline: 10_000).isEmpty)
  }

  /// One worker takes 10 ms for each: after the first tenth of a second only so many are let in as
  /// can be answered in time, though the head has not waited for long.
  @Test func aQueueThatTakesTooLongAtItsPaceIsRefusedAtOnce() {
    var bench = Bench { $0.deadline = 1000 }
    _ = bench.ready(worker(1))
    var slots = 0..<10_000
    func ask() -> Refusal? { bench.ask(slots.removeFirst()).compactMap(\.refusal).first }
    for _ in 0..<60 { #expect(ask() == nil) }
    for token: UInt64 in 1...12 {
      _ = bench.pass(10, alive: [worker(1)])
      _ = bench.answer(worker(1), token)
    }
    // 47 wait, and there is room for 28 more until three quarters of a second are full.
    let more = (0..<100).map { _ in ask() }
    #expect(more.prefix(28).allSatisfy { $0 == nil })
    #expect(more.dropFirst(28).allSatisfy { $0 == .longWait })
    #expect(bench.ask(9_999, deadline: 60_000).isEmpty)
  }

  /// What passes while nothing waits is the time of no request, however the queue came to be empty.
  @Test func thePaceOfAnEmptiedQueueIsForgotten() {
    var bench = Bench {
      $0.dispatchTimeout = 1_000_000
      $0.foreignExpiry = 1_000_000
    }
    _ = bench.ready(worker(1))
    for slot in 0..<6 { _ = bench.ask(slot) }
    _ = bench.answer(worker(1), 1)
    #expect(bench.pass(600_000).compactMap(\.refusal).count == 5)
    for slot in 0..<5 { _ = bench.ask(slot) }
    #expect(bench.answer(worker(1), 2).compactMap(\.dispatched) == [0])
    #expect(bench.answer(worker(1), 3).compactMap(\.dispatched) == [1])
    #expect(bench.ask(5).isEmpty)
  }

  @Test func thePaceDoesNotCountTheTimeWithoutWorkers() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    for slot in 0..<10 { _ = bench.ask(slot) }
    _ = bench.answer(worker(1), 1)
    _ = bench.does { $0.disconnect(from: worker(1), at: $1) }
    #expect(bench.pass(900).isEmpty)
    #expect(bench.ready(worker(2)).compactMap(\.dispatched) == [1])
    #expect(bench.ask(10).isEmpty)
  }

  @Test func aSlowWorkerGetsLessOfItsCreditUntilItIsFastAgain() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 8)
    var tokens = (0..<20).flatMap { bench.ask($0) }.compactMap(\.token)
    #expect(tokens.count == 8)
    var inFlight: [Int] = []
    for answer in 0..<20 {
      _ = bench.pass(answer < 3 ? 60 : 1, alive: [worker(1)])
      tokens += bench.answer(worker(1), tokens[answer]).compactMap(\.token)
      inFlight.append(tokens.count - answer - 1)
    }
    #expect(inFlight == [7, 6, 5, 4, 3, 4, 5, 6, 7, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  }

  @Test func oneConnectionCannotTakeAllTheRoom() {
    var bench = Bench { $0.perConnection = 2 }
    let one = (0..<4).flatMap { bench.ask($0) }
    #expect(one.map(\.refusal) == [.clientLimit, .clientLimit])
    #expect(bench.ask(5, from: client(2)).isEmpty)
    _ = bench.ready(worker(1))
    _ = bench.answer(worker(1), 1)
    #expect(bench.ask(2).isEmpty)
  }

  @Test func refusalsThatPassSayWhenToComeBack() {
    var bench = Bench { $0.queued = 0 }
    guard case .refuse(_, .overloaded, let retryAfter?, true)? = bench.ask(0).first else {
      Issue.record("no refusal")
      return
    }
    #expect(retryAfter > 0)
  }

  @Test func withoutWorkersRequestsAreRefusedAfterTheGrace() {
    var bench = Bench()
    _ = bench.ask(0)
    _ = bench.pass(500)
    _ = bench.ask(1)
    #expect(bench.pass(490).isEmpty)
    #expect(bench.pass(10).map(\.refusal) == [.noWorker])
    #expect(bench.pass(500).map(\.refusal) == [.noWorker])
    #expect(bench.state.inFlight == 0 && bench.state.nextLook == nil)
  }

  @Test func theGraceBeginsAnewWhenTheLastWorkerGoes() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0, deadline: 10_000)
    _ = bench.ask(1, deadline: 10_000)
    _ = bench.pass(900, alive: [worker(1)])
    _ = bench.does { $0.disconnect(from: worker(1), at: $1) }
    #expect(bench.pass(990).isEmpty)
    #expect(bench.pass(10).map(\.refusal) == [.noWorker, .noWorker])
  }

  @Test(arguments: [1, 16, 17, 999, 5000, 60_000] as [Milliseconds])
  func aDeadlineInTheQueueIsKeptToWithin16Milliseconds(deadline: Milliseconds) {
    var bench = Bench {
      $0.grace = 100_000
      $0.foreignExpiry = 100_000
    }
    for start in [0, 7, 4_000_003] as [Milliseconds] {
      bench.now += start
      _ = bench.ask(0, deadline: deadline)
      #expect(bench.pass(deadline - 1).isEmpty)
      #expect(bench.pass(27).map(\.refusal) == [.deadlineExceeded])
    }
  }

  @Test func drainFinishesWhatIsInFlightAndRefusesWhatIsNew() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 9)
    _ = bench.ask(0, id: 1)
    bench.state.drain()
    #expect(bench.ask(1, id: 2).map(\.refusal) == [.draining])
    #expect(bench.ready(worker(2)) == [.disconnectSender])
    #expect(bench.answer(worker(1), 1).contains(.answer(slot: 0, first: true)))
    #expect(bench.ask(1, id: 1) == [.repeatAnswer(slot: 1, kept: 0)])
    var abandoned = -1
    #expect(bench.does { abandoned = $0.endDrain(at: $1) } == [.end(session: 0, .draining)])
    #expect(abandoned == 0)
  }

  @Test func whatIsNotFinishedInTimeIsRefusedAndCounted() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0, id: 1)
    _ = bench.ask(1, id: 1)
    _ = bench.ask(2)
    var abandoned = -1
    let done = bench.does { abandoned = $0.endDrain(at: $1) }
    #expect(done.compactMap(\.refusal) == [.draining, .draining, .draining])
    #expect(abandoned == 3 && bench.state.inFlight == 0 && bench.state.waiting == 0)
  }

  @Test func everyWorkerGetsAHeartbeatEverySecondAndTenWhileItComputes() {
    var bench = Bench { $0.dispatchTimeout = 100_000 }
    _ = bench.ready(worker(1), credit: 2)
    _ = bench.ready(worker(2), credit: 2)
    _ = bench.ask(0, deadline: 60_000)
    var beats = [0, 0]
    for _ in 0..<1000 {
      bench.now += 10
      if bench.now % 500 == 0 {
        _ = bench.beat(worker(1))
        _ = bench.beat(worker(2))
      }
      for case .heartbeat(let session) in bench.does({ $0.tick(at: $1) }) { beats[session] += 1 }
    }
    #expect(beats == [100, 10])
  }

  @Test func whoIsGoneIsFoundByAHeartbeatAndTheRequestGoesToAnother() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ready(worker(2))
    _ = bench.ask(0)
    bench.now += 100
    #expect(bench.does { $0.tick(at: $1) } == [.heartbeat(session: 0)])
    let done = bench.does { $0.unreachable(session: 0, at: $1) }
    #expect(done.compactMap(\.dispatched) == [0])
  }

  @Test func nothingIsToBeLookedAtWhenNothingIsThere() {
    #expect(Bench().state.nextLook == nil)
  }

  @Test func aPartialAnswerIsPassedOnAndEndsNothing() {
    var bench = Bench()
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    #expect(bench.does { $0.partial(from: worker(1), token: 1, at: $1) } == [.partial(slot: 0)])
    #expect(bench.does { $0.partial(from: worker(1), token: 2, at: $1) }.isEmpty)
    #expect(bench.answer(worker(1), 1) == [.answer(slot: 0, first: true)])
  }

  @Test func theOwnThreadTakesWhateverComes() {
    var bench = Bench()
    let own = bench.state.addOwnThread()
    #expect(bench.ask(0, id: 3) == [.dispatch(slot: 0, session: own, token: 1)])
    let isInTime = bench.state.mayCompute(0, at: bench.now)
    #expect(isInTime)
    let done = bench.does { $0.answerFromOwnThread(0, .lasting(bytes: 1), at: $1) }
    #expect(done == [.keep(0), .answer(slot: 0, first: true)])
    #expect(bench.pass(100_000).isEmpty)
    _ = bench.ask(1, deadline: 5)
    bench.now += 5
    let isStillInTime = bench.state.mayCompute(1, at: bench.now)
    #expect(!isStillInTime)
    #expect(bench.state.inFlight == 0)
  }

  @Test func ingestIsNotRefusedForComingLate() {
    var bench = Bench { $0.dispatchTimeout = 100_000 }
    _ = bench.ready(worker(1))
    _ = bench.ask(0)
    _ = bench.ask(1, deadline: 60_000)
    #expect(!bench.state.isWaitLong(at: bench.now + 2490))
    #expect(bench.state.isWaitLong(at: bench.now + 2500))
    _ = bench.pass(4000, alive: [worker(1)])
    #expect(bench.ask(2).map(\.refusal) == [.longWait])
    #expect(bench.ask(3, from: nil).isEmpty)
  }

  @Test func largeRequestsWaitInTheQueueAndNotAtAWorker() {
    var bench = Bench()
    _ = bench.ready(worker(1), credit: 8)
    let tokens = (0..<4).flatMap { bench.ask($0, bytes: 5 << 20) }.compactMap(\.token)
    #expect(tokens.count == 2)
    #expect(bench.answer(worker(1), tokens[0]).compactMap(\.dispatched) == [2])
  }

  @Test func workersThatAreThreadsOfThisProcessAreCountedWhileTheyAreThere() {
    var bench = Bench()
    let thread = Peer(.threads, [1])
    _ = bench.ready(worker(1))
    #expect(bench.state.threadCount == 0)
    _ = bench.ready(thread, credit: 32)
    #expect(bench.state.threadCount == 1)
    _ = bench.does { $0.disconnect(from: thread, at: $1) }
    #expect(bench.state.threadCount == 0)
  }

  @Test func idleConnectionsAreForgotten() {
    var bench = Bench()
    _ = bench.state.addOwnThread()
    for number in 0..<10_000 {
      let peer = Peer(.requests, [0, UInt8(number & 255), UInt8(number >> 8)])
      _ = bench.ask(0, from: peer)
      _ = bench.does { $0.answerFromOwnThread(0, .passing, at: $1) }
    }
    #expect(bench.state.connectionCount <= 4097)
  }
}
