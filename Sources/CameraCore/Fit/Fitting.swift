#if canImport(Glibc)
  import Glibc
#endif

/// One fit: how its content becomes flat, and what is then solved.
///
/// Not copyable, so that passing it on counts no references.
struct Fitting: ~Copyable {
  let viewport: Viewport
  let request: FitRequest
  let limits: CameraLimits
  let room: FitRoom
  private let summary: FitSummary
  private let meter: FitMeter
  /// The content along a seam, if no cut leaves it whole.
  private let pieces: [FitPiece]?

  init(
    _ request: FitRequest, in viewport: Viewport, within limits: CameraLimits, room: FitRoom,
    summary: FitSummary, meter: FitMeter
  ) {
    (self.viewport, self.request, self.limits) = (viewport, request, limits)
    (self.room, self.summary, self.meter, pieces) = (room, summary, meter, nil)
  }

  private init(_ other: borrowing Fitting, divided seam: FitSeam) {
    (viewport, request, limits, room) = (other.viewport, other.request, other.limits, other.room)
    meter = other.meter
    let pieces = seam.pieces(of: request.content)
    var summary = FitSummary(pieces)
    summary.sharesFootprint = summary.sharesFootprint && other.summary.sharesFootprint
    (self.pieces, self.summary) = (pieces, summary)
  }

  @inline(__always)
  private func forEachPart(
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

  private var aim: FitAim {
    if case .greatestZoom = request.goal { .greatestZoom } else { .centered }
  }

  /// Degrees; nil if the best is asked for.
  private var givenBearing: Double? { request.givenBearing }

  /// Whether the view is so straight that the shortest arc of longitudes has the greatest zoom.
  private var isStraight: Bool { request.isStraight && summary.sharesFootprint }

  private func frame(of arc: LongitudeArc) -> FitFrame {
    FitFrame(arc, south: summary.south, north: summary.north)
  }

  private func frame(copies: FitCopies) -> FitFrame {
    let longitude =
      switch copies {
      case .eastOf(let cut): cut
      case .nearest(let middle): middle
      case .asTheyAre: 0.0
      }
    return FitFrame(
      origin: evenOrigin(south: summary.south, north: summary.north, longitude: longitude),
      copies: copies)
  }

  /// Draws the content in `frame`, seen with a bearing of 0; of many places without footprints no
  /// more than their convex hull.
  private func withSolver<Result>(
    in frame: FitFrame, _ body: (FitSolver) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    guard pieces == nil, let packed = request.content.coordinates,
      packed.count >= PackedOutline.leastCount
    else { return try withSolverOfAll(in: frame, body) }
    meter.spend(packed.count)
    var outermost: [FitAnchor] = []
    PackedOutline.forEachOutermost(of: packed, in: frame) { outermost.append(FitAnchor($0)) }
    let count = outermost.withUnsafeMutableBufferPointer { moveHullToFront($0) }
    let others = summary.pointCount - packed.count
    return try withScratch(of: FitAnchor.self, count: others + count) {
      (anchors) throws(CameraError) in
      let circles = draw(in: frame, besideCoordinates: true, into: anchors)
      for index in 0..<count {
        anchors.initializeElement(at: others + index, to: outermost[index])
      }
      return try body(solver(of: anchors, circles))
    }
  }

  /// - Parameter keepsOrder: Whether each part keeps its anchors.
  private func withSolverOfAll<Result>(
    in frame: FitFrame, keepsOrder: Bool = false, _ body: (FitSolver) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    meter.spend(FitWork.looksOfDrawing * summary.pointCount)
    return try withScratch(of: FitAnchor.self, count: summary.pointCount) {
      (anchors) throws(CameraError) in
      let circles = draw(in: frame, into: anchors)
      let isReducible =
        !keepsOrder && summary.sharesFootprint && circles.isEmpty && anchors.count > 64
      let count = isReducible ? moveHullToFront(anchors) : anchors.count
      return try body(
        solver(of: UnsafeMutableBufferPointer(rebasing: anchors[..<count]), circles))
    }
  }

  private func solver(
    of anchors: UnsafeMutableBufferPointer<FitAnchor>,
    _ circles: [(circle: FitCircle, firstAnchor: Int)]
  ) -> FitSolver {
    FitSolver(
      request, in: viewport,
      room: summary.sharesFootprint ? room.shrunk(by: summary.footprint) : room,
      upperEdge: room.top,
      caps: limits.viewingAngleCaps, anchors: anchors, hasFootprints: !summary.sharesFootprint,
      circles: circles, meter: meter)
  }

  /// Fills `anchors` with the corners of all parts, in the order of the parts, without the footprint
  /// that they all share.
  ///
  /// - Returns: The circles, each with the number of its first anchor.
  private func draw(
    in frame: FitFrame, besideCoordinates: Bool = false,
    into anchors: UnsafeMutableBufferPointer<FitAnchor>
  ) -> [(circle: FitCircle, firstAnchor: Int)] {
    var circles: [(circle: FitCircle, firstAnchor: Int)] = []
    var count = 0
    forEachPart(besideCoordinates: besideCoordinates) { part, _ in
      let turn = frame.turn(of: part.arc)
      if case .circle(let circle) = part {
        let position = frame.position(of: circle.point, turn: turn)
        circles.append((FitCircle(circle, at: position, in: frame.plane), count))
        for _ in 0..<FitCircle.anchorCount {
          anchors.initializeElement(at: count, to: FitAnchor(position))
          count += 1
        }
        return
      }
      let own = summary.sharesFootprint ? .zero : part.footprint
      part.forEachPoint { point in
        let position = frame.position(of: point, turn: turn)
        anchors.initializeElement(at: count, to: FitAnchor(position, footprint: own))
        count += 1
      }
    }
    return circles
  }

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

  private func result(
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

  private func answer(
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
    case .work: return FitWork.refusal
    case .step:
      return .infeasible("at no multiple of the zoom step in the zoom range the content is inside")
    }
  }
}

// MARK: - Cuts

extension Fitting {
  private func resultOfBestCut() throws(CameraError) -> FitResult {
    try withSortedParts { (parts) throws(CameraError) in
      let cuts = LongitudeCuts(parts)
      guard cuts.span < .infinity else { return try resultAroundSeam() }
      var best = (arc: LongitudeArc(start: 0, end: 0), bearing: givenBearing ?? 0)
      if isStraight {
        best.arc = preferred(cuts.span, bearing: best.bearing) { body in
          cuts.forEachCut { _, content in body(content) }
        }
      } else {
        best = try cutOfGreatestZoom(parts)
      }
      let frame = frame(of: best.arc)
      return try withSolver(in: frame) { (solver) throws(CameraError) in
        try result(of: solver.turned(to: best.bearing), aim, in: frame)
      }
    }
  }

  /// Content all around the world, divided opposite of the request's camera or of Greenwich.
  private func resultAroundSeam() throws(CameraError) -> FitResult {
    let center = request.camera?.target.longitude ?? 0
    let divided = Fitting(self, divided: FitSeam(center: center))
    let (frame, aim) = (divided.frame(copies: .nearest(center)), aim)
    return try divided.withSolver(in: frame) { (solver) throws(CameraError) in
      let bearing = givenBearing ?? bestBearing(of: solver) { $0.zoomOrNone(aim, from: $1) }
      return try divided.result(of: solver.turned(to: bearing), aim, in: frame)
    }
  }

  private func cutOfGreatestZoom(
    _ parts: UnsafeMutableBufferPointer<FitSortedPart>
  ) throws(CameraError) -> (arc: LongitudeArc, bearing: Double) {
    try withSolverOfAll(in: frame(copies: .asTheyAre), keepsOrder: true) {
      (solver) throws(CameraError) in
      // Footprints and circles are known by the numbers of their anchors.
      if !solver.hasFootprints, solver.circles.isEmpty {
        arrange(solver.anchors, along: parts)
      }
      return try withScratch(of: FitReach.self, count: parts.count) {
        (reaches) throws(CameraError) in
        let spare = solver.hasFootprints ? solver.anchors.count : 0
        return try withScratch(of: FitAnchor.self, count: spare) { (shifted) throws(CameraError) in
          func search(_ bearing: Double) -> FitCutSearch {
            FitCutSearch(
              solver: solver.turned(to: bearing), parts: parts, reaches: reaches, shifted: shifted)
          }
          let bearing =
            givenBearing
            ?? bestBearing(of: solver, isWhole: false) { turned, angle in
              search(turned.bearing).zoomOrNone(aim, from: angle)
            }
          return (try self.cutOfGreatestZoom(search(bearing)), bearing)
        }
      }
    }
  }

  private func cutOfGreatestZoom(_ search: FitCutSearch) throws(CameraError) -> LongitudeArc {
    let best: (zoom: Double, angle: Double, scale: Double)
    do throws(FitObstacle) {
      best = try search.best(aim)
    } catch {
      throw explanation(of: error)
    }
    // All cuts whose zoom is the same to 1e-9, and of them the shortest.
    let most = best.scale * exp2(FitZoom.rounding)
    func forEachBest(_ body: (LongitudeArc) -> Void) {
      search.forEachCut(aim, angle: best.angle, upTo: most) { _, content, outcome in
        if case .success(let scale) = outcome, scale <= most { body(content) }
      }
    }
    var span = Double.infinity
    forEachBest { span = min(span, $0.end - $0.start) }
    return preferred(span, bearing: search.solver.bearing, among: forEachBest)
  }

  /// Of the arcs not longer than `span`: the one whose target is nearest to the request's camera,
  /// then the one with the westernmost middle.
  private func preferred(
    _ span: Double, bearing: Double, among forEachArc: ((LongitudeArc) -> Void) -> Void
  ) -> LongitudeArc {
    var arcs: [LongitudeArc] = []
    forEachArc { if $0.end - $0.start <= span + 1e-9 { arcs.append($0) } }
    var best: LongitudeArc?
    var bestDistance = Double.infinity
    for (arc, distance) in withDistances(arcs, bearing: bearing) {
      let isWestOfBest = best.map { arc.middle < $0.middle } ?? true
      if distance < bestDistance - 1e-9 || (distance < bestDistance + 1e-9 && isWestOfBest) {
        (best, bestDistance) = (arc, distance)
      }
    }
    return best ?? LongitudeArc(start: -180, end: 180)
  }

  /// The arcs that may have their target nearest to the request's camera, and how far it is from
  /// there in degrees; all arcs and 0 without a camera.
  private func withDistances(
    _ arcs: [LongitudeArc], bearing: Double
  ) -> [(arc: LongitudeArc, distance: Double)] {
    guard let camera = request.camera?.target.longitude, let first = arcs.first, arcs.count > 1
    else { return arcs.map { ($0, 0) } }
    func distance(to longitude: Double) -> Double {
      abs(MercatorPlane.easting(from: camera, to: longitude)) * 360
    }
    var nearest = arcs
    if arcs.count > Self.fittedCuts, let target = target(cut: first, bearing: bearing) {
      // Arcs of one length hold about the same, so that their targets are about as far from their
      // middles, and only those nearest by that are worth a fit each.
      let offset = target - first.middle
      let guesses = arcs.map {
        (arc: $0, distance: distance(to: wrapLongitude($0.middle + offset)))
      }
      nearest = guesses.sorted { $0.distance < $1.distance }.prefix(Self.fittedCuts).map(\.arc)
    }
    return nearest.map { arc in
      (arc, target(cut: arc, bearing: bearing).map(distance) ?? 0)
    }
  }

  private static var fittedCuts: Int { 32 }

  /// The longitude of the fitted target of a cut, which a fence has not moved; nil if there is none.
  private func target(cut: LongitudeArc, bearing: Double) -> Double? {
    let frame = frame(of: cut)
    let longitude = try? withSolver(in: frame) { (solver) throws(CameraError) -> Double? in
      try? answer(of: solver.turned(to: bearing), aim, in: frame, fitted: nil).1.longitude
    }
    return longitude ?? nil
  }

  /// Whether no cut but the shortest can have as great a zoom.
  ///
  /// With any other cut two places are drawn at least a world less the content's width apart, and
  /// what the room shows of the ground is not that wide. An angle that has the horizon in the room
  /// is no cut's: cuts are compared before limits, and only a cap leads from there to views so close
  /// below the horizon that they show the world more than once.
  private func isSurelyBest(_ solver: FitSolver, zoom: Double) -> Bool {
    let angles = solver.angles
    let others = 1 - (summary.east - summary.west) / 360
    let worlds = WebMercator.worldSize(zoom: zoom) * others
    func shows(_ view: FitView) -> Bool { worlds <= 2 * view.reachOfRoom }
    let asked = solver.scene(angle: angles.angle(at: .infinity)).view
    return !shows(solver.scene(angle: angles.angle(at: zoom)).view)
      && !(asked.seesGround && shows(asked))
  }

  /// - Parameters:
  ///   - isWhole: Whether the zoom is that of the solver's content as it is, uncut.
  ///   - zoom: The greatest zoom seen from an angle, or within the caps; minus infinity if there is none.
  private func bestBearing(
    of solver: FitSolver, isWhole: Bool = true, _ zoom: (FitSolver, _ angle: Double?) -> Double
  ) -> Double {
    withoutActuallyEscaping(zoom) { zoom in
      func search(from angle: Double?) -> BestBearing {
        BestBearing {
          solver.meter.isUsedUp ? -.infinity : zoom(solver.turned(to: $0), angle)
        }
      }
      let hull = isWhole ? hullOfPlaces(of: solver) : nil
      let capped = search(from: nil)
      // Each of many corners is looked at for each.
      if request.viewingAngle == 0, let hull, hull.count <= 256 {
        return capped.best(of: bearingsOfGreatestZoom(of: hull, in: solver.room))
      }
      func kinks(_ angle: Double) -> [Double] {
        guard let hull, hull.count <= 32 else { return [] }
        return bearingsOfKinks(of: hull, in: solver.scene(angle: angle).view)
      }
      if hasSlopeOfTurning(solver) {
        let diameter = diameter(of: solver, isWhole: isWhole)
        if let best = certainBest(of: solver, diameter, capped, kinks, search) { return best }
      }
      return capped.search(samples: 360) { zoom in
        zoom.isFinite ? kinks(solver.angles.angle(at: zoom)) : []
      }
    }
  }

  /// Whether the slope that `FitSteepness` knows is one of this fit's. Round content has flat tops, what
  /// lies around a given target may be out of view, and where caps lead past the horizon a zoom may jump.
  private func hasSlopeOfTurning(_ solver: FitSolver) -> Bool {
    if case .fixedTarget = request.goal { return false }
    return solver.circles.isEmpty
      && solver.steepness.seesGround(at: solver.angles.angle(at: .infinity))
  }

  /// The best bearing from the angle at the best one's own zoom; nil where that cannot be told.
  private func certainBest(
    of solver: FitSolver, _ diameter: Double, _ capped: BestBearing,
    _ kinks: (_ angle: Double) -> [Double],
    _ search: (_ angle: Double?) -> BestBearing
  ) -> Double? {
    var found = capped.samples(36)
    var zoom = found.greatestZoom
    let steepness = solver.steepness
    // Roughly first: only the last angle is worth all digits.
    var exactness = 0.01
    for _ in 0..<32 {
      guard zoom.isFinite else { return nil }
      let angle = solver.angles.angle(at: zoom)
      func slope(_ zoom: Double) -> Double {
        steepness.greatestTurn(at: angle, diameter: diameter, upTo: zoom)
      }
      guard slope(zoom) < Self.greatestSlope else { return nil }
      let peaks = search(angle).certainPeaks(
        exactness: exactness, slope: slope, besides: kinks(angle))
      found += peaks.map { capped.sample($0.bearing) }
      let greatest = found.greatestZoom
      // The zoom of the best bearing is the one that has been seen from its own angle.
      if solver.angles.angle(at: greatest) == angle || greatest <= zoom + exactness / 1000 {
        if exactness == FitZoom.rounding { return capped.best(of: found) }
        exactness = FitZoom.rounding
      }
      zoom = greatest
    }
    return nil
  }

  /// So close to the horizon that samples have to do.
  private static var greatestSlope: Double { 20 }

  /// No less than how far apart any two places are drawn, in world widths.
  private func diameter(of solver: FitSolver, isWhole: Bool) -> Double {
    var low = PlaneVector(x: .infinity, y: .infinity)
    var high = PlaneVector(x: -.infinity, y: -.infinity)
    for anchor in solver.anchors {
      let place = anchor.position
      (low.x, low.y) = (min(low.x, place.x), min(low.y, place.y))
      (high.x, high.y) = (max(high.x, place.x), max(high.y, place.y))
    }
    // Cuts draw it elsewhere, but no wider than the world.
    let size = PlaneVector(x: isWhole ? high.x - low.x : 1, y: high.y - low.y)
    return size.squaredLength.squareRoot()
  }

  /// The corners around places without footprints; nil if the content is more than that, or its
  /// target is given.
  private func hullOfPlaces(of solver: FitSolver) -> [PlaneVector]? {
    guard summary.isNarrow, !solver.hasFootprints, solver.circles.isEmpty else { return nil }
    if case .fixedTarget = request.goal { return nil }
    var corners = Array(solver.anchors)
    let count = corners.withUnsafeMutableBufferPointer { moveHullToFront($0) }
    return corners[..<count].map(\.position)
  }

  private func withSortedParts<Result>(
    _ body: (UnsafeMutableBufferPointer<FitSortedPart>) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    meter.spend(FitWork.looksOfSorting * summary.partCount)
    return try withScratch(of: FitSortedPart.self, count: summary.partCount) {
      (parts) throws(CameraError) in
      var (count, anchor) = (0, 0)
      forEachPart { part, _ in
        parts.initializeElement(
          at: count,
          to: FitSortedPart(arc: part.arc, firstAnchor: anchor, anchorCount: part.pointCount))
        count += 1
        anchor += part.pointCount
      }
      sortByStart(parts)
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
