import Testing

@testable import Operations

@Suite struct ClockTests {
  @Test func itGoesForwardInBothUnits() {
    let earlier = (Clock.nanoseconds, Clock.milliseconds)
    let later = (Clock.milliseconds, Clock.nanoseconds)
    #expect(earlier.0 > 0 && earlier.0 <= later.1 && earlier.1 <= later.0)
    #expect(earlier.0 / 1_000_000 <= earlier.1 && later.0 <= later.1 / 1_000_000)
  }
}
