extension Perspective {
  /// The ground under the four corners of `viewport`, in points from the target; nil at or above
  /// the horizon.
  func corners(
    of viewport: Viewport
  ) -> (
    nearLeft: PlaneVector?, nearRight: PlaneVector?, farLeft: PlaneVector?, farRight: PlaneVector?
  ) {
    let (width, height) = (viewport.width, viewport.height)
    return (
      ground(at: ScreenPoint(x: 0, y: height)), ground(at: ScreenPoint(x: width, y: height)),
      ground(at: ScreenPoint(x: 0, y: 0)), ground(at: ScreenPoint(x: width, y: 0))
    )
  }
}

/// The ground that a viewport shows, in points from the target: the corners of a convex quad.
struct VisibleQuad {
  let nearLeft, nearRight, farLeft, farRight: PlaneVector

  /// Returns nil if a corner is at or above the horizon.
  init?(
    _ corners: (
      nearLeft: PlaneVector?, nearRight: PlaneVector?, farLeft: PlaneVector?, farRight: PlaneVector?
    )
  ) {
    guard let nearLeft = corners.nearLeft, let nearRight = corners.nearRight,
      let farLeft = corners.farLeft, let farRight = corners.farRight
    else { return nil }
    (self.nearLeft, self.nearRight) = (nearLeft, nearRight)
    (self.farLeft, self.farRight) = (farLeft, farRight)
  }

  /// The south-western corner of the upright box around the quad.
  var least: PlaneVector {
    PlaneVector(
      x: min(min(nearLeft.x, nearRight.x), min(farLeft.x, farRight.x)),
      y: min(min(nearLeft.y, nearRight.y), min(farLeft.y, farRight.y)))
  }

  /// The north-eastern corner of the upright box around the quad.
  var greatest: PlaneVector {
    PlaneVector(
      x: max(max(nearLeft.x, nearRight.x), max(farLeft.x, farRight.x)),
      y: max(max(nearLeft.y, nearRight.y), max(farLeft.y, farRight.y)))
  }

  /// Counter-clockwise from the left of the bottom edge.
  var corners: [PlaneVector] { [nearLeft, nearRight, farRight, farLeft] }

  /// A point inside.
  var middle: PlaneVector { (nearLeft + nearRight + farLeft + farRight) / 4 }

  /// The corner that lies farthest along `normal`.
  func corner(along normal: PlaneVector) -> PlaneVector {
    var best = nearLeft
    for corner in [nearRight, farRight, farLeft] where corner.dot(normal) > best.dot(normal) {
      best = corner
    }
    return best
  }

  /// How far the quad reaches from the target in the direction of `normal`.
  func reach(along normal: PlaneVector) -> Double {
    max(
      max(nearLeft.dot(normal), nearRight.dot(normal)),
      max(farLeft.dot(normal), farRight.dot(normal)))
  }
}
