/// The part of a fitted camera that is settled before target and scale: which way it looks, and the
/// room that it has.
///
/// With the target t and the scale sigma (world widths for one point), a place p has the depth
/// q = sigma + k f.(p - t), is drawn r.(p - t) / q points to the right of the optical centre and
/// c f.(p - t) / q above it, where c = cos T and k = sin T / D: the projection of
/// <doc:CamerasFencesAndFlights> divided by S D, so that straight down is nothing but k = 0.
struct FitView {
  let sine, cosine: Double
  let c, k: Double
  let room: FitRoom
  /// The height of the inset rectangle's own upper edge, which no footprint has lowered: where it is
  /// at or above the horizon there is no view.
  private let upperEdge: Double

  /// Straight down, with north up.
  init(room: FitRoom, upperEdge: Double) {
    self.init(sine: 0, cosine: 1, c: 1, k: 0, room: room, upperEdge: upperEdge)
  }

  private init(
    sine: Double, cosine: Double, c: Double, k: Double, room: FitRoom, upperEdge: Double
  ) {
    (self.sine, self.cosine, self.c, self.k, self.room) = (sine, cosine, c, k, room)
    self.upperEdge = upperEdge
  }

  /// The same view from a viewing angle in degrees; `distance` is D in points.
  func tilted(to angle: Double, distance: Double) -> FitView {
    if angle == 0 {
      return FitView(
        sine: sine, cosine: cosine, c: 1, k: 0, room: room, upperEdge: upperEdge)
    }
    let (sineOfAngle, cosineOfAngle) = sineAndCosine(degrees: angle)
    return FitView(
      sine: sine, cosine: cosine, c: cosineOfAngle,
      k: min(sineOfAngle / distance, .greatestFiniteMagnitude), room: room, upperEdge: upperEdge)
  }

  /// The same view with another bearing in degrees.
  func turned(to bearing: Double) -> FitView {
    let (sine, cosine) = sineAndCosine(degrees: bearing)
    return FitView(
      sine: sine, cosine: cosine, c: c, k: k, room: room, upperEdge: upperEdge)
  }

  /// How far from the target the ground in the room reaches, in points; infinite if it has no end.
  var reachOfRoom: Double {
    guard seesGround else { return .infinity }
    let edges = (abs(ground(room.top)), abs(ground(room.bottom)))
    let ahead = max(max(abs(room.top), abs(room.bottom)), max(edges.0, edges.1))
    let depth = max(1, c / (c - k * room.top))
    let right = max(abs(room.right), abs(room.left)) * depth
    return (ahead * ahead + right * right).squareRoot()
  }

  func with(room: FitRoom) -> FitView {
    FitView(sine: sine, cosine: cosine, c: c, k: k, room: room, upperEdge: upperEdge)
  }

  /// r.p: to the screen's right.
  func right(_ p: PlaneVector) -> Double { p.x * cosine - p.y * sine }

  /// f.p: ahead of the camera.
  func ahead(_ p: PlaneVector) -> Double { p.x * sine + p.y * cosine }

  /// The place that lies `right` and `ahead` of the origin.
  func position(right: Double, ahead: Double) -> PlaneVector {
    PlaneVector(x: right * cosine + ahead * sine, y: ahead * cosine - right * sine)
  }

  /// V: how far ahead of the target the ground lies that is drawn at height `y`, in points.
  func ground(_ y: Double) -> Double { y / (c - k * y) }

  /// Whether the inset rectangle's upper edge shows ground; above the horizon nothing can be held.
  var seesGround: Bool {
    isBelowHorizon(upperEdge, cosineOfAngle: c, convergence: k) && ground(upperEdge).isFinite
  }
}

/// Why no scale suits one view.
enum FitObstacle: Error {
  /// The room's upper edge is at or above the horizon.
  case horizon
  /// The footprints of these two anchors (or of the one) leave no scale.
  case footprints(Int, Int)
  /// No scale holds the content around the target.
  case target
  /// No multiple of the zoom step suits.
  case step
  /// The fit has done all the work that it may do.
  case work
}
