/// What strangers can cause is logged once a second at most.
struct LogPace {
  private var next = Milliseconds.min
  private var leftOut = 0

  /// - Returns: how many lines were left out since the last one; nil if this one is to be, too.
  mutating func unlogged(at now: Milliseconds) -> Int? {
    guard now >= next else {
      leftOut += 1
      return nil
    }
    defer { leftOut = 0 }
    next = now + 1000
    return leftOut
  }
}
