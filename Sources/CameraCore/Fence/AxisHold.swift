/// Holds a view in a box axis by axis, for the modes that may centre one.
struct AxisHold {
  let box: FenceBox
  let quad: VisibleQuad
  let camera: CameraPosition

  /// The camera with each axis inside the box, or centred on it where the view is larger.
  ///
  /// Unless it `keepsZoom`, the zoom rises until one axis of the box fills the view.
  func camera(keepsZoom: Bool, maximumZoom: Double) throws(CameraError) -> AdjustedCamera {
    let view = quad.greatest - quad.least
    let size = box.greatest - box.least
    var zoom = camera.zoom
    var scale = WebMercator.worldSize(zoom: zoom)
    var tolerance = WebMercator.tolerance(worldSize: scale)
    if !keepsZoom, view.x / scale > size.x + tolerance, view.y / scale > size.y + tolerance {
      zoom = WebMercator.zoom(worldSize: min(view.x / size.x, view.y / size.y))
      guard zoom <= maximumZoom + Viewport.zoomRounding else { throw .fenceTooSmall }
      zoom = min(zoom, maximumZoom)
      scale = WebMercator.worldSize(zoom: zoom)
      tolerance = WebMercator.tolerance(worldSize: scale)
    }

    let start = box.plane.step(to: camera.target)
    let x = Axis(
      least: box.least.x - quad.least.x / scale, greatest: box.greatest.x - quad.greatest.x / scale)
    let y = Axis(
      least: box.least.y - quad.least.y / scale, greatest: box.greatest.y - quad.greatest.y / scale)
    let limit = WebMercator.targetLatitudeLimit
    let wanted = start.y + y.way(from: start.y)
    let cut = min(
      max(wanted, box.plane.northing(to: -limit)), box.plane.northing(to: limit))
    let way = PlaneVector(x: x.wayRound(from: start.x), y: cut - start.y)

    var adjusted: Adjustments = []
    if zoom != camera.zoom { adjusted.insert(.fenceZoom) }
    if adjusted.isEmpty, way.squaredLength <= tolerance * tolerance {
      return AdjustedCamera(camera: camera, adjusted: [])
    }
    for (axis, way) in [(x, way.x), (y, way.y)] where way != 0 {
      adjusted.insert(axis.greatest < axis.least - tolerance ? .fenceCentered : .fenceTarget)
    }
    if cut != wanted { adjusted.insert(.latitude) }
    return AdjustedCamera(
      camera: camera.moved(by: way, from: start, on: box.plane, zoom: zoom), adjusted: adjusted)
  }

  /// Where a target may be on one axis; `greatest` < `least` if the view is larger than the box.
  private struct Axis {
    let least, greatest: Double

    /// From `start` to the nearest legal value, or to the middle if there is none.
    func way(from start: Double) -> Double {
      if least > greatest { return (least + greatest) / 2 - start }
      return min(max(start, least), greatest) - start
    }

    /// The same on the circle of longitudes; of two equal ways the one to the east.
    func wayRound(from start: Double) -> Double {
      let middle = (least + greatest) / 2
      // An endless axis has no middle.
      guard middle.isFinite else { return 0 }
      let turned = (start - middle).remainder(dividingBy: 1)
      let place = middle + (turned == 0.5 ? -0.5 : turned)
      return way(from: place)
    }
  }
}
