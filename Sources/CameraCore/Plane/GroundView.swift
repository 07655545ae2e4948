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
    let slack = scale * WebMercator.tolerance(worldSize: scale)
    return ProjectedPoint(
      x: point.x, y: point.y,
      visible: (-slack...viewport.width + slack).contains(point.x)
        && (-slack...viewport.height + slack).contains(point.y))
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
