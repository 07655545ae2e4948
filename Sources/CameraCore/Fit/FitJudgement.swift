/// Which content lies in the room of a final camera.
struct FitJudgement {
  let view: FitView
  let target: PlaneVector
  /// World widths for one point.
  let scale: Double

  /// Whether a place with its footprint lies in the room, to max(1e-6 points, 4e-15 worlds).
  func holds(_ anchor: FitAnchor) -> Bool {
    let slack = max(1e-6, 4e-15 / scale)
    let step = anchor.position - target
    let depth = scale + view.k * view.ahead(step)
    guard depth > 0 else { return false }
    let x = view.right(step) / depth
    let y = view.c * view.ahead(step) / depth
    return x + anchor.right <= view.room.right + slack
      && x - anchor.left >= view.room.left - slack
      && y + anchor.top <= view.room.top + slack
      && y - anchor.bottom >= view.room.bottom - slack
  }

  func holds(_ part: FitPart, in frame: FitFrame) -> Bool {
    let turn = frame.turn(of: part.arc)
    if case .circle(let circle) = part {
      let oval = FitCircle(
        circle, at: frame.position(of: circle.point, turn: turn), in: frame.plane)
      let normals = view.edgeNormals
      return normals.indices.allSatisfy { holds(FitAnchor(oval.support(normals[$0]))) }
    }
    var isInside = true
    part.forEachPoint { point in
      isInside =
        isInside
        && holds(FitAnchor(frame.position(of: point, turn: turn), footprint: part.footprint))
    }
    return isInside
  }
}
