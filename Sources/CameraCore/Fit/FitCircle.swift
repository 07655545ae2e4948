#if canImport(Glibc)
  import Glibc
#endif

/// A circle on the sphere, drawn in a Mercator plane.
///
/// With Mercator coordinates in radians, the places at the angular distance d from a centre at
/// latitude p and abscissa x0 are cos(x - x0) = kappa cosh(y - yc), where kappa =
/// sqrt(cos^2 d - sin^2 p) / cos p and tanh yc = sin p / cos d. The curve is convex, and its
/// normal (nx, ny) of length 1 stands where sin(x - x0) = mu nx and sinh(y - yc) = mu ny / kappa,
/// mu = sqrt(1 - kappa^2) = sin d / cos p.
///
/// Around a pole kappa is imaginary: the rim is cos(x - x0) = -kappa sinh(y - yc), once around the
/// world, with tanh yc = cos d / sin p; everything from there to the pole is inside.
struct FitCircle {
  /// The centre's abscissa, and the ordinate yc, in world widths.
  private let center: PlaneVector
  private let kappa, mu: Double
  /// 1 or -1 if the circle holds the north or the south pole.
  private let pole: Double?
  /// The square world's edges.
  private let southEdge, northEdge: Double

  /// How many anchors stand for a circle: its reach ahead, back, right and left.
  static let anchorCount = 4
  /// As how many looks at a place its four count.
  static let looks = 40

  /// - Parameter position: The circle's centre.
  init(_ circle: FitContent.Circle, at position: PlaneVector, in plane: MercatorPlane) {
    let shape = circle.shape
    (kappa, mu, pole) = (shape.kappa, shape.mu, shape.pole)
    center = PlaneVector(x: position.x, y: position.y + shape.rise / (2 * .pi))
    southEdge = plane.northing(to: -90)
    northEdge = plane.northing(to: 90)
  }

  /// The place of the circle that lies furthest in the direction of `normal`.
  func support(_ normal: PlaneVector) -> PlaneVector {
    let length = normal.squaredLength.squareRoot()
    guard length > 0 else { return center }
    return pole.map { supportAroundPole(normal / length, $0) } ?? supportOfOval(normal / length)
  }

  /// The place of the circle that is drawn furthest to the right (`side` 1) or left (-1) of a target.
  ///
  /// A greatest quotient: the place that is best for one slope gives the next slope, and each step
  /// doubles the digits.
  func outermost(
    side: Double, from target: PlaneVector, depth: Double, in view: FitView
  ) -> PlaneVector {
    var slope = 0.0
    var place = center
    for _ in 0..<32 {
      place = support(view.position(right: side, ahead: -side * slope * view.k))
      let next = view.right(place - target) / (depth + view.k * view.ahead(place))
      if abs(next - slope) <= 1e-15 * abs(next) { break }
      slope = next
    }
    return place
  }

  private func supportOfOval(_ normal: PlaneVector) -> PlaneVector {
    let y = center.y + asinh(mu / kappa * normal.y) / (2 * .pi)
    let edge = min(max(y, southEdge), northEdge)
    if y == edge { return PlaneVector(x: center.x + asin(mu * normal.x) / (2 * .pi), y: y) }
    // Beyond the edge the circle is pressed onto it, as places are.
    let isCenterBeyond = y > edge ? center.y >= edge : center.y <= edge
    let half = isCenterBeyond ? asin(mu) : acos(min(kappa * cosh((edge - center.y) * 2 * .pi), 1))
    return PlaneVector(x: center.x + half * sign(normal.x) / (2 * .pi), y: edge)
  }

  private func supportAroundPole(_ normal: PlaneVector, _ pole: Double) -> PlaneVector {
    func rim(_ x: Double) -> PlaneVector {
      let y = center.y - pole * asinh(cos(x) / kappa) / (2 * .pi)
      return PlaneVector(x: center.x + x / (2 * .pi), y: min(max(y, southEdge), northEdge))
    }
    if normal.y * pole >= 0 {
      let edge = pole > 0 ? northEdge : southEdge
      return PlaneVector(x: center.x + sign(normal.x) / 2, y: edge)
    }
    let end = rim(sign(normal.x) * .pi)
    let sine = normal.x * (kappa * kappa + 1).squareRoot()
    guard abs(sine) < 1 else { return end }
    let tangent = rim(asin(sine))
    return tangent.dot(normal) >= end.dot(normal) ? tangent : end
  }
}

private func sign(_ x: Double) -> Double { x > 0 ? 1 : x < 0 ? -1 : 0 }

extension FitContent.Circle {
  /// The rim's constants, and yc less the centre's own ordinate, in radians.
  fileprivate var shape: (kappa: Double, mu: Double, rise: Double, pole: Double?) {
    let distance = radius / WebMercator.earthRadius
    let (s, cosine) = sineAndCosine(degrees: center.latitude)
    // At a pole itself too everything stays finite.
    let c = max(cosine, 1e-17)
    let (sd, cd, half) = (sin(distance), cos(distance), sin(distance / 2))
    // The centre is drawn on the square world's edge if it lies beyond.
    let beyond = 2 * .pi * WebMercator.y(latitude: center.latitude)
    let isCut = abs(center.latitude) > WebMercator.latitudeLimit
    if cd > abs(s) {
      let rise = atanh(s * 2 * half * half / (cd - s * s))
      let kappa = ((cd - s) * (cd + s)).squareRoot() / c
      return (kappa, min(sd / c, 1), isCut ? rise + asinh(s / c) - beyond : rise, nil)
    }
    let kappa = max(((abs(s) - cd) * (abs(s) + cd)).squareRoot() / c, 1e-150)
    let pole = s < 0 ? -1.0 : 1
    return (kappa, 1, pole * log((abs(s) + cd) / (c * kappa)) - beyond, pole)
  }

  /// The longitudes it reaches; all of them, around its own centre, if it holds a pole.
  var arc: LongitudeArc {
    let shape = shape
    let half = shape.pole == nil ? asin(min(shape.mu, 1)) * (180 / .pi) : 180
    let start = center.longitude - half
    let wrapped = start < -180 ? start + 360 : start >= 180 ? start - 360 : start
    return LongitudeArc(start: wrapped, end: wrapped + 2 * half)
  }

  /// Its centre, on the copy of the world on which `arc` runs.
  var point: FitPoint {
    let arc = arc
    let turn = (((arc.start + arc.end) / 2 - center.longitude) / 360).rounded()
    return FitPoint(longitude: center.longitude, turn: turn, latitude: center.latitude)
  }
}
