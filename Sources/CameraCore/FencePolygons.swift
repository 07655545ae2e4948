/// Polygons by the even-odd rule in the Mercator plane, on the circle of longitudes.
struct FencePolygons: Sendable {
  /// Around the middle of the first polygon.
  let plane: MercatorPlane
  /// Closed rings seen from the plane's origin, each polygon at the copy of the world whose middle
  /// is nearest to it. Even-odd counts the rings of a sheet, those that were written on the same
  /// copy; what is inside in one sheet is inside.
  let sheets: [[[PlaneVector]]]
  /// From where to where each ring reaches in x.
  let arcs: [(west: Double, east: Double)]
  /// The same as half-planes, if it is one convex ring.
  let convex: ConvexFence?

  /// The region of GeoJSON polygons. One ring of 360 degrees or more is a box that leaves longitude
  /// free.
  static func region(of polygons: [[[Position]]]) -> FenceRegion {
    let parts = polygons.compactMap(Part.init)
    if parts.count == 1, parts[0].rings.count == 1, parts[0].isEndless,
      let bounds = parts[0].endlessBounds
    {
      return .box(FenceBox(bounds))
    }
    return .polygons(FencePolygons(parts))
  }

  private init(_ parts: [Part]) {
    let first = parts.first.map { Coordinate(trustedLatitude: $0.latitude, longitude: $0.middle) }
    let plane = MercatorPlane(around: first ?? Coordinate(trustedLatitude: 0, longitude: 0))
    var turns: [Double] = []
    var sheets: [[[PlaneVector]]] = []
    for part in parts {
      let shift = MercatorPlane.easting(from: plane.origin.longitude, to: part.middle)
      let rings = part.rings.map { ring in
        ring.map { PlaneVector(x: shift + $0.x / 360, y: plane.northing(to: $0.y)) }
      }
      if let sheet = turns.firstIndex(of: part.turns) {
        sheets[sheet] += rings
      } else {
        turns.append(part.turns)
        sheets.append(rings)
      }
    }
    (self.plane, self.sheets) = (plane, sheets)
    let rings = sheets.flatMap(\.self)
    arcs = rings.map { ring in
      ring.reduce((west: .infinity, east: -.infinity)) {
        (min($0.west, $1.x), max($0.east, $1.x))
      }
    }
    convex = rings.count == 1 ? ConvexFence(plane: plane, ring: rings[0]) : nil
  }

  /// `target` itself if it is inside, else the nearest place of the polygons' edges up to the
  /// latitude limits; nil if there is none.
  func nearestTarget(to target: Coordinate) -> Coordinate? {
    let start = plane.step(to: target)
    let limit = WebMercator.targetLatitudeLimit
    let (south, north) = (plane.northing(to: -limit), plane.northing(to: limit))
    var best: (place: PlaneVector, distance: Double)?
    // Of two equally near places the one to the east is met first.
    for turn in [-1.0, 0, 1] {
      let point = PlaneVector(x: start.x + turn, y: start.y)
      for sheet in sheets {
        var isInside = false
        for ring in sheet {
          for (a, b) in zip(ring, ring.dropFirst()) {
            if Self.isCrossed(a, b, eastOf: point) { isInside.toggle() }
            guard let edge = Self.cut(a, b, south: south, north: north) else { continue }
            let place = Self.nearest(to: point, from: edge.0, to: edge.1)
            let distance = (place - point).squaredLength
            if distance < best?.distance ?? .infinity { best = (place, distance) }
          }
        }
        if isInside { return target }
      }
    }
    guard let place = best?.place else { return nil }
    let found = plane.place(at: place)
    return Coordinate(
      trustedLatitude: min(max(found.latitude, -limit), limit), longitude: found.longitude)
  }

  /// Whether the ray from `point` to the east meets the edge; the upper end does not belong to it.
  private static func isCrossed(
    _ a: PlaneVector, _ b: PlaneVector, eastOf point: PlaneVector
  ) -> Bool {
    guard (a.y > point.y) != (b.y > point.y) else { return false }
    return point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
  }

  /// The part of an edge between two latitudes' y, if any.
  private static func cut(
    _ a: PlaneVector, _ b: PlaneVector, south: Double, north: Double
  ) -> (PlaneVector, PlaneVector)? {
    let (low, high) = a.y <= b.y ? (a, b) : (b, a)
    guard high.y >= south, low.y <= north else { return nil }
    func point(at y: Double) -> PlaneVector {
      PlaneVector(x: low.x + (y - low.y) / (high.y - low.y) * (high.x - low.x), y: y)
    }
    return (low.y < south ? point(at: south) : low, high.y > north ? point(at: north) : high)
  }

  private static func nearest(
    to point: PlaneVector, from a: PlaneVector, to b: PlaneVector
  ) -> PlaneVector {
    let edge = b - a
    let share = (point - a).dot(edge) / edge.squaredLength
    // Not a number for an edge without length, which is its end then.
    guard share > 0 else { return a }
    return share < 1 ? a + edge * share : b
  }

  /// A polygon as written, brought to one copy of the world.
  private struct Part {
    /// Positions as degrees east of the middle, and latitudes.
    let rings: [[PlaneVector]]
    /// The middle longitude of the outer ring, in -180 ... 180, and the whole turns taken off.
    let middle, turns: Double
    /// A latitude in the midst.
    let latitude: Double
    /// The outer ring spans 360 degrees or more.
    let isEndless: Bool
    private let south, north: Double

    init?(_ polygon: [[Position]]) {
      guard let outer = polygon.first, let start = outer.first else { return nil }
      var (west, east) = (start.longitude, start.longitude)
      var (south, north) = (start.latitude, start.latitude)
      for position in outer {
        (west, east) = (min(west, position.longitude), max(east, position.longitude))
        (south, north) = (min(south, position.latitude), max(north, position.latitude))
      }
      (self.south, self.north) = (south, north)
      let written = west / 2 + east / 2
      middle = wrapLongitude(written)
      turns = ((written - middle) / 360).rounded()
      latitude = south / 2 + north / 2
      isEndless = east - west >= 360
      var rings = polygon.map { ring in
        ring.map { PlaneVector(x: $0.longitude - written, y: $0.latitude) }
      }
      if isEndless {
        rings[0] = [(-180, south), (180, south), (180, north), (-180, north), (-180, south)]
          .map { PlaneVector(x: $0.0, y: $0.1) }
      }
      self.rings = rings
    }

    /// The outer ring as a box that is the whole world wide.
    var endlessBounds: CoordinateBounds? {
      CoordinateBounds(south: south, west: -180, north: north, east: 180)
    }
  }
}
