/// Places as little-endian doubles in foreign memory, longitude then latitude, read unaligned.
///
/// The memory must stay as it is while the value is used; the one who makes it promises that.
public struct PackedCoordinates: @unchecked Sendable {
  public let bytes: UnsafeRawBufferPointer
  public var count: Int { bytes.count / 16 }

  /// The least and the greatest longitude and latitude in degrees, as written; infinite without any
  /// place.
  let least, greatest: SIMD2<Double>

  /// Returns nil unless `bytes` are whole pairs, all finite, each latitude in -90 ... 90.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count % 16 == 0 else { return nil }
    self.bytes = bytes
    guard let range = Self.range(of: bytes) else { return nil }
    (least, greatest) = range
    guard bytes.isEmpty || (least.y >= -90 && greatest.y <= 90) else { return nil }
  }

  public subscript(index: Int) -> (longitude: Double, latitude: Double) {
    (
      Double(bitPattern: UInt64(littleEndian: load(index * 16))),
      Double(bitPattern: UInt64(littleEndian: load(index * 16 + 8)))
    )
  }

  private func load(_ offset: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// The least and the greatest pair; nil unless all numbers are finite.
  ///
  /// At the speed of memory: two places a vector, four vectors at once, and comparisons that
  /// compile to the processor's own minimum and maximum.
  private static func range(
    of bytes: UnsafeRawBufferPointer
  ) -> (least: SIMD2<Double>, greatest: SIMD2<Double>)? {
    let infinity = SIMD4<Double>(repeating: .infinity)
    var (low0, low1, low2, low3) = (infinity, infinity, infinity, infinity)
    var (high0, high1, high2, high3) = (-infinity, -infinity, -infinity, -infinity)
    // Comparisons do not see NaN, but a sum of products does, on other units of the processor.
    var sums = SIMD2<Double>.zero
    guard let start = bytes.baseAddress else { return (infinity.lowHalf, -infinity.lowHalf) }
    // The pointer itself, for the buffer would check every load; the loop's condition is the check.
    func quad(_ offset: Int) -> SIMD4<Double> {
      start.loadUnaligned(fromByteOffset: offset, as: SIMD4<Double>.self)
    }
    let count = bytes.count
    var offset = 0
    while offset &+ 128 <= count {
      let (x0, x1) = (quad(offset), quad(offset &+ 32))
      let (x2, x3) = (quad(offset &+ 64), quad(offset &+ 96))
      low0.replace(with: x0, where: x0 .< low0)
      low1.replace(with: x1, where: x1 .< low1)
      low2.replace(with: x2, where: x2 .< low2)
      low3.replace(with: x3, where: x3 .< low3)
      high0.replace(with: x0, where: x0 .> high0)
      high1.replace(with: x1, where: x1 .> high1)
      high2.replace(with: x2, where: x2 .> high2)
      high3.replace(with: x3, where: x3 .> high3)
      let product = x0 * x1 + x2 * x3
      sums += product.lowHalf + product.highHalf
      offset &+= 128
    }
    low0.replace(with: low1, where: low1 .< low0)
    low2.replace(with: low3, where: low3 .< low2)
    low0.replace(with: low2, where: low2 .< low0)
    high0.replace(with: high1, where: high1 .> high0)
    high2.replace(with: high3, where: high3 .> high2)
    high0.replace(with: high2, where: high2 .> high0)
    var (low, high) = (low0.lowHalf, high0.lowHalf)
    low.replace(with: low0.highHalf, where: low0.highHalf .< low)
    high.replace(with: high0.highHalf, where: high0.highHalf .> high)
    var sum = sums.sum()
    while offset &+ 16 <= count {
      let pair = start.loadUnaligned(fromByteOffset: offset, as: SIMD2<Double>.self)
      low.replace(with: pair, where: pair .< low)
      high.replace(with: pair, where: pair .> high)
      sum += pair.sum()
      offset &+= 16
    }
    if sum.isFinite { return (low, high) }
    // Finite numbers may have products and sums that are not.
    let isFinite = stride(from: 0, to: count, by: 8).allSatisfy {
      start.loadUnaligned(fromByteOffset: $0, as: Double.self).isFinite
    }
    return isFinite ? (low, high) : nil
  }
}
