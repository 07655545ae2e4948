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
