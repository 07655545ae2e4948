/// How fast requests leave a queue while others wait in it.
///
/// To be begun anew when the queue is empty, since what waits next may be of another kind, and when
/// nobody works: then what passes is not the time of any request.
struct QueuePace {
  /// A look takes so long at least: many leave in one turn, and time is told in milliseconds.
  private static let look: Milliseconds = 100

  /// When the look began; nil until the first request has left.
  private var since: Milliseconds?
  private var count = 0.0
  /// The time and number of the looks that are over, the longer ago the less.
  private var pastTime = 0.0
  private var pastCount = 0.0

  /// Milliseconds for one request; nil until a look is over.
  var each: Double? { pastCount > 0 ? pastTime / pastCount : nil }

  /// One has left, and others wait still.
  mutating func leave(at now: Milliseconds) {
    guard let since else {
      since = now
      return
    }
    count += 1
    let time = now - since
    guard time >= Self.look else { return }
    // Added up, and not an average of averages: in that one slow request would outweigh the hundred
    // fast ones of the next look. What was before a long look counts for little.
    let share = Double(Self.look) / Double(Self.look + time)
    pastTime = pastTime * share + Double(time)
    pastCount = pastCount * share + count
    (self.since, count) = (now, 0)
  }
}
