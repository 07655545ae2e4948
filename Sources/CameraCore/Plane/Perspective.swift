#if canImport(Glibc)
  import Glibc
#endif

/// How a camera draws the ground of the Mercator plane, apart from its target and its scale.
///
/// In the letters of <doc:CamerasFencesAndFlights>: a place that lies u points to the right of the
/// target along the ground and v points ahead of it has the depth w = D + v sin T; it is drawn
/// D u / w to the right of the optical centre and D v cos T / w above it. Everything here is divided
/// by D, the camera's distance in points, so that a viewing angle of 0 needs no case of its own.
struct Perspective: Sendable {
  /// The screen point of the target.
  let center: ScreenPoint
  let sineOfBearing, cosineOfBearing: Double
  let cosineOfAngle: Double
  /// sin T / D: how much the depth grows for each point ahead, as a share of D.
  let convergence: Double

  init(viewport: Viewport, bearing: Double, viewingAngle: Double) {
    let padding = viewport.padding
    center = ScreenPoint(
      x: viewport.width / 2 + padding.left / 2 - padding.right / 2,
      y: viewport.height / 2 + padding.top / 2 - padding.bottom / 2)
    (sineOfBearing, cosineOfBearing) = sineAndCosine(degrees: bearing)
    let (sine, cosine) = sineAndCosine(degrees: viewingAngle)
    cosineOfAngle = cosine
    // Finite, so that a view of next to no height stays a number.
    convergence = min(sine / viewport.cameraDistance, .greatestFiniteMagnitude)
  }

  init(viewport: Viewport, camera: CameraPosition) {
    self.init(viewport: viewport, bearing: camera.bearing, viewingAngle: camera.viewingAngle)
  }

  /// Where the ground `step` points from the target is drawn; nil behind the camera.
  func screenPoint(of step: PlaneVector) -> ScreenPoint? {
    let right = step.x * cosineOfBearing - step.y * sineOfBearing
    let ahead = step.x * sineOfBearing + step.y * cosineOfBearing
    let depth = 1 + ahead * convergence
    guard depth > 0 else { return nil }
    return ScreenPoint(x: center.x + right / depth, y: center.y - ahead * cosineOfAngle / depth)
  }

  /// The ground under a screen point, in points from the target; nil at or above the horizon.
  func ground(at point: ScreenPoint) -> PlaneVector? {
    let (x, y) = (point.x - center.x, center.y - point.y)
    guard isBelowHorizon(y, cosineOfAngle: cosineOfAngle, convergence: convergence) else {
      return nil
    }
    let share = cosineOfAngle - y * convergence
    let (right, ahead) = (x * cosineOfAngle / share, y / share)
    let step = PlaneVector(
      x: right * cosineOfBearing + ahead * sineOfBearing,
      y: ahead * cosineOfBearing - right * sineOfBearing)
    return step.isFinite ? step : nil
  }
}

/// Whether ground is drawn `y` points above the optical centre.
///
/// A height that only rounding brings below the horizon is at it: what is as near to it as 1e-12 of
/// the way lies farther ahead than the world is wide at any zoom.
func isBelowHorizon(_ y: Double, cosineOfAngle: Double, convergence: Double) -> Bool {
  cosineOfAngle - y * convergence > 1e-12 * cosineOfAngle
}

extension Viewport {
  /// D: from the camera to the target in points, never quite 0.
  var cameraDistance: Double {
    max(height / 2 / tan(fieldOfView * (.pi / 360)), .leastNormalMagnitude)
  }
}
