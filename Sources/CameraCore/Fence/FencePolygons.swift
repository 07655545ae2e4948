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
      return part.rings.map { ring in
        FenceRing(ring.map { PlaneVector(x: shift + $0.x / 360, y: plane.northing(to: $0.y)) })
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
    if FenceRing.contains(start, in: rings) { return target }
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
