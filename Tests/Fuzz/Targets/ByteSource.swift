/// Reads a random choice out of bytes, so that a fuzzer that changes bytes changes the choice.
/// Past the end everything is 0.
struct ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private var index = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { index >= bytes.count }

  mutating func byte() -> UInt8 {
    guard index < bytes.count else { return 0 }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func chance() -> Bool { byte() & 1 != 0 }

  mutating func below(_ limit: Int) -> Int { Int(byte()) % limit }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  mutating func prefix(_ count: Int) -> UnsafeRawBufferPointer {
    let start = index
    index = min(bytes.count, index + count)
    return UnsafeRawBufferPointer(rebasing: bytes[start..<index])
  }

  /// Any double at all.
  mutating func bits() -> Double {
    var bits: UInt64 = 0
    for _ in 0..<8 { bits = bits << 8 | UInt64(byte()) }
    return Double(bitPattern: bits)
  }

  /// A number that a client might send, the ends of `range` among them, and rarely any other.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let kind = byte()
    switch kind {
    case 0..<8: return bits()
    case 8..<16: return range.lowerBound
    case 16..<24: return range.upperBound
    case 24..<40: return pick(Self.corners)
    case 40..<56: return (range.lowerBound + range.upperBound) / 2
    case 56..<72: return range.lowerBound.nextUp
    default:
      let step = Double(UInt16(byte()) << 8 | UInt16(byte())) / 65535
      return range.lowerBound + step * (range.upperBound - range.lowerBound)
    }
  }

  private static let corners: [Double] = [
    0, -0.0, 1, -1, 1e-300, .leastNonzeroMagnitude, 1e-9, 1e9, 1e15, 1e300, -1e300,
    1.7976931348623157e308,
    .infinity, -.infinity, .nan, 90, -90, 85, -85, 85.05112877980659, -85.05112877980659, 180,
    -180, 179.999999999, -179.999999999, 360, 540, -540, 359.99999999999994, 89.99999999999999,
  ]
}
