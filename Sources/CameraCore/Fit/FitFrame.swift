/// Which copy of the world each part of the content is drawn on.
enum FitCopies {
  /// The circle of longitudes is cut here, in degrees; parts that begin west of it are drawn one
  /// world further east.
  case eastOf(Double)
  /// The copy whose middle is nearest to a longitude in degrees.
  case nearest(Double)
  /// Where each part begins in -180 ..< 180.
  case asTheyAre
}

/// The Mercator plane in which content is flat.
struct FitFrame {
  let plane: MercatorPlane
  let copies: FitCopies
  /// How many worlds further east than where it is the origin is drawn.
  private let originTurn: Double

  private var longitude: Double { plane.origin.longitude }

  init(origin: Coordinate, turn: Double = 0, copies: FitCopies) {
    plane = MercatorPlane(around: origin)
    (self.copies, originTurn) = (copies, turn)
  }

  /// Content of an arc and between two latitudes, cut where the arc begins.
  ///
  /// The origin is in the middle where that is a number, so that even content has an even answer.
  @inline(__always)
  init(_ arc: LongitudeArc, south: Double, north: Double) {
    let middle = arc.start / 2 + arc.end / 2
    let turn: Double = middle > 180 ? 1 : 0
    self.init(
      // Minus zero becomes zero.
      origin: evenOrigin(south: south, north: north, longitude: middle - 360 * turn + 0),
      turn: turn,
      copies: .eastOf(arc.start))
  }

  /// How many worlds further east than where it is a part is drawn.
  func turn(of arc: LongitudeArc) -> Double {
    switch copies {
    case .eastOf(let cut): arc.start < cut ? 1 : 0
    case .nearest(let longitude):
      ((longitude - (arc.start / 2 + arc.end / 2)) / 360).rounded()
    case .asTheyAre: 0
    }
  }

  func position(of point: FitPoint, turn: Double) -> PlaneVector {
    PlaneVector(
      x: easting(to: point.longitude, turn: point.turn + turn),
      y: plane.northing(to: point.latitude))
  }

  /// World widths to the east. Across the antimeridian both differences to it are exact.
  @inline(__always)
  func easting(to other: Double, turn: Double) -> Double {
    let turn = turn - originTurn
    if turn == 0 { return (other - longitude) / 360 }
    if turn > 0 { return ((other + 180) + (180 - longitude) + 360 * (turn - 1)) / 360 }
    return ((other - 180) - (180 + longitude) + 360 * (turn + 1)) / 360
  }

  /// The step to the copy of `target` nearest to the place `near` steps away.
  func step(to target: Coordinate, near step: PlaneVector) -> PlaneVector {
    let x = MercatorPlane.easting(from: longitude, to: target.longitude)
    return PlaneVector(
      x: x + (step.x - x).rounded(), y: plane.northing(to: target.latitude))
  }
}

/// The origin for content between two latitudes: its lower edge, or the equator if that is its middle.
func evenOrigin(south: Double, north: Double, longitude: Double) -> Coordinate {
  let limit = WebMercator.latitudeLimit
  return Coordinate(
    trustedLatitude: south == -north ? 0 : min(max(south, -limit), limit), longitude: longitude)
}
