/// Requests that would be known again if they came again, by a hash of their peer and id: those in
/// flight, those whose reply is kept, and those that cost a worker.
struct KnownRequests {
  enum State {
    case inFlight(slot: Int)
    case kept(bytes: Int)
    /// Ended without a reply that could be kept, after so many attempts.
    case attempted(Int)
  }

  /// An entry at one time; its number alone may mean another one later.
  struct Reference: Hashable {
    let number: Int
    fileprivate let generation: UInt32
  }

  private struct Entry {
    var id: UInt64
    var body: UInt64
    var state: State
    var until: Milliseconds = .max
    var generation: UInt32 = 0
  }

  /// A number that is a hash under a secret already: hashing it once more would tell no more apart.
  private struct Key: Hashable {
    let hash: UInt64
    init(_ hash: UInt64) { self.hash = hash }
    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    func _rawHashValue(seed: Int) -> Int { Int(truncatingIfNeeded: hash) ^ seed }
  }

  private let bounds: BrokerBounds
  private var numbers: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var free: [Int] = []
  /// Those that are over, the oldest first.
  private var over = SlotList()
  private var links = SlotLinks()
  private(set) var keptBytes = 0

  init(_ bounds: BrokerBounds) { self.bounds = bounds }

  var count: Int { numbers.count }

  func find(_ id: UInt64, at now: Milliseconds) -> Reference? {
    guard let number = numbers[Key(id)], entries[number].until > now else { return nil }
    return Reference(number: number, generation: entries[number].generation)
  }

  func state(of entry: Reference) -> State { entries[entry.number].state }
  func body(of entry: Reference) -> UInt64 { entries[entry.number].body }

  /// A request is in flight from now on. What was known of its id before is forgotten.
  mutating func begin(_ id: UInt64, body: UInt64, slot: Int, forget: (Int) -> Void) -> Reference {
    if let number = numbers[Key(id)] { remove(number, forget) }
    let number: Int
    if let last = free.popLast() {
      number = last
    } else {
      number = entries.count
      entries.append(Entry(id: 0, body: 0, state: .attempted(0)))
      links.makeRoom(for: number)
    }
    let generation = entries[number].generation
    entries[number] = Entry(
      id: id, body: body, state: .inFlight(slot: slot), generation: generation)
    numbers[Key(id)] = number
    return Reference(number: number, generation: generation)
  }

  /// A request in flight is over: `state` is `kept` or `attempted`.
  mutating func end(
    _ entry: Reference, _ state: State, at now: Milliseconds, forget: (Int) -> Void
  ) {
    entries[entry.number].state = state
    entries[entry.number].until = now + bounds.keptMilliseconds
    if case .kept(let bytes) = state { keptBytes += bytes }
    links.append(entry.number, to: &over)
    while let oldest = over.head,
      over.count > bounds.kept || keptBytes > bounds.keptBytes || entries[oldest].until <= now
    {
      remove(oldest, forget)
    }
  }

  /// A request in flight is over and nothing is to be known of it.
  mutating func drop(_ entry: Reference) { erase(entry.number) }

  /// One more attempt of a request that is over, if it is still known.
  ///
  /// - Returns: the slot of the same request if it came again and is in flight.
  mutating func blame(_ entry: Reference) -> Int? {
    guard entries[entry.number].generation == entry.generation else { return nil }
    switch entries[entry.number].state {
    case .inFlight(let slot): return slot
    case .attempted(let attempts):
      entries[entry.number].state = .attempted(attempts + 1)
      return nil
    case .kept: return nil
    }
  }

  /// Forgets what is too old.
  mutating func expire(at now: Milliseconds, forget: (Int) -> Void) {
    while let oldest = over.head, entries[oldest].until <= now { remove(oldest, forget) }
  }

  private mutating func remove(_ number: Int, _ forget: (Int) -> Void) {
    links.remove(number, from: &over)
    if case .kept(let bytes) = entries[number].state {
      keptBytes -= bytes
      forget(number)
    }
    erase(number)
  }

  private mutating func erase(_ number: Int) {
    numbers[Key(entries[number].id)] = nil
    entries[number].generation &+= 1
    entries[number].until = 0
    free.append(number)
  }
}
