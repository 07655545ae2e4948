import Testing

@testable import viewfence

struct HistogramTests {
  @Test func everyValueLiesInItsBucketWhichIsNarrow() {
    var generator = SystemRandomNumberGenerator()
    let random = (0..<2000).map { _ in Int(generator.next() >> UInt64.random(in: 1...63)) }
    for value in [0, 1, 127, 128, 255, 256, 257, 511, 512, 1 << 40, .max >> 1, .max] + random {
      let index = Histogram.index(of: value)
      let (low, high) = (
        index == 0 ? 0 : Histogram.upperEnd(of: index - 1) + 1, Histogram.upperEnd(of: index)
      )
      #expect((low...high).contains(value), "\(value)")
      #expect(high - low <= value / 128, "\(value)")
    }
  }

  @Test func percentilesAreThoseOfTheSortedValues() {
    var histogram = Histogram()
    let values = (1...10_000).map { $0 * 1000 }
    for value in values.shuffled() { histogram.record(value) }
    for (share, exact) in [
      (0.5, 5_000_000), (0.99, 9_900_000), (0.999, 9_990_000), (1, 10_000_000),
    ] {
      let found = histogram.percentile(share)
      #expect(found >= exact && Double(found) <= Double(exact) * 1.008, "\(share)")
    }
    #expect(histogram.maximum == 10_000_000)
    #expect(histogram.mean == 5_000_500)
  }

  @Test func partsAddUpToTheWhole() {
    var (whole, first, second) = (Histogram(), Histogram(), Histogram())
    for value in 0..<1000 {
      whole.record(value * value)
      if value % 3 == 0 { first.record(value * value) } else { second.record(value * value) }
    }
    first.add(second)
    #expect(first == whole)
  }

  @Test func nothingHasNoPercentiles() {
    #expect(Histogram().percentile(0.99) == 0)
    #expect(Histogram().mean == 0)
  }
}
