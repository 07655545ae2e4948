extension Viewport {
  /// `camera` in zoom range, viewing-angle cap and latitude, and inside the fence.
  ///
  /// A camera that is legal already comes back with the same numbers and nothing adjusted.
  public func clamp(
    _ camera: CameraPosition, to limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    let admitted = admit(camera, to: limits)
    guard let fence = limits.fence else { return admitted }
    throw .unsupportedFence("not built yet: \(fence.mode)")
  }

  /// `camera` in zoom range, viewing-angle cap and latitude, without a look at the fence.
  public func admit(_ camera: CameraPosition, to limits: CameraLimits) -> AdjustedCamera {
    var adjusted: Adjustments = []
    let range = limits.zoomRange
    let zoom = min(max(camera.zoom, range.lowerBound), range.upperBound)
    if camera.zoom < zoom { adjusted.insert(.zoomMin) }
    if camera.zoom > zoom { adjusted.insert(.zoomMax) }

    let angle = min(camera.viewingAngle, limits.viewingAngleCaps.cap(at: zoom))
    if angle < camera.viewingAngle { adjusted.insert(.viewingAngleMax) }

    let limit = WebMercator.targetLatitudeLimit
    let latitude = min(max(camera.target.latitude, -limit), limit)
    if latitude != camera.target.latitude { adjusted.insert(.latitude) }

    if adjusted.isEmpty { return AdjustedCamera(camera: camera, adjusted: []) }
    let target = Coordinate(trustedLatitude: latitude, longitude: camera.target.longitude)
    return AdjustedCamera(
      camera: CameraPosition(
        trustedTarget: target, zoom: zoom, bearing: camera.bearing, viewingAngle: angle),
      adjusted: adjusted)
  }
}
