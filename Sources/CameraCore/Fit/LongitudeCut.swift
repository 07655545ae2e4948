/// Where the circle of longitudes may be cut, so that content becomes flat.
struct LongitudeCuts {
  /// Sorted by the starts of their arcs.
  let parts: UnsafeMutableBufferPointer<FitSortedPart>
  /// The easternmost end of all.
  private let farthestEnd: Double

  /// Longitudes in degrees that are the same but for rounding.
  static let rounding = 1e-12

  init(_ parts: UnsafeMutableBufferPointer<FitSortedPart>) {
    self.parts = parts
    var farthest = -Double.infinity
    for part in parts { farthest = max(farthest, part.arc.end) }
    farthestEnd = farthest
  }

  /// The length of the shortest arc that a cut leaves, in degrees; infinite if there is no cut.
  var span: Double {
    var span = Double.infinity
    forEachCut { _, content in span = min(span, content.end - content.start) }
    return span
  }

  /// Visits every cut that divides no part: the arc that all content then takes, from west to east.
  /// `first` is the number of the part that is then the westernmost.
  @inline(__always)
  func forEachCut(_ body: (_ first: Int, _ content: LongitudeArc) -> Void) {
    // What reaches over 180 from the end of the list covers its beginning.
    var reach = farthestEnd - 360
    var earlier = -Double.infinity
    for (index, part) in parts.enumerated() {
      let arc = part.arc
      // Places on one meridian stay together.
      let isNew = index == 0 || arc.start > parts[index - 1].arc.start
      if isNew, reach <= arc.start + Self.rounding {
        // Earlier arcs end here at the latest, so the easternmost end belongs to the rest.
        body(index, LongitudeArc(start: arc.start, end: max(earlier + 360, farthestEnd)))
      }
      earlier = max(earlier, arc.end)
      reach = max(reach, earlier)
    }
  }
}
