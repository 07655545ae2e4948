/// A straight piece of the plane.
struct Segment: Sendable {
  let from, to: PlaneVector

  /// The part with y in a range, if any.
  func cut(y range: ClosedRange<Double>) -> Segment? {
    let (low, high) = from.y <= to.y ? (from, to) : (to, from)
    guard high.y >= range.lowerBound, low.y <= range.upperBound else { return nil }
    func point(at y: Double) -> PlaneVector {
      PlaneVector(x: low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x), y: y)
    }
    return Segment(
      from: low.y < range.lowerBound ? point(at: range.lowerBound) : low,
      to: high.y > range.upperBound ? point(at: range.upperBound) : high)
  }

  func nearest(to point: PlaneVector) -> PlaneVector {
    let way = to - from
    let share = (point - from).dot(way) / way.squaredLength
    // Not a number for a segment without length, which is its end then.
    guard share > 0 else { return from }
    return share < 1 ? from + way * share : to
  }

  /// Of length 1, to the right of its way; not a number for a segment without length.
  var normal: PlaneVector {
    var way = to - from
    // The square of a tiny length is 0.
    way = way / max(abs(way.x), abs(way.y))
    return PlaneVector(x: way.y, y: -way.x) / way.squaredLength.squareRoot()
  }
}
