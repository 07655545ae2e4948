/// A fence's shape in the Mercator plane.
enum FenceRegion: Sendable {
  case box(FenceBox)
  case polygons(FencePolygons)

  init(_ shape: Geofence.Shape) {
    switch shape {
    case .bounds(let bounds): self = .box(FenceBox(bounds))
    case .polygons(let polygons): self = FencePolygons.region(of: polygons)
    }
  }

  /// Whether some place of the fence stands at every longitude on the way of `turns` (east is
  /// positive) from `longitude`.
  func hasLongitudes(from longitude: Double, by turns: Double) -> Bool {
    switch self {
    case .box(let box):
      LongitudeArcs(origin: box.plane.origin.longitude, arcs: [(box.least.x, box.greatest.x)])
        .cover(from: longitude, by: turns)
    case .polygons(let polygons):
      LongitudeArcs(origin: polygons.plane.origin.longitude, arcs: polygons.arcs)
        .cover(from: longitude, by: turns)
    }
  }

  /// The place nearest to `target` in the Mercator plane where a target may be: `target` itself if
  /// it is inside, nil if there is none.
  func nearestTarget(to target: Coordinate) -> Coordinate? {
    switch self {
    case .box(let box): box.nearestTarget(to: target)
    case .polygons(let polygons): polygons.nearestTarget(to: target)
    }
  }
}

/// A box that may cross the antimeridian; one of 360 degrees leaves longitude free.
struct FenceBox: Sendable {
  let bounds: CoordinateBounds
  /// Around the middle of the box.
  let plane: MercatorPlane
  /// The box's corners seen from the plane's origin; endless in x if longitude is free.
  let least, greatest: PlaneVector
  let convex: ConvexFence

  init(_ bounds: CoordinateBounds) {
    self.bounds = bounds
    let span = bounds.longitudeSpan
    plane = MercatorPlane(
      around: Coordinate(
        trustedLatitude: bounds.south / 2 + bounds.north / 2,
        longitude: wrapLongitude(wrapLongitude(bounds.west) + span / 2)))
    let half = span < 360 ? span / 720 : .infinity
    least = PlaneVector(x: -half, y: plane.northing(to: bounds.south))
    greatest = PlaneVector(x: half, y: plane.northing(to: bounds.north))
    var sides = [
      HalfPlane(normal: PlaneVector(x: 0, y: 1), limit: greatest.y),
      HalfPlane(normal: PlaneVector(x: 0, y: -1), limit: -least.y),
    ]
    if half.isFinite {
      sides.append(HalfPlane(normal: PlaneVector(x: 1, y: 0), limit: half))
      sides.append(HalfPlane(normal: PlaneVector(x: -1, y: 0), limit: half))
    }
    convex = ConvexFence(plane: plane, sides: sides)
  }

  /// Taken in degrees, so that a target comes to stand on the edges as they are written.
  func nearestTarget(to target: Coordinate) -> Coordinate? {
    let limit = WebMercator.targetLatitudeLimit
    let (south, north) = (max(bounds.south, -limit), min(bounds.north, limit))
    guard south <= north else { return nil }
    let latitude = min(max(target.latitude, south), north)
    let span = bounds.longitudeSpan
    let fromMiddle = (target.longitude - plane.origin.longitude).remainder(dividingBy: 360)
    if span >= 360 || abs(fromMiddle) <= span / 2 {
      return Coordinate(trustedLatitude: latitude, longitude: target.longitude)
    }
    // From the far side of the world both edges are equally near: go east, to the western one.
    let edge = fromMiddle > 0 && fromMiddle < 180 ? bounds.east : bounds.west
    return Coordinate(trustedLatitude: latitude, longitude: wrapLongitude(edge))
  }
}

/// Arcs of the circle of longitudes, in turns to the east of an origin.
private struct LongitudeArcs {
  let origin: Double
  let arcs: [(west: Double, east: Double)]

  /// Whether the arcs together cover the way of `turns` from `longitude`.
  func cover(from longitude: Double, by turns: Double) -> Bool {
    let start = MercatorPlane.easting(from: origin, to: longitude)
    let goal = max(start, start + turns)
    var reached = min(start, start + turns)
    // What doubles cannot tell from touching touches.
    let hair = 1e-12
    while reached < goal - hair {
      var farthest = reached
      for arc in arcs {
        // The last copy of the arc that begins at or west of where the way has come to.
        let copy = (reached + hair - arc.west).rounded(.down)
        if copy.isFinite { farthest = max(farthest, arc.east + copy) } else { return true }
      }
      guard farthest > reached + hair else { return false }
      reached = farthest
    }
    return true
  }
}
