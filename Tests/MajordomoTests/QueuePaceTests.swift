import Testing

@testable import Majordomo

@Suite struct QueuePaceTests {
  private func pace(_ times: some Sequence<Milliseconds>) -> Double? {
    var pace = QueuePace()
    for time in times { pace.leave(at: time) }
    return pace.each
  }

  @Test func nothingIsSaidBeforeALookIsOver() {
    #expect(pace([]) == nil)
    #expect(pace([7]) == nil)
    #expect(pace([7, 7, 50, 106]) == nil)
    #expect(pace([7, 7, 50, 107]) == 100.0 / 3)
  }

  @Test func aSteadyPaceIsTold() throws {
    let each = try #require(pace(stride(from: 0, through: 10_000, by: 10)))
    #expect(abs(each - 10) < 1e-9)
  }

  @Test func oneSlowRequestIsForgottenWithinALookOfFastOnes() throws {
    #expect(pace([0, 900]) == 900)
    #expect(try #require(pace([0, 900] + (901...1000))) < 10)
  }

  @Test func fastOnesAreForgottenWithinAFewSlowOnes() throws {
    let fast = Array(0...1000 as ClosedRange<Milliseconds>)
    #expect(try #require(pace(fast + [1900, 2800, 3700])) > 500)
  }
}
