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
