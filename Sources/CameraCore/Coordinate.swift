/// A position in degrees. Mercator and distances use the sphere of 6378137 m.
public struct Coordinate: Hashable, Sendable {
  public let latitude, longitude: Double

  /// Returns nil unless `latitude` is in -90 ... 90 and `longitude` is finite.
  ///
  /// The longitude is wrapped into -180 ... 180; -180 and 180 stay as they are.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), longitude.isFinite else { return nil }
    self.init(trustedLatitude: latitude, longitude: wrapLongitude(longitude))
  }

  /// The place that a target may be asked for with any finite numbers: `latitude` is cut to
  /// -90 ... 90, so that the limits of a camera see that it was beyond theirs.
  ///
  /// Returns nil unless both are finite.
  public init?(cuttingLatitude latitude: Double, longitude: Double) {
    guard latitude.isFinite else { return nil }
    self.init(latitude: min(max(latitude, -90), 90), longitude: longitude)
  }

  /// For values that are known to be in range.
  init(trustedLatitude latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }
}

/// Brings any finite longitude into -180 ... 180 degrees by whole turns; -180 and 180 stay, and what
/// is turned is never -0.
///
/// The remainder is exact, and no loop runs for as long as the number is large.
public func wrapLongitude(_ longitude: Double) -> Double {
  if (-180...180).contains(longitude) { return longitude }
  // The same as the division, which takes 50 times as long: exact for numbers so near to each other.
  if longitude > 180, longitude < 540 { return longitude - 360 }
  if longitude < -180, longitude > -540 { return longitude + 360 }
  let reduced = longitude.remainder(dividingBy: 360)
  return reduced == 0 ? 0 : reduced
}

/// Reduces any finite bearing to 0 ..< 360 degrees; -0 becomes 0.
public func reduceBearing(_ bearing: Double) -> Double {
  let remainder = bearing.truncatingRemainder(dividingBy: 360)
  let positive = remainder < 0 ? remainder + 360 : remainder
  // A tiny negative bearing rounds up to a full turn.
  return positive >= 360 || positive == 0 ? 0 : positive
}
