/// One fit: how its content becomes flat, and what is then solved.
struct Fitting {
  let viewport: Viewport
  let request: FitRequest
  let limits: CameraLimits
  let room: FitRoom
  let summary: FitSummary

  init(
    _ request: FitRequest, in viewport: Viewport, within limits: CameraLimits
  ) throws(CameraError) {
    (self.viewport, self.request, self.limits) = (viewport, request, limits)
    room = try viewport.room(inside: request.insets)
    summary = request.content.summary
    guard summary.partCount > 0 else { throw .emptyContent }
  }

  func result() throws(CameraError) -> FitResult {
    let bearing = reduceBearing(givenBearing ?? 0)
    if summary.isNarrow {
      return try result(frame(copies: .eastOf(summary.west)), bearing: bearing)
    }
    let cut = try shortestCut()
    return try result(frame(copies: .eastOf(cut.start)), bearing: bearing)
  }

  /// Degrees; nil if the best is asked for.
  private var givenBearing: Double? {
    if case .degrees(let degrees) = request.bearing { degrees } else { nil }
  }

  private func frame(copies: FitCopies) -> FitFrame {
    let limit = WebMercator.latitudeLimit
    let longitude =
      switch copies {
      case .eastOf(let cut): cut
      case .nearest(let middle): middle
      }
    return FitFrame(
      origin: Coordinate(
        trustedLatitude: min(max(summary.south, -limit), limit), longitude: longitude),
      copies: copies)
  }

  private func result(_ frame: FitFrame, bearing: Double) throws(CameraError) -> FitResult {
    try withScratch(of: FitAnchor.self, count: summary.pointCount) {
      (anchors) throws(CameraError) in
      let footprint = summary.sharesFootprint ? summary.footprint : nil
      let circles = request.content.draw(in: frame, sharing: footprint, into: anchors)
      let solver = FitSolver(
        request, in: viewport, room: room.shrunk(by: footprint ?? .zero), bearing: bearing,
        caps: limits.viewingAngleCaps, anchors: anchors, hasFootprints: footprint == nil,
        circles: circles)
      let answer: FitAnswer
      do throws(FitObstacle) {
        answer = try self.answer(of: solver, in: frame)
      } catch {
        throw explanation(of: error)
      }
      return try finish(answer, of: solver, in: frame, bearing: bearing)
    }
  }

  private func answer(
    of solver: FitSolver, in frame: FitFrame
  ) throws(FitObstacle) -> FitAnswer {
    let answer = try solver.answer(.centered, within: limits)
    let latitude = frame.plane.latitude(at: answer.target.y)
    let limit = WebMercator.targetLatitudeLimit
    if abs(latitude) <= limit { return answer }
    let ordinate = frame.plane.northing(to: latitude > 0 ? limit : -limit)
    var cut = try solver.answer(.ordinate(ordinate), within: limits)
    cut.adjusted.insert(.latitude)
    return cut
  }

  private func finish(
    _ answer: FitAnswer, of solver: FitSolver, in frame: FitFrame, bearing: Double
  ) throws(CameraError) -> FitResult {
    var target = frame.plane.place(at: answer.target)
    if answer.adjusted.contains(.latitude) {
      let limit = WebMercator.targetLatitudeLimit
      target = Coordinate(
        trustedLatitude: target.latitude > 0 ? limit : -limit, longitude: target.longitude)
    }
    let camera = CameraPosition(
      trustedTarget: target, zoom: answer.zoom, bearing: bearing, viewingAngle: answer.angle)
    var final = AdjustedCamera(camera: camera, adjusted: answer.adjusted)
    if limits.fence != nil {
      let clamped = try viewport.clamp(camera, to: limits)
      final = AdjustedCamera(
        camera: clamped.camera, adjusted: answer.adjusted.union(clamped.adjusted))
    }
    guard final.camera.target.latitude.isFinite, final.camera.target.longitude.isFinite else {
      throw .noRoom("no camera so extreme has finite numbers")
    }

    let step = frame.step(to: final.camera.target, near: answer.target)
    let judgement = solver.judgement(
      zoom: final.camera.zoom, angle: final.camera.viewingAngle, target: step)
    if solver.anchors.allSatisfy({ judgement.holds($0) }) {
      return FitResult(
        camera: final.camera, fits: true, adjusted: final.adjusted, outsideCount: 0, outside: [])
    }
    return outside(judgement, in: frame, final)
  }

  /// Names what does not lie inside.
  private func outside(
    _ judgement: FitJudgement, in frame: FitFrame, _ final: AdjustedCamera
  ) -> FitResult {
    let judgement = FitJudgement(
      view: judgement.view.with(room: room), target: judgement.target, scale: judgement.scale)
    var (count, items) = (0, [FitResult.Item]())
    request.content.forEachPart { part, item in
      guard !judgement.holds(part, in: frame) else { return }
      // The parts of a geometry are one item.
      if item == .geometry, items.last == .geometry { return }
      count += 1
      if items.count < 100 { items.append(item) }
    }
    return FitResult(
      camera: final.camera, fits: count == 0, adjusted: final.adjusted, outsideCount: count,
      outside: items)
  }

  private func explanation(of obstacle: FitObstacle) -> CameraError {
    switch obstacle {
    case .horizon:
      return .noRoom("the upper edge of the inset rectangle is at or above the horizon")
    case .footprints(let first, let second) where first == second:
      return .infeasible("the footprint of place \(first) is larger than the inset rectangle")
    case .footprints(let first, let second):
      let (low, high) = (min(first, second), max(first, second))
      return .infeasible(
        "the footprints of places \(low) and \(high) do not fit into the inset rectangle together")
    case .target:
      return .infeasible("at no zoom does the inset rectangle hold the content around the target")
    case .step:
      return .infeasible("at no multiple of the zoom step in the zoom range the content is inside")
    }
  }
}

// MARK: - Cuts

extension Fitting {
  /// The cut that leaves the shortest arc; of equal ones the preferred.
  private func shortestCut() throws(CameraError) -> LongitudeArc {
    try withSortedParts { (parts) throws(CameraError) in
      let cuts = LongitudeCuts(parts)
      var span = Double.infinity
      cuts.forEach { _, content in span = min(span, content.end - content.start) }
      guard span < .infinity else { throw .infeasible("the content covers every longitude, which no cut may divide yet") }
      var best: LongitudeArc?
      cuts.forEach { _, content in
        guard content.end - content.start <= span + 1e-9 else { return }
        if best.map({ content.middle < $0.middle }) ?? true { best = content }
      }
      return best ?? LongitudeArc(start: 0, end: 360)
    }
  }

  private func withSortedParts<Result>(
    _ body: (UnsafeMutableBufferPointer<FitSortedPart>) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    try withScratch(of: FitSortedPart.self, count: summary.partCount) {
      (parts) throws(CameraError) in
      var (count, anchor) = (0, 0)
      request.content.forEachPart { part, _ in
        parts.initializeElement(
          at: count,
          to: FitSortedPart(arc: part.arc, firstAnchor: anchor, anchorCount: part.pointCount))
        count += 1
        anchor += part.pointCount
      }
      var sorted = parts
      sorted.sort { ($0.arc.start, $0.arc.end) < ($1.arc.start, $1.arc.end) }
      return try body(parts)
    }
  }
}

extension LongitudeArc {
  /// In -180 ..< 180 degrees.
  var middle: Double {
    let middle = wrapLongitude(start / 2 + end / 2)
    // 180 but for rounding is -180.
    return middle > 180 - 1e-9 ? middle - 360 : middle
  }
}
