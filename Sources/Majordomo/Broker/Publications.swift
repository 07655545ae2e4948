/// Counts what is published under each topic, and keeps the last values for who subscribes late.
/// Holds no socket and reads no clock.
struct Publications {
  /// What stands in the last frame of a publication.
  struct Stamp: Hashable {
    /// When the topic began to be counted, in microseconds since 1970: it changes when the
    /// counting begins anew.
    var epoch: UInt64
    var sequence: UInt64
  }

  private struct Topic {
    var name: [UInt8]
    var hash: UInt64
    var stamp: Stamp
    var value: [UInt8]?
    var sentAgainAt: Milliseconds?
    /// Somebody came too soon after it was sent again.
    var isOwed = false
  }

  private let bounds: BrokerBounds
  private let hash: ByteHash
  private var numbers: [UInt64: Int] = [:]
  private var topics = SlotTable<Topic>()
  /// The longest unpublished first.
  private var order = SlotList()
  private var links = SlotLinks()
  private(set) var valueBytes = 0
  /// Topics that are owed, or were until they were published anew.
  private var owed: [Int] = []

  init(_ bounds: BrokerBounds, hash: ByteHash) { (self.bounds, self.hash) = (bounds, hash) }

  var count: Int { numbers.count }

  /// Counts one publication and keeps `value`, if there is one that is not too long.
  mutating func publish(
    _ topic: [UInt8], value: UnsafeRawBufferPointer?, wallMicroseconds: UInt64
  ) -> Stamp {
    let number = self.number(of: topic, wallMicroseconds)
    links.remove(number, from: &order)
    links.append(number, to: &order)
    topics[number].stamp.sequence += 1
    topics[number].isOwed = false
    if let value { keep(value, number) }
    return topics[number].stamp
  }

  /// The last values for a new subscription: that of the topic itself, or of at most
  /// `lastValuesForPrefix` topics that begin with it.
  mutating func lastValues(
    for prefix: UnsafeRawBufferPointer, at now: Milliseconds,
    _ send: (_ topic: [UInt8], _ value: [UInt8], Stamp) -> Void
  ) {
    if let number = numbers[hash(prefix)], topics[number].name.elementsEqual(prefix) {
      return sendAgain(number, at: now, send)
    }
    var sent = 0
    // The latest first, in case there are too many.
    var next = order.tail
    while let number = next, sent < bounds.lastValuesForPrefix {
      next = links.previous(before: number)
      guard topics[number].value != nil, topics[number].name.starts(with: prefix) else { continue }
      sent += 1
      sendAgain(number, at: now, send)
    }
  }

  /// When a value is due that was held back; nil if there is none.
  var nextLook: Milliseconds? { owed.map(due).min() }

  /// The values that were held back for long enough. All that subscribe to the topic hear them, and
  /// so those who came together after the one for whom it was sent first.
  mutating func owedValues(
    at now: Milliseconds, _ send: (_ topic: [UInt8], _ value: [UInt8], Stamp) -> Void
  ) {
    let ready = owed.filter { due($0) <= now }
    owed = owed.filter { due($0) > now }
    for number in ready where topics[number].isOwed {
      topics[number].isOwed = false
      sendAgain(number, at: now, send)
    }
  }

  private func due(_ number: Int) -> Milliseconds {
    topics[number].sentAgainAt.map { $0 + bounds.lastValueMilliseconds } ?? 0
  }

  private mutating func sendAgain(
    _ number: Int, at now: Milliseconds, _ send: ([UInt8], [UInt8], Stamp) -> Void
  ) {
    guard let value = topics[number].value else { return }
    guard due(number) <= now || topics[number].sentAgainAt == nil else {
      if !topics[number].isOwed { owed.append(number) }
      topics[number].isOwed = true
      return
    }
    topics[number].sentAgainAt = now
    send(topics[number].name, value, topics[number].stamp)
  }

  private mutating func number(of topic: [UInt8], _ wallMicroseconds: UInt64) -> Int {
    let hash = topic.withUnsafeBytes { self.hash($0) }
    if let number = numbers[hash] {
      if topics[number].name == topic { return number }
      // Two topics of one hash: they take turns, each with a new epoch.
      evict(number)
    } else if numbers.count >= bounds.topics, let oldest = order.head {
      evict(oldest)
    }
    let new = Topic(
      name: topic, hash: hash, stamp: Stamp(epoch: wallMicroseconds, sequence: 0), value: nil)
    let number = topics.insert(new)
    links.makeRoom(for: number)
    numbers[hash] = number
    links.append(number, to: &order)
    return number
  }

  private mutating func keep(_ value: UnsafeRawBufferPointer, _ number: Int) {
    valueBytes -= topics[number].value?.count ?? 0
    guard value.count <= bounds.longestLastValue else {
      // An older value would not be the last one.
      topics[number].value = nil
      return
    }
    topics[number].value = Array(value)
    valueBytes += value.count
    while valueBytes > bounds.lastValueBytes, let oldest = order.head, oldest != number {
      evict(oldest)
    }
  }

  private mutating func evict(_ number: Int) {
    valueBytes -= topics[number].value?.count ?? 0
    numbers[topics[number].hash] = nil
    topics[number].value = nil
    topics[number].isOwed = false
    links.remove(number, from: &order)
    topics.giveBack(number)
  }
}
