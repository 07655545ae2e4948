import WireFormat

/// For how long a message may compute, looked at between the members of a batch.
struct ComputingTime {
  /// Milliseconds. With the half second that a single fit may take this stays within the second after
  /// which the broker takes a worker for hung. By the clock, not by CPU time: that second, and the
  /// client's deadline, pass on a busy machine too.
  static let longest = 500

  private let clock: () -> Int64
  private let start: Int64

  init(from clock: @escaping () -> Int64) { (self.clock, start) = (clock, clock()) }

  /// Throws if more than the deadline, or the longest time, has passed.
  ///
  /// - Parameter deadline: Milliseconds.
  func check(deadline: Int?, computed: Int, of count: Int) throws(Problem) {
    let most = min(deadline ?? Self.longest, Self.longest)
    guard clock() - start > most else { return }
    throw Problem(
      .deadlineExceeded,
      "computed \(computed) of the batch's \(count) requests in \(most) ms; ask for fewer at a time"
    )
  }
}
