import Testing

@testable import viewfence

struct CallStateTests {
  private let start = ContinuousClock.now
  private func after(_ milliseconds: Int) -> ContinuousClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test func repliesComeOutInTheOrderOfTheRequests() {
    var state = CallState(endpoints: 1, timeout: .seconds(1))
    #expect(state.add(at: start) == .send(request: 0, endpoint: 0))
    #expect(state.add(at: start) == .send(request: 1, endpoint: 0))
    #expect(state.receive([1], busy: false, for: 1, from: 0, at: start).isEmpty)
    #expect(
      state.receive([0], busy: false, for: 0, from: 0, at: start)
        == [.deliver(reply: [0]), .deliver(reply: [1])])
    #expect(state.pending == 0)
    #expect(state.nextDue == nil)
  }

  @Test func aSilentEndpointHandsOverToTheNext() {
    var state = CallState(endpoints: 2, timeout: .milliseconds(100))
    _ = state.add(at: start)
    #expect(state.nextDue == after(100))
    #expect(state.expire(at: after(99)).isEmpty)
    #expect(state.expire(at: after(100)) == [.send(request: 0, endpoint: 1)])
    #expect(
      state.add(at: after(110)) == .send(request: 1, endpoint: 1),
      "the second learns from the first")
    #expect(state.expire(at: after(200)) == [.deliver(reply: nil)])
  }

  @Test func aLateAnswerCountsAndItsTwinIsDropped() {
    var state = CallState(endpoints: 2, timeout: .milliseconds(100))
    _ = state.add(at: start)
    _ = state.expire(at: after(100))
    #expect(
      state.receive([7], busy: false, for: 0, from: 0, at: after(120)) == [.deliver(reply: [7])])
    #expect(state.receive([7], busy: false, for: 0, from: 1, at: after(130)).isEmpty)
  }

  @Test func aBusyEndpointHandsOverAndTheLastOnesWordIsDelivered() {
    var state = CallState(endpoints: 2, timeout: .milliseconds(100))
    _ = state.add(at: start)
    #expect(
      state.receive([5, 0, 3], busy: true, for: 0, from: 0, at: after(1))
        == [.send(request: 0, endpoint: 1)])
    #expect(
      state.receive([5, 0, 3], busy: true, for: 0, from: 1, at: after(2))
        == [.deliver(reply: [5, 0, 3])])
  }

  @Test func aReplyToAStrangeRequestIsDropped() {
    var state = CallState(endpoints: 1, timeout: .seconds(1))
    #expect(state.receive([], busy: false, for: 0, from: 0, at: start).isEmpty)
    #expect(state.receive([], busy: false, for: -1, from: 0, at: start).isEmpty)
    #expect(state.receive([], busy: false, for: .max, from: 0, at: start).isEmpty)
  }
}
