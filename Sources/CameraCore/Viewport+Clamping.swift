extension Viewport {
  /// `camera` in zoom range, viewing-angle cap and latitude, and inside the fence.
  ///
  /// A camera that is legal already, to 1e-6 points, comes back with the same numbers and nothing
  /// adjusted.
  public func clamp(
    _ camera: CameraPosition, to limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    let admitted = admit(camera, to: limits)
    guard let fence = limits.fence else { return admitted }
    let held = try hold(admitted.camera, in: fence, maximumZoom: limits.zoomRange.upperBound)
    return AdjustedCamera(camera: held.camera, adjusted: admitted.adjusted.union(held.adjusted))
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

  /// An admitted camera as the fence's mode wants it.
  private func hold(
    _ camera: CameraPosition, in fence: Geofence, maximumZoom: Double
  ) throws(CameraError) -> AdjustedCamera {
    let isAxisWise = fence.keepsZoom || fence.mode == .viewportShowAll
    if isAxisWise, case .polygons = fence.region {
      throw .unsupportedFence("viewport_show_all and keep_zoom take a box, not a polygon")
    }
    if fence.mode == .target { return try holdTarget(of: camera, in: fence.region) }
    let perspective = Perspective(viewport: self, camera: camera)
    guard let quad = VisibleQuad(perspective.corners(of: self)) else {
      throw .infeasible("the horizon is in view")
    }
    if isAxisWise, case .box(let box) = fence.region {
      let hold = AxisHold(box: box, quad: quad, camera: camera)
      return try hold.camera(keepsZoom: fence.keepsZoom, maximumZoom: maximumZoom)
    }
    switch fence.region {
    case .box(let box):
      return try box.convex.hold(camera, showing: quad, maximumZoom: maximumZoom)
    case .polygons(let polygons):
      guard let room = polygons.room else {
        throw .unsupportedFence(
          "the mode viewport takes one convex polygon, or at most \(ViewRoom.cornerLimit) corners"
            + " in all")
      }
      return try room.hold(camera, showing: quad, maximumZoom: maximumZoom)
    }
  }

  private func holdTarget(
    of camera: CameraPosition, in region: FenceRegion
  ) throws(CameraError) -> AdjustedCamera {
    guard let target = region.nearestTarget(to: camera.target) else {
      throw .infeasible("the fence has no place for a target in latitudes -85 ... 85")
    }
    let way = MercatorPlane(around: camera.target).step(to: target)
    let tolerance = WebMercator.tolerance(worldSize: WebMercator.worldSize(zoom: camera.zoom))
    if way.squaredLength <= tolerance * tolerance {
      return AdjustedCamera(camera: camera, adjusted: [])
    }
    return AdjustedCamera(
      camera: camera.moved(to: target, zoom: camera.zoom), adjusted: .fenceTarget)
  }

  /// Zooms that differ by less are equal but for rounding.
  static let zoomRounding = 1e-10
}

extension CameraError {
  static let fenceTooSmall = CameraError.infeasible(
    "the fence is too small for the view, even at the greatest zoom")
}

extension CameraPosition {
  /// The same view of another place.
  func moved(to target: Coordinate, zoom: Double) -> CameraPosition {
    CameraPosition(
      trustedTarget: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  }

  /// The camera's target goes `way` from `start` as seen on `plane`; a coordinate that does not move
  /// keeps its number.
  func moved(
    by way: PlaneVector, from start: PlaneVector, on plane: MercatorPlane, zoom: Double
  ) -> CameraPosition {
    let limit = WebMercator.targetLatitudeLimit
    let place = plane.place(at: start + way)
    return moved(
      to: Coordinate(
        trustedLatitude: way.y == 0
          ? target.latitude : min(max(place.latitude, -limit), limit),
        longitude: way.x == 0 ? target.longitude : place.longitude),
      zoom: zoom)
  }
}
