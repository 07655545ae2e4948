import CVectors
import Testing

/// The range of pairs, each compiled version of it, against a plain loop.
@Suite struct PairRangeTests {
  typealias Version = @Sendable (UnsafeRawPointer?, Int) -> cvectors_range
  static let versions: [String: Version] = [
    "of this processor": { cvectors_range_of_pairs($0, $1) },
    "of every processor": { cvectors_range_of_pairs_baseline($0, $1) },
  ]

  /// The least and the greatest first and second numbers at `offset`, as long as none is NaN.
  private func range(
    of numbers: [Double], at offset: Int, by version: Version
  ) -> [Double] {
    let bytes = [UInt8](repeating: 0xff, count: offset) + numbers.withUnsafeBytes(Array.init)
    let range = bytes.withUnsafeBytes { bytes in
      version(bytes.baseAddress.map { $0 + offset }, numbers.count / 2)
    }
    return [range.least.0, range.least.1, range.greatest.0, range.greatest.1]
  }

  private func plainRange(of numbers: [Double]) -> [Double] {
    guard !numbers.contains(where: \.isNaN) else { return [.nan, .nan, .nan, .nan] }
    var range = [Double.infinity, .infinity, -.infinity, -.infinity]
    for (index, number) in numbers.enumerated() {
      range[index % 2] = min(range[index % 2], number)
      range[2 + index % 2] = max(range[2 + index % 2], number)
    }
    return range
  }

  private func isSame(_ a: [Double], _ b: [Double]) -> Bool {
    zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
  }

  @Test(arguments: versions.keys) func rangeIsThatOfAPlainLoop(_ name: String) throws {
    let version = try #require(Self.versions[name])
    let odd: [Double] = [
      .infinity, -.infinity, 0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .pi, -.pi,
    ]
    for seed in UInt64(1)...4000 {
      var random = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...(seed % 8 == 0 ? 300 : 12), using: &random)
      let oddness = random.number(in: 0...1)
      let numbers = (0..<2 * count).map { _ in
        random.chance(oddness)
          ? odd.randomElement(using: &random) ?? 0 : random.number(in: -1e3...1e3)
      }
      let found = range(of: numbers, at: Int(seed % 16), by: version)
      #expect(isSame(found, plainRange(of: numbers)), "seed \(seed)")
    }
  }

  @Test(arguments: versions.keys) func oneNaNIsSeenWhereverItStands(_ name: String) throws {
    let version = try #require(Self.versions[name])
    for count in 1...19 {
      for index in 0..<2 * count {
        for odd in [Double.nan, -.nan, .signalingNaN, Double(bitPattern: ~0)] {
          var numbers = (0..<2 * count).map { Double($0 % 7) }
          numbers[index] = odd
          let found = range(of: numbers, at: index, by: version)
          #expect(isSame(found, plainRange(of: numbers)), "\(odd) at \(index) of \(count)")
        }
      }
    }
  }
}
