/// Deadlines of slots, up to 65 s ahead, found without a search: one list for every 16 ms.
///
/// A deadline is found at the end of its 16 ms.
struct DeadlineWheel {
  private static let width: Milliseconds = 16
  private static let size: Milliseconds = 4096

  private var buckets = [SlotList](repeating: SlotList(), count: Int(size))
  private var links = SlotLinks()
  private var turn: Milliseconds = 0
  private(set) var count = 0

  mutating func makeRoom(for slot: Int) { links.makeRoom(for: slot) }

  /// When to look next; nil if no deadline is waited for.
  var nextLook: Milliseconds? { count == 0 ? nil : (turn + 1) * Self.width }

  /// `deadline` lies at most 65 s ahead, and `due` was asked with this very `now` before.
  mutating func add(_ slot: Int, _ deadline: Milliseconds, at now: Milliseconds) {
    if count == 0 { turn = now / Self.width }
    links.append(slot, to: &buckets[Self.bucket(deadline)])
    count += 1
  }

  mutating func remove(_ slot: Int, _ deadline: Milliseconds) {
    links.remove(slot, from: &buckets[Self.bucket(deadline)])
    count -= 1
  }

  /// A slot whose deadline has passed and that is to be taken out before asking again; nil if
  /// there is none.
  mutating func due(at now: Milliseconds) -> Int? {
    let current = now / Self.width
    guard count > 0, turn < current else { return nil }
    // All deadlines lie within one round, so that one round finds all.
    turn = max(turn, current - Self.size)
    while turn < current {
      if let slot = buckets[Int(turn % Self.size)].head { return slot }
      turn += 1
    }
    return nil
  }

  private static func bucket(_ deadline: Milliseconds) -> Int {
    Int((deadline / width) % size)
  }
}
