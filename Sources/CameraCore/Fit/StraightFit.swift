extension FitRequest {
  /// Degrees, 0 ..< 360; nil if the best is asked for.
  var givenBearing: Double? {
    if case .degrees(let degrees) = bearing { reduceBearing(degrees) } else { nil }
  }

  /// Whether the view is straight down along an axis of the plane.
  var isStraight: Bool {
    guard viewingAngle == 0, let givenBearing else { return false }
    return givenBearing == 0 || givenBearing.truncatingRemainder(dividingBy: 90) == 0
  }
}

extension Viewport {
  /// The everyday fit: straight down along an axis, where all content is no more than the upright box
  /// around it.
  ///
  /// - Returns: nil where anything else has to be looked at.
  func straightFit(
    _ request: FitRequest, within limits: CameraLimits, room: FitRoom, summary: FitSummary
  ) -> FitResult? {
    guard case .centered = request.goal, request.isStraight, summary.isPlainBox,
      limits.fence == nil, limits.zoomStep == nil
    else { return nil }
    let bearing = request.givenBearing ?? 0
    let view = FitView(room: room.shrunk(by: summary.footprint), upperEdge: room.top)
      .turned(to: bearing)
    let frame = FitFrame(
      LongitudeArc(start: summary.west, end: summary.east), south: summary.south,
      north: summary.north)
    let plane = frame.plane
    let east =
      summary.eastBeyondAntimeridian.map { frame.easting(to: $0, turn: 1) }
      ?? frame.easting(to: summary.east, turn: 0)
    let reach = view.reach(
      ofBoxFrom: PlaneVector(
        x: frame.easting(to: summary.west, turn: 0),
        y: summary.south == -summary.north ? plane.northing(to: summary.south) : 0),
      to: PlaneVector(x: east, y: plane.northing(to: summary.north)))

    var scale = view.centeredScale(reach)
    let fitted = WebMercator.zoom(worldSize: 1 / scale)
    guard fitted >= limits.zoomRange.lowerBound else { return nil }
    let zoom = FittedZoom(fitted, ceiling: limits.zoomRange.upperBound)
    if fitted > zoom.zoom { scale = 1 / WebMercator.worldSize(zoom: zoom.zoom) }
    let target = plane.place(at: view.straightTarget(reach, scale: scale))
    guard abs(target.latitude) <= WebMercator.targetLatitudeLimit else { return nil }
    return FitResult(
      camera: CameraPosition(
        trustedTarget: target, zoom: zoom.zoom, bearing: bearing, viewingAngle: 0),
      fits: true, adjusted: zoom.isCut ? .zoomMax : [], outsideCount: 0, outside: [])
  }
}

extension FitView {
  /// The reach of an upright box between two corners, seen straight.
  fileprivate func reach(ofBoxFrom low: PlaneVector, to high: PlaneVector) -> FitReach {
    let (a, b) = (right(low), right(high))
    let (c, d) = (ahead(low), ahead(high))
    return FitReach(nearest: min(c, d), farthest: max(c, d), right: max(a, b), left: max(-a, -b))
  }

  /// The target that centres content of this reach, straight down.
  func straightTarget(_ reach: FitReach, scale: Double) -> PlaneVector {
    position(
      right: (reach.right - reach.left) / 2 - room.middle.x * scale,
      ahead: (reach.nearest + reach.farthest) / 2 - room.middle.y * scale)
  }
}
