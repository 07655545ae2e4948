/// Content in a plane, seen by a view.
struct FitScene {
  let view: FitView
  let anchors: UnsafeMutableBufferPointer<FitAnchor>
  /// False if no anchor has a footprint, or all have the same and `view.room` is shrunk by it.
  let hasFootprints: Bool
  let meter: FitMeter
}

/// How far content reaches: right of and left of every place on the room's slanted side planes, and
/// ahead. Enough to know every scale of content without footprints.
struct FitReach {
  var nearest = Double.infinity
  var farthest = -Double.infinity
  /// The greatest r.p - R k f.p, where R is the room's right edge.
  var right = -Double.infinity
  /// The greatest -(r.p - L k f.p), where L is the room's left edge.
  var left = -Double.infinity

  /// The reach of the convex hull of both.
  func union(_ other: FitReach) -> FitReach {
    FitReach(
      nearest: min(nearest, other.nearest), farthest: max(farthest, other.farthest),
      right: max(right, other.right), left: max(left, other.left))
  }

  init(nearest: Double, farthest: Double, right: Double, left: Double) {
    (self.nearest, self.farthest) = (nearest, farthest)
    (self.right, self.left) = (right, left)
  }

  init() {}
}

extension FitView {
  func reach(of anchors: UnsafeMutableBufferPointer<FitAnchor>) -> FitReach {
    let (slantRight, slantLeft) = (room.right * k, room.left * k)
    var reach = FitReach()
    for anchor in anchors {
      let (a, b) = (right(anchor.position), ahead(anchor.position))
      if b < reach.nearest { reach.nearest = b }
      if b > reach.farthest { reach.farthest = b }
      let (toRight, toLeft) = (a - slantRight * b, slantLeft * b - a)
      if toRight > reach.right { reach.right = toRight }
      if toLeft > reach.left { reach.left = toLeft }
    }
    return reach
  }
}
