#if canImport(Glibc)
  import Glibc
#endif

/// The Mercator plane around a place: steps from it in world widths that keep their relative
/// precision however short they are.
///
/// The northing between two latitudes p and q is asinh((sin q - sin p) / (cos p cos q)) / 2 pi, and
/// sin q - sin p is a product that does not cancel: 2 cos((p + q) / 2) sin((q - p) / 2).
struct MercatorPlane: Hashable, Sendable {
  let origin: Coordinate
  /// The origin's latitude in degrees, cut to the square world.
  private let latitude: Double
  private let sine, cosine: Double

  init(around origin: Coordinate) {
    self.origin = origin
    latitude = min(max(origin.latitude, -WebMercator.latitudeLimit), WebMercator.latitudeLimit)
    (sine, cosine) = sineAndCosine(degrees: latitude)
  }

  /// The step to the copy of `place` nearest in longitude; of two equally near the eastern one.
  func step(to place: Coordinate) -> PlaneVector {
    PlaneVector(
      x: Self.easting(from: origin.longitude, to: place.longitude), y: northing(to: place.latitude))
  }

  /// World widths to the north, negative to the south; `other` in degrees is cut to the square.
  func northing(to other: Double) -> Double {
    let cut = min(max(other, -WebMercator.latitudeLimit), WebMercator.latitudeLimit)
    // Half of the difference is exact where it is small, and the mean need not be.
    let half = sin((cut - latitude) * (.pi / 360))
    let mean = cos((cut + latitude) * (.pi / 360))
    return asinh(2 * mean * half / (cosine * cos(cut * (.pi / 180)))) / (2 * .pi)
  }

  /// World widths to the east by the short way, -1/2 < x <= 1/2, between longitudes in -180 ... 180.
  static func easting(from west: Double, to east: Double) -> Double {
    let written = east - west
    if (-180...180).contains(written), written != -180 { return written / 360 }
    // Over the antimeridian, in two steps that are exact near it.
    let degrees = written < 0 ? (180 - west) + (180 + east) : -((180 + west) + (180 - east))
    return degrees / 360
  }

  /// The place that lies `step` away from the origin. No step gives the origin's own numbers.
  func place(at step: PlaneVector) -> Coordinate {
    Coordinate(
      trustedLatitude: latitude(at: step.y),
      longitude: wrapLongitude(origin.longitude + step.x * 360))
  }

  /// The latitude in degrees that lies `northing` world widths north of the origin.
  func latitude(at northing: Double) -> Double {
    let step = northing * (2 * .pi)
    guard abs(step) < 1 else {
      return WebMercator.latitude(y: WebMercator.y(latitude: latitude) + northing)
    }
    if step == 0 { return origin.latitude }
    // tan q = tan p cosh d + sinh d / cos p, taken as the angle q - p.
    let (rise, bend) = (sinh(step), 2 * sinh(step / 2) * sinh(step / 2))
    let turn = atan2(cosine * (sine * bend + rise), 1 + sine * (sine * bend + rise))
    return min(max(latitude + turn * (180 / .pi), -90), 90)
  }
}
