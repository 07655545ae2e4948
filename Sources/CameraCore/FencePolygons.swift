/// Polygons by the even-odd rule in the Mercator plane, on the circle of longitudes.
struct FencePolygons: Sendable {
  /// Around the middle of the first polygon.
  let plane: MercatorPlane
  /// Where a view has to be; nil if there are too many corners to look for a place.
  let room: (any ViewFence)?
  private let rings: [FenceRing]

  /// The region of GeoJSON polygons. One ring of 360 degrees or more is a box that leaves longitude
  /// free.
  static func region(of polygons: [[[Position]]]) -> FenceRegion {
    var parts: [WrittenPolygon] = []
    for part in polygons.compactMap(WrittenPolygon.init)
    where !parts.contains(where: { $0.isCopy(of: part) }) {
      parts.append(part)
    }
    if parts.count == 1, parts[0].rings.count == 1, let bounds = parts[0].endlessBounds {
      return .box(FenceBox(bounds))
    }
    return .polygons(FencePolygons(parts))
  }

  private init(_ parts: [WrittenPolygon]) {
    let first = parts.first.map { Coordinate(trustedLatitude: $0.latitude, longitude: $0.middle) }
    let plane = MercatorPlane(around: first ?? Coordinate(trustedLatitude: 0, longitude: 0))
    let rings = parts.flatMap { part in
      let shift = MercatorPlane.easting(from: plane.origin.longitude, to: part.middle)
      return part.rings.enumerated().map { index, ring in
        FenceRing(
          ring.map { PlaneVector(x: shift + $0.x / 360, y: plane.northing(to: $0.y)) },
          isEndless: part.isEndless && index == 0)
      }
    }
    (self.plane, self.rings) = (plane, rings)
    if rings.count == 1, let convex = ConvexFence(plane: plane, ring: rings[0].corners) {
      room = convex
    } else {
      room = ViewRoom(plane: plane, rings: rings)
    }
  }

  /// `target` itself if it is inside, else the nearest place of the polygons' edges up to the
  /// latitude limits; nil if there is none.
  func nearestTarget(to target: Coordinate) -> Coordinate? {
    let start = plane.step(to: target)
    if FenceRing.containsCopy(of: start, in: rings) { return target }
    let limit = WebMercator.targetLatitudeLimit
    let latitudes = plane.northing(to: -limit)...plane.northing(to: limit)
    var best: (place: PlaneVector, distance: Double)?
    // Of two equally near places the one to the east is met first.
    for turn in [-1.0, 0, 1] {
      let point = PlaneVector(x: start.x + turn, y: start.y)
      for ring in rings {
        let nearest = ring.nearest(to: point, y: latitudes, within: best?.distance ?? .infinity)
        best = nearest ?? best
      }
    }
    guard let place = best?.place else { return nil }
    let found = plane.place(at: place)
    return Coordinate(
      trustedLatitude: min(max(found.latitude, -limit), limit), longitude: found.longitude)
  }

  /// From where to where each ring reaches in x.
  var arcs: [(west: Double, east: Double)] {
    rings.map { ($0.least.x, $0.greatest.x) }
  }
}

/// A closed ring of corners in the Mercator plane.
struct FenceRing: Sendable {
  let corners: [PlaneVector]
  /// The corners of the upright box around it.
  let least, greatest: PlaneVector
  /// A rectangle round the world, whose sides touch each other.
  let isEndless: Bool

  init(_ corners: [PlaneVector], isEndless: Bool) {
    (self.corners, self.isEndless) = (corners, isEndless)
    let none = PlaneVector(x: .infinity, y: .infinity)
    least = corners.reduce(none) { PlaneVector(x: min($0.x, $1.x), y: min($0.y, $1.y)) }
    greatest = corners.reduce(none * -1) { PlaneVector(x: max($0.x, $1.x), y: max($0.y, $1.y)) }
  }

  var edges: Zip2Sequence<[PlaneVector], ArraySlice<PlaneVector>> {
    zip(corners, corners.dropFirst())
  }

  /// Whether `point` is inside `rings` by the even-odd rule.
  static func contains(_ point: PlaneVector, in rings: [FenceRing]) -> Bool {
    rings.reduce(false) { $0 != $1.isCrossedOddly(eastOf: point) }
  }

  /// The same for any copy of `point`; rings reach at most one world away from the origin.
  static func containsCopy(of point: PlaneVector, in rings: [FenceRing]) -> Bool {
    let x = point.x.remainder(dividingBy: 1)
    return contains(PlaneVector(x: x, y: point.y), in: rings)
      || contains(PlaneVector(x: x - 1, y: point.y), in: rings)
      || contains(PlaneVector(x: x + 1, y: point.y), in: rings)
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
}

/// A GeoJSON polygon, brought to one copy of the world.
private struct WrittenPolygon {
  /// Rings of positions as degrees east of the middle, and latitudes.
  let rings: [[PlaneVector]]
  /// The middle longitude of the outer ring in -180 ... 180, and the whole turns taken off it.
  let middle, turns: Double
  /// The middle latitude of the outer ring.
  let latitude: Double
  /// The outer ring as a box, if it spans 360 degrees or more.
  let endlessBounds: CoordinateBounds?
  var isEndless: Bool { endlessBounds != nil }

  /// Whether `other` is the same polygon, written on another copy of the world as some do to have it
  /// drawn there.
  func isCopy(of other: WrittenPolygon) -> Bool {
    turns != other.turns && rings.map(\.count) == other.rings.map(\.count)
      && zip(rings.joined(), other.rings.joined()).allSatisfy { a, b in
        a.y == b.y
          && abs((middle + a.x - other.middle - b.x).remainder(dividingBy: 360)) < 1e-9
      }
  }

  init?(_ polygon: [[Position]]) {
    guard let outer = polygon.first, let start = outer.first else { return nil }
    var (west, east) = (start.longitude, start.longitude)
    var (south, north) = (start.latitude, start.latitude)
    for position in outer {
      (west, east) = (min(west, position.longitude), max(east, position.longitude))
      (south, north) = (min(south, position.latitude), max(north, position.latitude))
    }
    let written = west / 2 + east / 2
    middle = wrapLongitude(written)
    turns = ((written - middle) / 360).rounded()
    latitude = south / 2 + north / 2
    var rings = polygon.map { ring in
      ring.map { PlaneVector(x: $0.longitude - written, y: $0.latitude) }
    }
    if east - west >= 360 {
      rings[0] = [(-180, south), (180, south), (180, north), (-180, north), (-180, south)]
        .map { PlaneVector(x: $0.0, y: $0.1) }
      endlessBounds = CoordinateBounds(south: south, west: -180, north: north, east: 180)
    } else {
      endlessBounds = nil
    }
    self.rings = rings
  }
}
