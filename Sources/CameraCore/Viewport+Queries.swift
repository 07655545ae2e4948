/// Where a place lands on the screen.
public struct ProjectedPoint: Hashable, Sendable {
  public let x, y: Double
  /// The point lies in the viewport, edges included, to max(1e-6 points, 4e-15 worlds).
  public let visible: Bool

  public init(x: Double, y: Double, visible: Bool) {
    (self.x, self.y, self.visible) = (x, y, visible)
  }
}

/// The ground that a viewport shows. A corner at or above the horizon is nil, and if one is, so are
/// the bounds.
public struct VisibleRegion: Hashable, Sendable {
  public let nearLeft, nearRight: Coordinate?
  public let farLeft, farRight: Coordinate?
  /// The smallest box around the ground between the corners; it may cross the antimeridian.
  public let bounds: CoordinateBounds?
  /// Ground metres for one point at the target.
  public let metersPerPoint: Double

  public init(
    nearLeft: Coordinate?, nearRight: Coordinate?, farLeft: Coordinate?, farRight: Coordinate?,
    bounds: CoordinateBounds?, metersPerPoint: Double
  ) {
    (self.nearLeft, self.nearRight) = (nearLeft, nearRight)
    (self.farLeft, self.farRight) = (farLeft, farRight)
    (self.bounds, self.metersPerPoint) = (bounds, metersPerPoint)
  }
}

/// Queries take an admitted camera (`admit(_:to:)`).
extension Viewport {
  /// The screen point of each coordinate's copy nearest to the target; nil behind the camera.
  ///
  /// Latitudes are cut to the square world.
  public func project(
    _ coordinates: [Coordinate], from camera: CameraPosition
  ) -> [ProjectedPoint?] {
    let view = GroundView(viewport: self, camera: camera)
    return coordinates.map { view.project($0) }
  }

  /// The screen point of `coordinate`'s copy nearest to the target; nil behind the camera.
  public func project(_ coordinate: Coordinate, from camera: CameraPosition) -> ProjectedPoint? {
    GroundView(viewport: self, camera: camera).project(coordinate)
  }

  /// The place under each screen point; nil at or above the horizon.
  ///
  /// Beyond the square world's edges the plane goes on towards the poles.
  public func unproject(_ points: [ScreenPoint], from camera: CameraPosition) -> [Coordinate?] {
    let view = GroundView(viewport: self, camera: camera)
    return points.map { view.unproject($0) }
  }

  /// The ground that the whole viewport shows, padding included.
  public func visibleRegion(from camera: CameraPosition) -> VisibleRegion {
    let view = GroundView(viewport: self, camera: camera)
    let corners = view.perspective.corners(of: self)
    func place(_ corner: PlaneVector?) -> Coordinate? { corner.flatMap { view.place(at: $0) } }
    return VisibleRegion(
      nearLeft: place(corners.nearLeft), nearRight: place(corners.nearRight),
      farLeft: place(corners.farLeft), farRight: place(corners.farRight),
      bounds: VisibleQuad(corners).flatMap { view.bounds(of: $0) },
      metersPerPoint: WebMercator.metersPerPoint(
        latitude: camera.target.latitude, worldSize: view.scale))
  }
}
