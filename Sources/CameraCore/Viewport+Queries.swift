/// Where a place lands on the screen.
public struct ProjectedPoint: Hashable, Sendable {
  public let x, y: Double
  /// The point lies in the viewport, edges included.
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

/// A camera that draws the ground at its target and scale.
struct GroundView {
  let viewport: Viewport
  let perspective: Perspective
  let plane: MercatorPlane
  /// The world's width in points.
  let scale: Double

  init(viewport: Viewport, camera: CameraPosition) {
    self.viewport = viewport
    perspective = Perspective(viewport: viewport, camera: camera)
    plane = MercatorPlane(around: camera.target)
    scale = WebMercator.worldSize(zoom: camera.zoom)
  }

  func project(_ coordinate: Coordinate) -> ProjectedPoint? {
    guard let point = perspective.screenPoint(of: plane.step(to: coordinate) * scale) else {
      return nil
    }
    return ProjectedPoint(
      x: point.x, y: point.y,
      visible: (0...viewport.width).contains(point.x) && (0...viewport.height).contains(point.y))
  }

  func unproject(_ point: ScreenPoint) -> Coordinate? {
    perspective.ground(at: point).flatMap { place(at: $0) }
  }

  /// The place `step` points away from the target; nil too far away to be a number.
  func place(at step: PlaneVector) -> Coordinate? {
    let step = step / scale
    return (step * 360).isFinite ? plane.place(at: step) : nil
  }

  func bounds(of quad: VisibleQuad) -> CoordinateBounds? {
    let (least, greatest) = (quad.least / scale, quad.greatest / scale)
    let (south, north) = (plane.latitude(at: least.y), plane.latitude(at: greatest.y))
    // Not quite a whole turn, so that rounding cannot swap the edges.
    guard greatest.x - least.x < 1 - 1e-15 else {
      return CoordinateBounds(south: south, west: -180, north: north, east: 180)
    }
    let longitude = plane.origin.longitude
    return CoordinateBounds(
      south: south, west: wrapLongitude(longitude + least.x * 360),
      north: north, east: wrapLongitude(longitude + greatest.x * 360))
  }
}
