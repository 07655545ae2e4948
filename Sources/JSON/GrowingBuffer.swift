/// Plain values in memory that grows and is kept.
///
/// An array would check at each append whether it is shared; a scan appends for every value.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var start: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// Valid until the next change.
  var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: start, count: count) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (start + count).initialize(to: element)
    count &+= 1
  }

  /// Appends what stands at `range` once more.
  @inline(__always)
  mutating func appendCopy(of range: Range<Int>) {
    assert(range.upperBound <= count)
    if capacity &- count < range.count { grow(toHold: count &+ range.count) }
    (start + count).initialize(from: start + range.lowerBound, count: range.count)
    count &+= range.count
  }

  @inline(__always)
  mutating func removeAll(from index: Int = 0) {
    assert(0...count ~= index)
    count = index
  }

  /// Forgets all, and gives back the room that a giant needed.
  mutating func reset() {
    count = 0
    guard capacity > 1 << 17 else { return }
    start.deallocate()
    capacity = 1 << 10
    start = .allocate(capacity: capacity)
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(0..<count ~= index)
      return start[index]
    }
    set {
      assert(0..<count ~= index)
      start[index] = newValue
    }
  }

  @inline(never)
  private mutating func grow(toHold least: Int = 0) {
    let capacity = max(2 * self.capacity, least)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    (start, self.capacity) = (larger, capacity)
  }
}

extension GrowingBuffer<UInt8> {
  @inline(__always)
  mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    if capacity - count < bytes.count { grow(toHold: count + bytes.count) }
    UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeRawBufferPointer(text))
  }

  mutating func appendDecimal(_ number: UInt64) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
