/// Pauses that double, from the shortest to the longest.
struct BackOff {
  let shortest, longest: Milliseconds
  private var pause: Milliseconds = 0

  init(from shortest: Milliseconds, to longest: Milliseconds) {
    (self.shortest, self.longest) = (shortest, longest)
  }

  /// How long to wait before the next attempt.
  mutating func next() -> Milliseconds {
    pause = min(max(pause * 2, shortest), longest)
    return pause
  }

  /// An attempt was good: the next pause is the shortest.
  mutating func reset() { pause = 0 }
}
