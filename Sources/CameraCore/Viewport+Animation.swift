extension Viewport {
  /// The frames of `animation`, each within `limits`, both ends exact.
  ///
  /// The ends are brought into the limits first. Numbers that are not finite or out of their range,
  /// and more than 3600 frames, are `infeasible`; a fence of many corners that raises the zoom in
  /// many frames is `unsupportedFence`.
  public func animate(
    _ animation: CameraAnimation, within limits: CameraLimits
  ) throws(CameraError) -> AnimationResult {
    try animate(animation, within: limits, raisingAtMost: limits.fence?.riseLimit ?? .max)
  }

  /// The same with a bound of its own on the frames in which the fence may raise the zoom.
  func animate(
    _ animation: CameraAnimation, within limits: CameraLimits, raisingAtMost riseLimit: Int
  ) throws(CameraError) -> AnimationResult {
    let start = try clamp(animation.start, to: limits)
    let end =
      switch animation.destination {
      case .camera(let camera): try clamp(camera, to: limits)
      case .updates(let updates): try apply(updates, to: animation.start, within: limits)
      }
    let path = try CameraPath(
      from: start.camera, to: end.camera, animation: animation, viewport: self, limits: limits)
    let duration = try animation.duration(pathLength: path.length)
    let count = try animation.frameCount(duration: duration)

    var adjusted = start.adjusted.union(end.adjusted).union(path.adjusted)
    var frames = [AnimationResult.Frame(time: 0, camera: start.camera)]
    frames.reserveCapacity(count)
    var rises = 0
    for index in 1..<(count - 1) {
      let share = Double(index) / Double(count - 1)
      let held = try clamp(path.camera(at: animation.easing(share)), to: limits)
      adjusted.formUnion(held.adjusted)
      if held.adjusted.contains(.fenceZoom) { rises += 1 }
      guard rises <= riseLimit else {
        throw .unsupportedFence(
          "a fence of that many corners raises the zoom in at most \(riseLimit) frames")
      }
      frames.append(AnimationResult.Frame(time: duration * share, camera: held.camera))
    }
    frames.append(AnimationResult.Frame(time: duration, camera: end.camera))
    return AnimationResult(
      frames: frames, duration: duration, pathLength: path.length, adjusted: adjusted)
  }
}

extension Geofence {
  /// In how many frames of an animation it may raise the zoom.
  var riseLimit: Int {
    guard case .polygons(let polygons) = region, let room = polygons.room as? ViewRoom else {
      return .max
    }
    return room.riseLimit
  }
}

extension CameraAnimation {
  /// An animation has at most so many frames.
  public static let maximumFrameCount = 3600

  fileprivate func duration(pathLength: Double) throws(CameraError) -> Double {
    guard let duration else { return curve == .fly ? 1000 * pathLength / 1.2 : 300 }
    guard duration > 0, duration.isFinite else {
      throw .infeasible("an animation takes a positive time")
    }
    return duration
  }

  fileprivate func frameCount(duration: Double) throws(CameraError) -> Int {
    let count =
      switch frames {
      case .count(let count): Double(count)
      case .perSecond(let rate): max((duration * rate / 1000).rounded(), 1) + 1
      }
    guard count >= 2, count <= Double(Self.maximumFrameCount) else {
      throw .infeasible("an animation has 2 ... \(Self.maximumFrameCount) frames")
    }
    return Int(count)
  }
}

/// The cameras between two legal ones, before limits.
private struct CameraPath {
  /// In the measure of flights; 0 for a linear path.
  let length: Double
  /// The limits that bent the path.
  let adjusted: Adjustments
  private let start, end: CameraPosition
  private let plane: MercatorPlane
  private let way: PlaneVector
  private let turn: Double
  private let flight: Flight?

  init(
    from start: CameraPosition, to end: CameraPosition, animation: CameraAnimation,
    viewport: Viewport, limits: CameraLimits
  ) throws(CameraError) {
    (self.start, self.end) = (start, end)
    plane = MercatorPlane(around: start.target)
    way = Self.way(from: start.target, to: end.target, on: plane, within: limits.fence)
    let bearing = (end.bearing - start.bearing).remainder(dividingBy: 360)
    turn = bearing == -180 ? 180 : bearing
    guard animation.curve == .fly else {
      (flight, length, adjusted) = (nil, 0, [])
      return
    }
    let wanted = animation.minZoomOnPath ?? -.infinity
    guard animation.rho > 0, animation.rho.isFinite, wanted < .infinity else {
      throw .infeasible("rho and min_zoom_on_path are finite, rho is positive")
    }
    let range = limits.zoomRange.lowerBound
    let points = way.squaredLength.squareRoot() * WebMercator.worldSize(zoom: start.zoom)
    // A view of next to no size flies like one of a millionth of a point.
    let side = max(viewport.width, viewport.height, 1e-6)
    let flight = Flight(
      from: start.zoom, to: end.zoom, way: points / side,
      rho: animation.rho, floor: min(max(wanted, range), min(start.zoom, end.zoom)))
    (self.flight, length) = (flight, flight.length)
    adjusted = flight.isHeld && wanted <= range ? .zoomMin : []
  }

  func camera(at share: Double) -> CameraPosition {
    let even = (way: share, zoom: start.zoom + share * (end.zoom - start.zoom))
    let point = flight?.point(at: share) ?? even
    return CameraPosition(
      trustedTarget: plane.place(at: way * point.way), zoom: point.zoom,
      bearing: reduceBearing(start.bearing + share * turn),
      viewingAngle: start.viewingAngle + share * (end.viewingAngle - start.viewingAngle))
  }

  /// The short way, of two equal ones the one to the east, unless only the other one stays at
  /// longitudes of the fence.
  private static func way(
    from start: Coordinate, to end: Coordinate, on plane: MercatorPlane, within fence: Geofence?
  ) -> PlaneVector {
    let short = plane.step(to: end)
    let long = PlaneVector(x: short.x > 0 ? short.x - 1 : short.x + 1, y: short.y)
    guard let region = fence?.region, short.x != 0,
      !region.hasLongitudes(from: start.longitude, by: short.x),
      region.hasLongitudes(from: start.longitude, by: long.x)
    else { return short }
    return long
  }
}
