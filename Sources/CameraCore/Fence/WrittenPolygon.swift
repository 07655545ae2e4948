/// A GeoJSON polygon, brought to one copy of the world.
struct WrittenPolygon {
  /// Rings of positions as degrees east of the middle, and latitudes.
  let rings: [[PlaneVector]]
  /// The middle longitude of the outer ring in -180 ... 180, and the whole turns taken off it.
  let middle, turns: Double
  /// The middle latitude of the outer ring.
  let latitude: Double
  /// The outer ring as a box, if it spans 360 degrees or more.
  let endlessBounds: CoordinateBounds?

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
    guard let outer = polygon.first.flatMap(WrittenRing.init) else { return nil }
    middle = wrapLongitude(outer.middle)
    turns = ((outer.middle - middle) / 360).rounded()
    latitude = outer.south / 2 + outer.north / 2
    var rings = polygon.map { WrittenRing($0)?.positions(around: outer.middle) ?? [] }
    if outer.span >= 360 {
      rings[0] = outer.box
      endlessBounds = CoordinateBounds(
        south: outer.south, west: -180, north: outer.north, east: 180)
    } else {
      endlessBounds = nil
    }
    self.rings = rings
  }
}

/// A ring of a polygon, on whichever copy of the world it is written.
private struct WrittenRing {
  let positions: [Position]
  let middle, span: Double
  let south, north: Double

  init?(_ positions: [Position]) {
    guard let start = positions.first else { return nil }
    var (west, east) = (start.longitude, start.longitude)
    var (south, north) = (start.latitude, start.latitude)
    for position in positions {
      (west, east) = (min(west, position.longitude), max(east, position.longitude))
      (south, north) = (min(south, position.latitude), max(north, position.latitude))
    }
    (self.positions, self.south, self.north) = (positions, south, north)
    (middle, span) = (west / 2 + east / 2, east - west)
  }

  /// The ring as degrees east of `origin` and latitudes, on the copy of the world nearest to it.
  func positions(around origin: Double) -> [PlaneVector] {
    // Round the world more than once, its copies cover each other and no longitude is its end.
    guard span <= 360 else { return box }
    if abs(middle - origin) <= 180 {
      return positions.map { PlaneVector(x: $0.longitude - origin, y: $0.latitude) }
    }
    // Both are turned exactly before their difference is taken, which may be beyond all numbers.
    let step = (wrapLongitude(middle) - wrapLongitude(origin)).remainder(dividingBy: 360)
    return positions.map { PlaneVector(x: step + ($0.longitude - middle), y: $0.latitude) }
  }

  /// Round the world between its latitudes.
  var box: [PlaneVector] {
    [(-180, south), (180, south), (180, north), (-180, north), (-180, south)]
      .map { PlaneVector(x: $0.0, y: $0.1) }
  }
}
