/// What came of a load, or of a part of it.
struct LoadResult: Equatable {
  /// Answers that were right, each to a request of its own.
  var right = 0
  /// Answers that were not what they had to be.
  var wrong = 0
  /// Refusals that tell of the load and not of the request (429, 503, 504).
  var refused = 0
  /// Requests that nobody answered in time.
  var lost = 0
  /// Answers to requests that had one already, beyond those that were asked for again.
  var doubled = 0
  /// Requests that had to be sent once more.
  var resent = 0
  /// From when a request was due, in nanoseconds.
  var latency = Histogram()
  /// The first wrong answer, for the one who looks for the fault.
  var example: String?

  /// Nothing was lost, doubled or wrong, and something was right.
  var isClean: Bool { wrong == 0 && lost == 0 && doubled == 0 && right > 0 }

  mutating func add(_ other: LoadResult) {
    right += other.right
    wrong += other.wrong
    refused += other.refused
    lost += other.lost
    doubled += other.doubled
    resent += other.resent
    latency.add(other.latency)
    example = example ?? other.example
  }
}
