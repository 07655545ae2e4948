/// A closed ring of corners in the Mercator plane.
struct FenceRing: Sendable {
  let corners: [PlaneVector]
  /// The corners of the upright box around it.
  let least, greatest: PlaneVector

  init(_ corners: [PlaneVector]) {
    self.corners = corners
    let none = PlaneVector(x: .infinity, y: .infinity)
    least = corners.reduce(none) { PlaneVector(x: min($0.x, $1.x), y: min($0.y, $1.y)) }
    greatest = corners.reduce(none * -1) { PlaneVector(x: max($0.x, $1.x), y: max($0.y, $1.y)) }
  }

  var edges: Zip2Sequence<[PlaneVector], ArraySlice<PlaneVector>> {
    zip(corners, corners.dropFirst())
  }

  /// Whether `point` is inside `rings` by the even-odd rule on the circle of longitudes; rings reach
  /// at most one and a half worlds away from the origin.
  static func contains(_ point: PlaneVector, in rings: [FenceRing]) -> Bool {
    let x = point.x.remainder(dividingBy: 1)
    var isOdd = false
    for copy in [x - 2, x - 1, x, x + 1, x + 2] {
      for ring in rings where ring.isCrossedOddly(eastOf: PlaneVector(x: copy, y: point.y)) {
        isOdd.toggle()
      }
    }
    return isOdd
  }

  /// Whether the ray from `point` to the east crosses the ring an odd number of times. An edge's
  /// upper end does not belong to it.
  private func isCrossedOddly(eastOf point: PlaneVector) -> Bool {
    guard point.x <= greatest.x, point.y >= least.y, point.y <= greatest.y else { return false }
    var isOdd = false
    for (a, b) in edges where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) { isOdd.toggle() }
    }
    return isOdd
  }

  /// The place of the ring nearest to `point` with its y in a range, and the square of its
  /// distance; nil unless that is less than `limit`.
  func nearest(
    to point: PlaneVector, y range: ClosedRange<Double>, within limit: Double
  ) -> (place: PlaneVector, distance: Double)? {
    let corner = PlaneVector(
      x: min(max(point.x, least.x), greatest.x), y: min(max(point.y, least.y), greatest.y))
    guard (corner - point).squaredLength < limit else { return nil }
    var best: (place: PlaneVector, distance: Double)?
    for (a, b) in edges {
      guard let edge = Segment(from: a, to: b).cut(y: range) else { continue }
      let place = edge.nearest(to: point)
      let distance = (place - point).squaredLength
      if distance < best?.distance ?? limit { best = (place, distance) }
    }
    return best
  }
}
