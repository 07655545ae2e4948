/// One fit: from its content to its answer.
///
/// Not copyable, so that passing it on counts no references.
struct Fitting: ~Copyable {
  let viewport: Viewport
  let request: FitRequest
  let limits: CameraLimits
  let room: FitRoom
  let summary: FitSummary
  let meter: FitMeter
  /// The content along a seam, if no cut leaves it whole.
  let pieces: [FitPiece]?

  init(
    _ request: FitRequest, in viewport: Viewport, within limits: CameraLimits, room: FitRoom,
    summary: FitSummary, meter: FitMeter
  ) {
    (self.viewport, self.request, self.limits) = (viewport, request, limits)
    (self.room, self.summary, self.meter, pieces) = (room, summary, meter, nil)
  }

  /// The same fit with its content divided along a seam.
  init(_ other: borrowing Fitting, divided seam: FitSeam) {
    (viewport, request, limits, room) = (other.viewport, other.request, other.limits, other.room)
    meter = other.meter
    let pieces = seam.pieces(of: request.content)
    var summary = FitSummary(pieces)
    summary.sharesFootprint = summary.sharesFootprint && other.summary.sharesFootprint
    (self.pieces, self.summary) = (pieces, summary)
  }

  @inline(__always)
  func forEachPart(
    besideCoordinates: Bool = false, _ body: (FitPart, FitResult.Item) -> Void
  ) {
    guard let pieces else {
      return request.content.forEachPart(besideCoordinates: besideCoordinates, body)
    }
    for piece in pieces { body(piece.part, piece.item) }
  }

  func result() throws(CameraError) -> FitResult {
    if case .fixedTarget(let target) = request.goal { return try result(around: target) }
    guard summary.isNarrow else { return try resultOfBestCut() }
    let frame = frame(of: LongitudeArc(start: summary.west, end: summary.east))
    var obstacle: FitObstacle?
    let result = try withSolver(in: frame) { (solver) throws(CameraError) -> FitResult? in
      let bearing = givenBearing ?? bestBearing(of: solver) { $0.zoomOrNone(aim, from: $1) }
      let solver = solver.turned(to: bearing)
      let zoom: Double
      do throws(FitObstacle) {
        zoom = try solver.zoom(aim).zoom
      } catch {
        // No cut has a lower horizon.
        if case .horizon = error { throw explanation(of: error) }
        obstacle = error
        return nil
      }
      // No other cut is shorter; but looked at askew a longer one may be larger.
      guard isStraight || isSurelyBest(solver, zoom: zoom) else { return nil }
      return try self.result(of: solver, aim, in: frame, fitted: zoom)
    }
    if let result { return result }
    let other = try resultOfBestCut()
    // Rather than a view of the whole world that is no fit either, say what hinders the near one.
    if let obstacle, other.adjusted.contains(.zoomMin) { throw explanation(of: obstacle) }
    return other
  }

  var aim: FitAim {
    if case .greatestZoom = request.goal { .greatestZoom } else { .centered }
  }

  /// Degrees; nil if the best is asked for.
  var givenBearing: Double? { request.givenBearing }

  /// Whether the view is so straight that the shortest arc of longitudes has the greatest zoom.
  var isStraight: Bool { request.isStraight && summary.sharesFootprint }

  /// The answer with a given target.
  private func result(around wish: Coordinate) throws(CameraError) -> FitResult {
    let limit = WebMercator.targetLatitudeLimit
    let target = Coordinate(
      trustedLatitude: min(max(wish.latitude, -limit), limit), longitude: wish.longitude)
    let frame = FitFrame(origin: target, copies: .nearest(target.longitude))
    let aim = FitAim.target(.zero)
    return try withSolver(in: frame) { (solver) throws(CameraError) in
      let bearing = givenBearing ?? bestBearing(of: solver) { $0.zoomOrNone(aim, from: $1) }
      return try result(
        of: solver.turned(to: bearing), aim, in: frame,
        adjusted: target.latitude == wish.latitude ? [] : .latitude)
    }
  }

  func result(
    of solver: FitSolver, _ aim: FitAim, in frame: FitFrame, fitted: Double? = nil,
    adjusted: Adjustments = []
  ) throws(CameraError) -> FitResult {
    var (answer, target): (FitAnswer, Coordinate)
    do throws(FitObstacle) {
      (answer, target) = try self.answer(of: solver, aim, in: frame, fitted: fitted)
    } catch {
      throw explanation(of: error)
    }
    answer.adjusted.formUnion(adjusted)
    return try finish(answer, target, of: solver, in: frame)
  }

  func answer(
    of solver: FitSolver, _ aim: FitAim, in frame: FitFrame, fitted: Double?
  ) throws(FitObstacle) -> (FitAnswer, Coordinate) {
    let answer = try solver.answer(aim, within: limits, fitted: fitted)
    let target = frame.plane.place(at: answer.target)
    let limit = WebMercator.targetLatitudeLimit
    if abs(target.latitude) <= limit { return (answer, target) }
    let latitude = target.latitude > 0 ? limit : -limit
    let ordinate = FitAim.ordinate(frame.plane.northing(to: latitude))
    var cut: FitAnswer
    do throws(FitObstacle) {
      cut = try solver.answer(ordinate, within: limits)
    } catch {
      // From that latitude the content is never inside: it stays as large as it was.
      cut = answer
      cut.target = try solver.target(
        ordinate, zoom: answer.zoom, angle: answer.angle, centered: answer.target)
    }
    cut.adjusted.insert(.latitude)
    return (
      cut,
      Coordinate(
        trustedLatitude: latitude, longitude: frame.plane.place(at: cut.target).longitude)
    )
  }

  private func finish(
    _ answer: FitAnswer, _ target: Coordinate, of solver: FitSolver, in frame: FitFrame
  ) throws(CameraError) -> FitResult {
    let camera = CameraPosition(
      trustedTarget: target, zoom: answer.zoom, bearing: solver.bearing,
      viewingAngle: answer.angle)
    var final = AdjustedCamera(camera: camera, adjusted: answer.adjusted)
    var step = answer.target
    if limits.fence != nil {
      let clamped = try viewport.clamp(camera, to: limits)
      final = AdjustedCamera(
        camera: clamped.camera, adjusted: answer.adjusted.union(clamped.adjusted))
      step = frame.step(to: final.camera.target, near: step)
    }
    guard final.camera.target.latitude.isFinite, final.camera.target.longitude.isFinite else {
      throw .noRoom("no camera so extreme has finite numbers")
    }

    if isSurelyInside(final, of: solver)
      || solver.holdsAll(
        zoom: final.camera.zoom, angle: final.camera.viewingAngle, target: step)
    {
      return FitResult(
        camera: final.camera, fits: true, adjusted: final.adjusted, outsideCount: 0, outside: [])
    }
    let judgement = solver.judgement(
      zoom: final.camera.zoom, angle: final.camera.viewingAngle, target: step)
    return outside(judgement, in: frame, final)
  }

  /// Whether the camera is one that holds the content by its making.
  private func isSurelyInside(_ final: AdjustedCamera, of solver: FitSolver) -> Bool {
    guard case .centered = request.goal else { return false }
    return limits.fence == nil && !solver.hasFootprints
      && final.adjusted.isDisjoint(with: [.zoomMin, .latitude])
  }

  /// Names what does not lie inside.
  private func outside(
    _ judgement: FitJudgement, in frame: FitFrame, _ final: AdjustedCamera
  ) -> FitResult {
    let judgement = FitJudgement(
      view: judgement.view.with(room: room), target: judgement.target, scale: judgement.scale)
    var (count, items) = (0, [FitResult.Item]())
    var last: FitResult.Item?
    forEachPart { part, item in
      guard !judgement.holds(part, in: frame) else { return }
      // Several parts may be of one item.
      if item == last { return }
      (last, count) = (item, count + 1)
      if items.count < 100 { items.append(item) }
    }
    return FitResult(
      camera: final.camera, fits: count == 0, adjusted: final.adjusted, outsideCount: count,
      outside: items)
  }

  func explanation(of obstacle: FitObstacle) -> CameraError {
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
    case .work: return FitWork.refusal
    case .step:
      return .infeasible("at no multiple of the zoom step in the zoom range the content is inside")
    }
  }
}
