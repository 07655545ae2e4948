import CVectors

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
    let range = cvectors_range_of_pairs(bytes.baseAddress, bytes.count / 16)
    least = SIMD2(range.least.0, range.least.1)
    greatest = SIMD2(range.greatest.0, range.greatest.1)
    guard !bytes.isEmpty else { return }
    // One NaN would make all four such, of which none of this is true.
    guard least.x > -.infinity, greatest.x < .infinity, least.y >= -90, greatest.y <= 90
    else { return nil }
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
}
