/// A box of latitudes and longitudes in degrees that means what it says.
///
/// It runs from `west` eastward to `east`, as written: 170 to 190 crosses the antimeridian, and so
/// does 170 to -170. If `east - west` >= 360 as written it is the whole world around its own middle.
public struct CoordinateBounds: Hashable, Sendable {
  public let south, west, north, east: Double

  /// Returns nil unless -90 <= `south` <= `north` <= 90 and `west` and `east` are finite.
  public init?(south: Double, west: Double, north: Double, east: Double) {
    guard (-90...90).contains(south), (-90...90).contains(north), south <= north,
      west.isFinite, east.isFinite
    else { return nil }
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Its width in degrees, 0 ... 360.
  public var longitudeSpan: Double {
    // As written, so that -180 ... 180 is the whole world and west = east is a meridian.
    let written = east - west
    if written >= 360 { return 360 }
    if written >= 0 { return written }
    // Each edge is reduced exactly; their difference as written may be rounded by whole degrees.
    let reduced = wrapLongitude(east) - wrapLongitude(west)
    return reduced < 0 ? reduced + 360 : reduced.truncatingRemainder(dividingBy: 360)
  }
}
