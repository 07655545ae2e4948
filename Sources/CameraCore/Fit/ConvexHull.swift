/// The corners of the convex hull of `anchors`, moved to the front of them; how many there are.
///
/// Andrew's monotone chain (doi:10.1016/0020-0190(79)90072-3), without footprints: the rest cannot
/// be outermost in any direction.
func moveHullToFront(_ anchors: UnsafeMutableBufferPointer<FitAnchor>) -> Int {
  guard anchors.count > 3 else { return anchors.count }
  var sorted = anchors
  sorted.sort { ($0.position.x, $0.position.y) < ($1.position.x, $1.position.y) }
  /// Whether c lies to the right of the way from a to b, or on it.
  func isClockwise(_ a: FitAnchor, _ b: FitAnchor, _ c: FitAnchor) -> Bool {
    let (ab, ac) = (b.position - a.position, c.position - a.position)
    return ab.x * ac.y - ab.y * ac.x <= 0
  }
  var hull: [FitAnchor] = []
  for pass in 0..<2 {
    let base = hull.count
    for index in sorted.indices {
      let anchor = sorted[pass == 0 ? index : sorted.count - 1 - index]
      while hull.count >= base + 2,
        isClockwise(hull[hull.count - 2], hull[hull.count - 1], anchor)
      {
        hull.removeLast()
      }
      hull.append(anchor)
    }
    // The end of one chain begins the other.
    hull.removeLast()
  }
  for (index, anchor) in hull.enumerated() { anchors[index] = anchor }
  return hull.count
}
