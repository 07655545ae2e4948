/// What a fit has to hold, in any mix.
public struct FitContent: Sendable {
  /// A place, and how far its icon reaches from it in screen points (not scaled by perspective).
  public struct Place: Hashable, Sendable {
    public let coordinate: Coordinate
    public let footprint: EdgeInsets?
    public init(_ coordinate: Coordinate, footprint: EdgeInsets? = nil) {
      (self.coordinate, self.footprint) = (coordinate, footprint)
    }
  }

  /// All places within `radius` metres (0 ... 5,000,000) of `center` on the sphere.
  public struct Circle: Hashable, Sendable {
    public let center: Coordinate
    public let radius: Double
    public init(center: Coordinate, radius: Double) {
      (self.center, self.radius) = (center, radius)
    }
  }

  public var places: [Place]
  public var bounds: [CoordinateBounds]
  public var circles: [Circle]
  public var geometry: Geometry?
  public var coordinates: PackedCoordinates?

  public init(
    places: [Place] = [], bounds: [CoordinateBounds] = [], circles: [Circle] = [],
    geometry: Geometry? = nil, coordinates: PackedCoordinates? = nil
  ) {
    (self.places, self.bounds, self.circles) = (places, bounds, circles)
    (self.geometry, self.coordinates) = (geometry, coordinates)
  }
}

/// Places as little-endian doubles in foreign memory, longitude then latitude, read unaligned.
///
/// The memory must stay as it is while the value is used; the one who makes it promises that.
public struct PackedCoordinates: @unchecked Sendable {
  public let bytes: UnsafeRawBufferPointer
  public var count: Int { bytes.count / 16 }

  /// Returns nil unless `bytes` are whole pairs, all finite, each latitude in -90 ... 90.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count % 16 == 0 else { return nil }
    self.bytes = bytes
    for index in 0..<count {
      let (longitude, latitude) = self[index]
      guard longitude.isFinite, (-90...90).contains(latitude) else { return nil }
    }
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
