/// What one look at the content tells: enough to choose the way to its answer.
struct FitSummary {
  var partCount = 0
  var pointCount = 0
  /// Degrees.
  var south = Double.infinity
  var north = -Double.infinity
  /// The least start and the greatest end of all arcs.
  var west = Double.infinity
  var east = -Double.infinity
  /// The footprint of the first part, and whether all others have the same.
  var footprint = EdgeInsets.zero
  var sharesFootprint = true
  var isRound = false

  mutating func add(_ part: FitPart) {
    if partCount == 0 { footprint = part.footprint }
    sharesFootprint = sharesFootprint && part.footprint == footprint
    partCount += 1
    pointCount += part.pointCount
    let arc = part.arc
    if arc.start < west { west = arc.start }
    if arc.end > east { east = arc.end }
    if case .circle(let circle) = part {
      isRound = true
      add(latitude: circle.center.latitude)
    } else {
      part.forEachPoint { add(latitude: $0.latitude) }
    }
  }

  private mutating func add(latitude: Double) {
    if latitude < south { south = latitude }
    if latitude > north { north = latitude }
  }

  /// Whether a gap of more than half the circle lies outside of `west` ... `east`.
  var isNarrow: Bool { east - west < 180 - 1e-9 }
}
