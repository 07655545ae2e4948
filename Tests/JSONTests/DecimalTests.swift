import Foundation
import JSON
import Operations
import Testing

/// The number that a scan reads from `text` in an excerpt.
private func number(_ text: String) throws -> Double {
  var scanner = JSONScanner(takingOut: ["a"])
  try Array("{\"a\":[\(text)]}".utf8).withUnsafeBytes {
    try scanner.scan($0)
  }
  return try #require(scanner.tokens.last).number
}

@Suite struct DecimalTests {
  /// Exact midpoints between doubles, hairs above them, the ends of the range, and cases on which
  /// known readers failed; the bits are Python's, whose reader rounds correctly (David Gay's), and
  /// the midpoints were checked with fractions.
  @Test func hardDecimalsAreReadToTheNearestDouble() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/decimals.txt")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 150)
    for line in lines {
      let parts = line.split(separator: " ")
      let bits = try #require(UInt64(parts[0], radix: 16))
      #expect(try number(String(parts[1])).bitPattern == bits, "\(parts[1])")
      let bytes = Array(parts[1].utf8)
      #expect(bytes.withUnsafeBytes(JSONScalar.number)?.bitPattern == bits, "\(parts[1])")
    }
  }

  @Test func anyDecimalIsReadAsTheCLibraryReadsIt() throws {
    let seed: UInt64 = 20_260_101
    var random = SplitMix64(seed: seed)
    for _ in 0..<100_000 {
      let text = random.decimal()
      let expected = strtod(text, nil)
      guard expected.isFinite else { continue }
      #expect(try number(text).bitPattern == expected.bitPattern, "seed \(seed): \(text)")
    }
  }

  /// Coordinates as programs write them: the shortest form of any double.
  @Test func whatTheWriterWritesReadsBack() throws {
    let seed: UInt64 = 7
    var random = SplitMix64(seed: seed)
    for _ in 0..<100_000 {
      let value = Double.random(in: -180...180, using: &random)
      var writer = JSONWriter()
      writer.value(value)
      let text = String(decoding: writer.bytes, as: UTF8.self)
      #expect(try number(text) == value, "seed \(seed): \(text)")
    }
  }
}

extension SplitMix64 {
  /// A number of 1 ... 25 digits, with a point, an exponent, both or neither.
  fileprivate mutating func decimal() -> String {
    let count = Int.random(in: 1...25, using: &self)
    var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &self)) }.joined()
    if Bool.random(using: &self) {
      let point = Int.random(in: 0...count, using: &self)
      digits = "\(digits.prefix(point)).\(digits.dropFirst(point))"
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    var whole = String(parts[0].drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    var text = Bool.random(using: &self) ? "-\(whole)" : whole
    if parts.count == 2, !parts[1].isEmpty { text += ".\(parts[1])" }
    if Int.random(in: 0..<3, using: &self) == 0 {
      text += "\(Bool.random(using: &self) ? "e" : "E")\(Int.random(in: -40...40, using: &self))"
    }
    return text
  }
}
