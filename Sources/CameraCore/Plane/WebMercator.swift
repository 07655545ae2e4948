#if canImport(Glibc)
  import Glibc
#endif

/// Spherical Web Mercator (EPSG:3857) with the world one unit wide: x east from Greenwich,
/// y north from the equator, so that both are most exact where most places are.
enum WebMercator {
  /// The latitude at which the world is as high as it is wide: atan(sinh(pi)), in degrees.
  static let latitudeLimit = 85.05112877980659
  /// The greatest latitude of a target, in degrees.
  static let targetLatitudeLimit = 85.0
  /// The sphere's radius in metres.
  static let earthRadius = 6378137.0

  /// The world's width in points at `zoom`; positive and finite for any zoom.
  static func worldSize(zoom: Double) -> Double { 256 * exp2(min(max(zoom, -1000), 1000)) }

  /// World widths within which two places count as the same at a world of `size` points: 1e-6
  /// points, or what doubles can tell apart.
  static func tolerance(worldSize size: Double) -> Double { max(1e-6 / size, 4e-15) }

  /// Ground metres for one point at `latitude` degrees in a world of `size` points.
  static func metersPerPoint(latitude: Double, worldSize size: Double) -> Double {
    cos(latitude * (.pi / 180)) * (2 * .pi * earthRadius) / size
  }

  /// The zoom at which the world is `size` points wide.
  static func zoom(worldSize size: Double) -> Double { log2(size / 256) }

  /// World units north of the equator; `latitude` in degrees is cut to the square world.
  static func y(latitude: Double) -> Double {
    let cut = min(max(latitude, -latitudeLimit), latitudeLimit)
    return asinh(tan(cut * (.pi / 180))) / (2 * .pi)
  }

  /// The latitude in degrees of `y` world units north of the equator.
  static func latitude(y: Double) -> Double { atan(sinh(y * (2 * .pi))) * (180 / .pi) }
}
