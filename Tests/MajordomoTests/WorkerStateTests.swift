import Testing

@testable import Majordomo

@Suite struct WorkerStateTests {
  private var worker = WorkerState(heartbeat: 1000, expiry: 3000, seed: 1)

  private mutating func tick(_ now: Milliseconds) -> [WorkerState.Action] {
    worker.actions.removeAll()
    worker.tick(at: now)
    return worker.actions
  }

  private mutating func hear(
    _ command: WorkerState.Command?, _ now: Milliseconds
  ) -> [WorkerState.Action] {
    worker.actions.removeAll()
    worker.hear(command, at: now)
    return worker.actions
  }

  /// Ticks whenever there is something to do, until `end`, and hands out when it connected.
  private mutating func connections(from start: Milliseconds, to end: Milliseconds)
    -> [Milliseconds]
  {
    var times: [Milliseconds] = []
    var now = start
    while let look = worker.nextLook, max(look, now) <= end {
      now = max(look, now)
      if tick(now).contains(.connect) { times.append(now) }
    }
    return times
  }

  @Test mutating func itConnectsAtOnceAndAnswersEveryHeartbeat() {
    #expect(tick(0) == [.connect])
    #expect(hear(.heartbeat, 5) == [.registered, .heartbeat])
    for second in 1...20 {
      let now = Milliseconds(second) * 1000 + 5
      #expect(tick(now).isEmpty)
      #expect(hear(.heartbeat, now) == [.heartbeat])
      // One on top is not answered.
      #expect(hear(.heartbeat, now + 100).isEmpty)
    }
  }

  @Test mutating func itBeatsByTheClockIfItsBrokerDoesNot() {
    _ = tick(0)
    #expect(worker.nextLook == 1000)
    #expect(tick(1000) == [.heartbeat])
    _ = hear(.request, 1500)
    #expect(tick(2000) == [.heartbeat])
  }

  @Test mutating func aRequestIsComputed() {
    _ = tick(0)
    #expect(hear(.request, 1) == [.registered, .compute])
    #expect(hear(.request, 2) == [.compute])
    #expect(hear(nil, 3).isEmpty)
  }

  @Test mutating func aSilentBrokerIsLeftAndAskedAgainForEver() {
    let times = connections(from: 0, to: 3_600_000)
    // 3 s of silence and at most 5 s of pause.
    #expect(times.count > 400)
    for (earlier, later) in zip(times, times.dropFirst()) {
      #expect((3000...8000).contains(later - earlier))
    }
  }

  @Test mutating func theFirstPauseIsShortAndTheyGrow() {
    var pauses: [Milliseconds] = []
    var now: Milliseconds = 0
    for _ in 0..<10 {
      #expect(tick(now) == [.connect])
      #expect(hear(.disconnect, now) == [.close])
      guard let look = worker.nextLook else { return }
      pauses.append(look - now)
      now = look
    }
    #expect((50...100).contains(pauses[0]))
    #expect(pauses.last.map { (2500...5000).contains($0) } == true)
    // A session that worked forgets the pauses.
    _ = tick(now)
    _ = hear(.heartbeat, now)
    _ = hear(.disconnect, now)
    #expect(worker.nextLook.map { $0 - now <= 100 } == true)
  }

  @Test func workersThatLoseABrokerTogetherDoNotComeBackTogether() {
    var pauses: Set<Milliseconds> = []
    for seed in 0..<100 {
      var worker = WorkerState(heartbeat: 1000, expiry: 3000, seed: UInt64(seed))
      var now: Milliseconds = 0
      for _ in 0..<6 {
        worker.tick(at: now)
        worker.hear(.disconnect, at: now)
        now = worker.nextLook ?? now
      }
      pauses.insert(now)
    }
    #expect(pauses.count > 80)
  }

  @Test mutating func theEndIsSaidAndFinal() {
    _ = tick(0)
    _ = hear(.heartbeat, 1)
    worker.actions.removeAll()
    worker.stop()
    #expect(worker.actions == [.disconnect, .close])
    #expect(worker.nextLook == nil)
    #expect(tick(1_000_000).isEmpty && hear(.request, 1_000_000).isEmpty)
  }
}
