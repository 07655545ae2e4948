/// Counts of durations in buckets whose width is at most 1/128 of what they hold, so that a
/// percentile is right to 0.8 % whatever the range. (After Gil Tene's HdrHistogram.)
struct Histogram: Equatable {
  private static let halfBits = 7
  private static let half = 1 << halfBits

  private var counts: [Int] = []
  private(set) var count = 0
  private(set) var maximum = 0
  private var sum = 0.0

  var mean: Double { count == 0 ? 0 : sum / Double(count) }

  /// Adds a duration in nanoseconds; one below 0 is 0.
  mutating func record(_ value: Int) {
    let value = max(0, value)
    let index = Self.index(of: value)
    if index >= counts.count { counts += Array(repeating: 0, count: index + 1 - counts.count) }
    counts[index] += 1
    count += 1
    maximum = max(maximum, value)
    sum += Double(value)
  }

  mutating func add(_ other: Histogram) {
    if other.counts.count > counts.count {
      counts += Array(repeating: 0, count: other.counts.count - counts.count)
    }
    for (index, count) in other.counts.enumerated() { counts[index] += count }
    count += other.count
    maximum = max(maximum, other.maximum)
    sum += other.sum
  }

  /// The least duration that `share` (0 ... 1) of all do not exceed, to the upper end of its bucket;
  /// 0 of nothing.
  func percentile(_ share: Double) -> Int {
    let wanted = max(1, Int((share * Double(count)).rounded(.up)))
    var seen = 0
    for (index, count) in counts.enumerated() {
      seen += count
      if seen >= wanted { return min(Self.upperEnd(of: index), maximum) }
    }
    return maximum
  }

  /// Values below 256 have buckets of their own; above, each power of two has 128.
  static func index(of value: Int) -> Int {
    guard value >= 2 * half else { return value }
    let shift = Int.bitWidth - value.leadingZeroBitCount - halfBits - 1
    return (shift + 1) * half + (value >> shift) - half
  }

  /// The greatest value in a bucket.
  static func upperEnd(of index: Int) -> Int {
    guard index >= 2 * half else { return index }
    let shift = index / half - 1
    // The last bucket ends at the greatest number.
    return ((index % half + half + 1) << shift) &- 1
  }
}
