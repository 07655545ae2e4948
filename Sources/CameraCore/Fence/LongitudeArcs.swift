/// Arcs of the circle of longitudes, in turns to the east of an origin.
struct LongitudeArcs {
  let origin: Double
  let arcs: [(west: Double, east: Double)]

  /// Whether the arcs together cover the way of `turns` from `longitude`.
  func cover(from longitude: Double, by turns: Double) -> Bool {
    let start = MercatorPlane.easting(from: origin, to: longitude)
    let goal = max(start, start + turns)
    var reached = min(start, start + turns)
    // What doubles cannot tell from touching touches.
    let hair = 1e-12
    while reached < goal - hair {
      var farthest = reached
      for arc in arcs {
        // The last copy of the arc that begins at or west of where the way has come to.
        let copy = (reached + hair - arc.west).rounded(.down)
        if copy.isFinite { farthest = max(farthest, arc.east + copy) } else { return true }
      }
      guard farthest > reached + hair else { return false }
      reached = farthest
    }
    return true
  }
}
