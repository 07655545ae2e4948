/// Where a place lands on the screen.
public struct ProjectedPoint: Hashable, Sendable {
  public let x, y: Double
  /// The point lies in the viewport, edges included.
  public let visible: Bool

  public init(x: Double, y: Double, visible: Bool) {
    (self.x, self.y, self.visible) = (x, y, visible)
  }
}

/// The ground that a viewport shows. Far corners and bounds are nil if the horizon is in view.
public struct VisibleRegion: Hashable, Sendable {
  public let nearLeft, nearRight: Coordinate
  public let farLeft, farRight: Coordinate?
  /// The smallest box around the four corners; it may cross the antimeridian.
  public let bounds: CoordinateBounds?
  /// Ground metres for one point at the target.
  public let metersPerPoint: Double

  public init(
    nearLeft: Coordinate, nearRight: Coordinate, farLeft: Coordinate?, farRight: Coordinate?,
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
  public func project(
    _ coordinates: [Coordinate], from camera: CameraPosition
  ) -> [ProjectedPoint?] { [] }

  /// The place under each screen point; nil above the horizon.
  public func unproject(_ points: [ScreenPoint], from camera: CameraPosition) -> [Coordinate?] {
    []
  }

  /// The ground that the whole viewport shows, padding included.
  public func visibleRegion(from camera: CameraPosition) -> VisibleRegion {
    VisibleRegion(
      nearLeft: camera.target, nearRight: camera.target, farLeft: nil, farRight: nil,
      bounds: nil, metersPerPoint: 0)
  }
}
