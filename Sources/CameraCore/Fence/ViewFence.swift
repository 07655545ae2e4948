/// A zoom, with s = 1 / S and what a view may reach out of its fence there, in world widths.
struct FenceLevel {
  let zoom, s, slack: Double

  init(zoom: Double, s: Double, slack: Double = 0) {
    (self.zoom, self.s, self.slack) = (zoom, s, slack)
  }

  init(zoom: Double) {
    self.init(zoom: zoom, s: 1 / WebMercator.worldSize(zoom: zoom))
  }

  /// With half of what counts as legal, against rounding.
  static func lenient(zoom: Double) -> FenceLevel {
    let scale = WebMercator.worldSize(zoom: zoom)
    return FenceLevel(
      zoom: zoom, s: 1 / scale, slack: WebMercator.tolerance(worldSize: scale) / 2)
  }
}

/// A fence that everything visible has to lie in. Places are seen from the plane's origin.
protocol ViewFence: Sendable {
  var plane: MercatorPlane { get }

  /// The copies of the world, counted from that of the view's middle next to the plane's origin, on
  /// which a view may be nearest to the fence; of two equal ways the one to the east comes first.
  var turns: [Double] { get }

  /// Whether so large a view can be looked for a place.
  func takes(_ quad: VisibleQuad, at level: FenceLevel) -> Bool

  /// Whether a view of the target at `place` reaches out of the fence by no more than the slack.
  func holds(_ quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel) -> Bool

  /// The legal place of a target nearest to `start`; nil if there is none.
  func nearest(to start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel) -> PlaneVector?

  /// The least zoom above `zoom`, where no target is legal, at which one is; nil if there is none up
  /// to the maximum.
  func rise(
    from zoom: Double, maximumZoom: Double, for quad: VisibleQuad, near start: PlaneVector
  ) -> FenceLevel?
}

extension ViewFence {
  var turns: [Double] { [-1, 0, 1] }

  func takes(_ quad: VisibleQuad, at level: FenceLevel) -> Bool { true }

  /// The camera if its view is legal; else at the nearest legal target, at its zoom if there is one
  /// and at the least greater zoom if not.
  func hold(
    _ camera: CameraPosition, showing quad: VisibleQuad, maximumZoom: Double
  ) throws(CameraError) -> AdjustedCamera {
    let step = plane.step(to: camera.target)
    func starts(_ level: FenceLevel) -> [PlaneVector] {
      let x = step.x - (step.x + quad.middle.x * level.s).rounded()
      return turns.map { PlaneVector(x: x + $0, y: step.y) }
    }
    let scale = WebMercator.worldSize(zoom: camera.zoom)
    let legal = FenceLevel(
      zoom: camera.zoom, s: 1 / scale, slack: WebMercator.tolerance(worldSize: scale))
    guard takes(quad, at: legal) else {
      throw .unsupportedFence("so many corners round the world take no view so many worlds wide")
    }
    let asked = starts(legal)
    if asked.contains(where: { holds(quad, at: $0, legal) }) {
      return AdjustedCamera(camera: camera, adjusted: [])
    }

    guard
      let level = level(
        for: quad, near: asked[asked.count / 2], zoom: camera.zoom, maximumZoom: maximumZoom)
    else { throw .fenceTooSmall }
    var best: (start: PlaneVector, way: PlaneVector)?
    for start in starts(level) {
      guard let place = nearest(to: start, for: quad, at: level) else { continue }
      let way = place - start
      if way.squaredLength < best?.way.squaredLength ?? .infinity { best = (start, way) }
    }
    guard let best else { throw .fenceTooSmall }
    var adjusted: Adjustments = level.zoom == camera.zoom ? [] : .fenceZoom
    if best.way != .zero { adjusted.insert(.fenceTarget) }
    return AdjustedCamera(
      camera: camera.moved(by: best.way, from: best.start, on: plane, zoom: level.zoom),
      adjusted: adjusted)
  }

  private func level(
    for quad: VisibleQuad, near start: PlaneVector, zoom: Double, maximumZoom: Double
  ) -> FenceLevel? {
    for level in [FenceLevel(zoom: zoom), .lenient(zoom: zoom)]
    where nearest(to: start, for: quad, at: level) != nil {
      return level
    }
    guard let level = rise(from: zoom, maximumZoom: maximumZoom, for: quad, near: start) else {
      return nil
    }
    if level.zoom <= maximumZoom { return level }
    return level.zoom <= maximumZoom + Viewport.zoomRounding ? .lenient(zoom: maximumZoom) : nil
  }
}
