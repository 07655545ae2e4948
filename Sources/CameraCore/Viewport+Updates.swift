extension Viewport {
  /// `camera` after `updates` in order; limits and fence hold after each.
  ///
  /// What has to do with the screen (`scrollBy`, `zoomBy` around a point) starts from the picture
  /// that can be seen, that of the admitted camera. Numbers that are not finite, and viewing angles
  /// beyond 0 ... 90, are `infeasible`.
  public func apply(
    _ updates: [CameraUpdate], to camera: CameraPosition, within limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    var camera = camera
    var adjusted: Adjustments = []
    for update in updates {
      let step = try apply(update, to: camera, within: limits)
      camera = step.camera
      adjusted.formUnion(step.adjusted)
    }
    return AdjustedCamera(camera: camera, adjusted: adjusted)
  }

  private func apply(
    _ update: CameraUpdate, to camera: CameraPosition, within limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    switch update {
    case .zoomIn:
      return try clamp(camera.with(zoom: camera.zoom + 1), to: limits)
    case .zoomOut:
      return try clamp(camera.with(zoom: camera.zoom - 1), to: limits)
    case .zoomTo(let zoom):
      return try clamp(camera.with(zoom: zoom), to: limits)
    case .zoomBy(let amount, around: nil):
      return try clamp(camera.with(zoom: camera.zoom(closerBy: amount)), to: limits)
    case .zoomBy(let amount, around: let point?):
      return try zoom(camera, by: amount, around: point, within: limits)
    case .setTarget(let target, let zoom):
      return try clamp(camera.with(target: target, zoom: zoom), to: limits)
    case .setCamera(let camera):
      return try clamp(camera, to: limits)
    case .setBearing(let bearing):
      return try clamp(camera.with(bearing: bearing), to: limits)
    case .setViewingAngle(let angle):
      return try clamp(camera.with(viewingAngle: angle), to: limits)
    case .scrollBy(let x, let y):
      return try scroll(camera, x: x, y: y, within: limits)
    case .fitBounds(let bounds, let insets, let bearing, let viewingAngle):
      let request = FitRequest(
        content: FitContent(bounds: [bounds]), insets: insets, bearing: .degrees(bearing),
        viewingAngle: viewingAngle, camera: camera)
      let fitted = try fit(request, within: limits)
      return AdjustedCamera(camera: fitted.camera, adjusted: fitted.adjusted)
    }
  }

  /// Brings the place that is drawn (x, y) away from the optical centre to it.
  private func scroll(
    _ camera: CameraPosition, x: Double, y: Double, within limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    let shown = admit(camera, to: limits)
    let view = GroundView(viewport: self, camera: shown.camera)
    let center = view.perspective.center
    let point = ScreenPoint(x: center.x + x, y: center.y + y)
    guard let ground = view.perspective.ground(at: point), let target = view.place(at: ground)
    else {
      throw .infeasible("the scroll reaches above the horizon")
    }
    return try clamp(shown.camera.with(target: target), to: limits).adding(shown.adjusted)
  }

  /// Zooms so that the place under `point` stays under it, with the zoom and the viewing angle that
  /// the limits leave.
  private func zoom(
    _ camera: CameraPosition, by amount: Double, around point: ScreenPoint,
    within limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    let shown = admit(camera, to: limits)
    let before = GroundView(viewport: self, camera: shown.camera)
    let zoomed = admit(try camera.with(zoom: camera.zoom(closerBy: amount)), to: limits)
    let after = GroundView(viewport: self, camera: zoomed.camera)
    guard let was = before.perspective.ground(at: point),
      let becomes = after.perspective.ground(at: point),
      let target = after.place(at: was * (after.scale / before.scale) - becomes)
    else { throw .infeasible("the point to zoom around is above the horizon") }
    return try clamp(zoomed.camera.with(target: target), to: limits)
      .adding(shown.adjusted.union(zoomed.adjusted))
  }
}

extension AdjustedCamera {
  fileprivate func adding(_ adjustments: Adjustments) -> AdjustedCamera {
    AdjustedCamera(camera: camera, adjusted: adjusted.union(adjustments))
  }
}

extension CameraPosition {
  /// Where the sum of finite levels is beyond doubles, the greatest of them: limits bring it back.
  fileprivate func zoom(closerBy amount: Double) -> Double {
    let sum = zoom + amount
    guard sum.isInfinite, amount.isFinite else { return sum }
    return sum > 0 ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
  }

  /// The camera with what is given in place of its own.
  fileprivate func with(
    target: Coordinate? = nil, zoom: Double? = nil, bearing: Double? = nil,
    viewingAngle: Double? = nil
  ) throws(CameraError) -> CameraPosition {
    let (zoom, bearing) = (zoom ?? self.zoom, bearing ?? self.bearing)
    let angle = viewingAngle ?? self.viewingAngle
    guard
      let camera = CameraPosition(
        target: target ?? self.target, zoom: zoom, bearing: bearing, viewingAngle: angle)
    else {
      throw .infeasible(
        !zoom.isFinite
          ? "the zoom is not finite"
          : !bearing.isFinite
            ? "the bearing is not finite" : "the viewing angle is not in 0 ... 90")
    }
    return camera
  }
}
