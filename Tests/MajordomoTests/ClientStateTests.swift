import Testing

@testable import Majordomo

@Suite struct ClientStateTests {
  private var client = ClientState(brokers: 2, timeout: 1000, rounds: 2)

  private mutating func does(_ body: (inout ClientState) -> Void) -> [ClientState.Action] {
    client.actions.removeAll()
    body(&client)
    return client.actions
  }

  private mutating func reply(
    _ request: Int, _ broker: Int, isBusy: Bool = false, retryAfter: Milliseconds? = nil,
    at now: Milliseconds
  ) -> [ClientState.Action] {
    does {
      $0.receive(request, from: broker, isBusy: isBusy, retryAfter: retryAfter, at: now)
    }
  }

  @Test mutating func theFirstAnswerCountsAndLaterOnesAreStray() {
    #expect(does { $0.begin(7, at: 0) } == [.send(request: 7, broker: 0)])
    #expect(reply(7, 0, at: 5) == [.deliver(request: 7)])
    #expect(reply(7, 0, at: 6).isEmpty)
    #expect(reply(8, 0, at: 6).isEmpty)
    #expect(client.strayReplies == 2 && client.inFlight == 0)
    #expect(does { $0.tick(at: 1000) }.isEmpty && client.nextLook == nil)
  }

  @Test mutating func aSilentBrokerIsLeftForTheNextAndTheNextRequestGoesThereAtOnce() {
    _ = does { $0.begin(1, at: 0) }
    #expect(client.nextLook == 1000)
    #expect(does { $0.tick(at: 999) }.isEmpty)
    #expect(does { $0.tick(at: 1000) } == [.send(request: 1, broker: 1)])
    #expect(does { $0.begin(2, at: 1001) } == [.send(request: 2, broker: 1)])
    // The first one answers late: its answer is as good.
    #expect(reply(1, 0, at: 1500) == [.deliver(request: 1)])
  }

  @Test mutating func aBusyBrokerIsLeftAtOnceAndAllAreGivenTimeAfterARound() {
    _ = does { $0.begin(1, at: 0) }
    #expect(reply(1, 0, isBusy: true, retryAfter: 50, at: 1) == [.send(request: 1, broker: 1)])
    #expect(reply(1, 1, isBusy: true, retryAfter: 50, at: 2).isEmpty)
    #expect(client.nextLook == 52)
    #expect(does { $0.tick(at: 52) } == [.send(request: 1, broker: 0)])
    #expect(reply(1, 0, isBusy: true, at: 53) == [.send(request: 1, broker: 1)])
    // All rounds are over: the refusal is the answer.
    #expect(reply(1, 1, isBusy: true, at: 54) == [.deliver(request: 1)])
  }

  @Test mutating func aRefusalOfOneThatWasLeftDoesNotCount() {
    _ = does { $0.begin(1, at: 0) }
    _ = does { $0.tick(at: 1000) }
    #expect(reply(1, 0, isBusy: true, at: 1001).isEmpty)
    #expect(reply(1, 1, at: 1002) == [.deliver(request: 1)])
  }

  @Test mutating func afterAllRoundsARequestIsGivenUp() {
    _ = does { $0.begin(1, at: 0) }
    var actions: [ClientState.Action] = []
    for now in stride(from: Milliseconds(1000), through: 9000, by: 1000) {
      actions += does { $0.tick(at: now) }
    }
    #expect(
      actions == [
        .send(request: 1, broker: 1), .send(request: 1, broker: 0), .send(request: 1, broker: 1),
        .giveUp(request: 1),
      ])
    #expect(client.resent == 3 && client.inFlight == 0)
  }

  @Test mutating func manyAreKeptApart() {
    for request in 0..<5000 {
      _ = does { $0.begin(request, at: Milliseconds(request)) }
      if request % 2 == 0 { _ = reply(request, 0, at: Milliseconds(request)) }
    }
    #expect(client.inFlight == 2500)
    #expect(does { $0.tick(at: 100_000) }.count == 2500)
  }
}
