/// How fast requests leave a queue while others wait in it.
struct QueuePace {
  /// A look takes so long at least: many leave in one turn, and time is told in milliseconds.
  private static let look: Milliseconds = 100

  /// Milliseconds for one request; nil until a look is over. A queue that was empty begins anew:
  /// what waits next may be of another kind.
  private(set) var each: Double?
  private var since: Milliseconds?
  private var count = 0

  /// One has left, and so many wait still.
  mutating func leave(waiting: Int, at now: Milliseconds) {
    guard waiting > 0, let since else {
      self = QueuePace()
      since = waiting > 0 ? now : nil
      return
    }
    count += 1
    guard now - since >= Self.look else { return }
    let latest = Double(now - since) / Double(count)
    each = each.map { ($0 + latest) / 2 } ?? latest
    (self.since, count) = (now, 0)
  }
}
