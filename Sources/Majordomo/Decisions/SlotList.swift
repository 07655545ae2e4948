/// A list of slot numbers whose links are kept in a `SlotLinks`.
struct SlotList {
  fileprivate(set) var first: Int32 = -1
  fileprivate(set) var last: Int32 = -1
  fileprivate(set) var count: Int32 = 0

  var isEmpty: Bool { count == 0 }
  /// The first slot; nil if there is none.
  var head: Int? { first < 0 ? nil : Int(first) }
  var tail: Int? { last < 0 ? nil : Int(last) }
}

/// The links of lists in which every slot stands at most once: a slot can be put in and taken out
/// anywhere without a search and without an allocation.
struct SlotLinks {
  private var links: [(previous: Int32, next: Int32)] = []

  mutating func makeRoom(for slot: Int) {
    while links.count <= slot { links.append((-1, -1)) }
  }

  func previous(before slot: Int) -> Int? {
    let previous = links[slot].previous
    return previous < 0 ? nil : Int(previous)
  }

  mutating func append(_ slot: Int, to list: inout SlotList) {
    let number = Int32(slot)
    links[slot] = (list.last, -1)
    if list.last >= 0 { links[Int(list.last)].next = number } else { list.first = number }
    list.last = number
    list.count += 1
  }

  mutating func prepend(_ slot: Int, to list: inout SlotList) {
    let number = Int32(slot)
    links[slot] = (-1, list.first)
    if list.first >= 0 { links[Int(list.first)].previous = number } else { list.last = number }
    list.first = number
    list.count += 1
  }

  mutating func remove(_ slot: Int, from list: inout SlotList) {
    let (previous, next) = links[slot]
    if previous >= 0 { links[Int(previous)].next = next } else { list.first = next }
    if next >= 0 { links[Int(next)].previous = previous } else { list.last = previous }
    links[slot] = (-1, -1)
    list.count -= 1
  }
}
