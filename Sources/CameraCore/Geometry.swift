/// A GeoJSON position in degrees: longitude as written (it may pass 180), latitude -90 ... 90.
public struct Position: Hashable, Sendable {
  public let longitude, latitude: Double

  /// Returns nil unless `latitude` is in -90 ... 90 and `longitude` is finite.
  public init?(longitude: Double, latitude: Double) {
    guard (-90...90).contains(latitude), longitude.isFinite else { return nil }
    (self.longitude, self.latitude) = (longitude, latitude)
  }
}

/// The places of a GeoJSON geometry, as a fit sees them. Edges are straight in Mercator and run as
/// written (RFC 7946, 3.1.9), so a path is never cut between its positions.
public enum Geometry: Hashable, Sendable {
  /// Places without edges (Point, MultiPoint).
  case points([Position])
  /// One connected line or ring (LineString, each of a MultiLineString, the rings of a Polygon).
  case path([Position])
  case collection([Geometry])
}
