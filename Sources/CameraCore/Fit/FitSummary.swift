/// What one look at the content tells: enough to choose the way to its answer.
struct FitSummary {
  var partCount = 0
  var pointCount = 0
  /// Degrees.
  var south = Double.infinity
  var north = -Double.infinity
  /// The least start and the greatest end of all arcs, those from -180 to 0 perhaps one world further
  /// east.
  var west = Double.infinity
  var east = -Double.infinity
  /// The greatest end as it is written, if it lies one world further east, where digits are lost.
  private(set) var eastBeyondAntimeridian: Double?
  /// The footprint of the first part, and whether all others have the same.
  var footprint = EdgeInsets.zero
  var sharesFootprint = true
  var isRound = false

  /// What `content` tells, in one pass over it.
  init(_ content: FitContent) {
    for place in content.places { add(place) }
    if let packed = content.coordinates { add(packed) }
    content.forEachPart(besidePlaces: true, besideCoordinates: true) { part, _ in add(part) }
    if !isNarrow { lookAcrossAntimeridian(at: content) }
  }

  /// Moves what begins west of Greenwich one world further east, if all is narrow then: no other cut
  /// leaves it so, and none has to be looked for. Rare, so it is kept out of the way of the rest.
  @inline(never)
  private mutating func lookAcrossAntimeridian(at content: FitContent) {
    var (west, end, endBeyond) = (Double.infinity, -Double.infinity, -Double.infinity)
    content.forEachPart { part, _ in
      let arc = part.arc
      if arc.start < 0 {
        if arc.end > endBeyond { endBeyond = arc.end }
      } else {
        if arc.start < west { west = arc.start }
        if arc.end > end { end = arc.end }
      }
    }
    let east = max(end, endBeyond + 360)
    guard west < .infinity, isNarrow(from: west, to: east) else { return }
    (self.west, self.east) = (west, east)
    if end <= 180, endBeyond > -.infinity { eastBeyondAntimeridian = endBeyond }
  }

  init(_ pieces: [FitPiece]) {
    for piece in pieces { add(piece.part) }
  }

  /// The same as adding the place's part, without making it.
  private mutating func add(_ place: FitContent.Place) {
    let coordinate = place.coordinate
    let own = place.footprint ?? .zero
    if partCount == 0 { footprint = own }
    if own != footprint { sharesFootprint = false }
    partCount += 1
    pointCount += 1
    add(latitude: coordinate.latitude)
    let start = coordinate.longitude == 180 ? -180 : coordinate.longitude
    if start < west { west = start }
    if start > east { east = start }
  }

  private mutating func add(_ packed: PackedCoordinates) {
    guard packed.count > 0 else { return }
    if partCount > 0, footprint != .zero { sharesFootprint = false }
    partCount += packed.count
    pointCount += packed.count
    add(latitude: packed.least.y)
    add(latitude: packed.greatest.y)
    if packed.least.x >= -180, packed.greatest.x < 180 {
      west = min(west, packed.least.x)
      east = max(east, packed.greatest.x)
      return
    }
    for index in 0..<packed.count {
      let start = LongitudeArc(at: packed[index].longitude).start
      if start < west { west = start }
      if start > east { east = start }
    }
  }

  private mutating func add(_ part: FitPart) {
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

  /// Whether all content lies in the upright box from `west` to `east`, both known exactly, and is no
  /// more than that to a straight view.
  var isPlainBox: Bool {
    isNarrow && (east <= 180 || eastBeyondAntimeridian != nil) && sharesFootprint && !isRound
  }

  /// Whether a gap of more than half the circle lies outside of `west` ... `east`.
  var isNarrow: Bool { isNarrow(from: west, to: east) }

  private func isNarrow(from west: Double, to east: Double) -> Bool { east - west < 180 - 1e-9 }
}
