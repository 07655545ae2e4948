#if canImport(Glibc)
  import Glibc
#endif

/// Where content all around the world, or looked at askew, is cut.
extension Fitting {
  func resultOfBestCut() throws(CameraError) -> FitResult {
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
          func search(_ solver: FitSolver) -> FitCutSearch {
            FitCutSearch(solver: solver, parts: parts, reaches: reaches, shifted: shifted)
          }
          let bearing =
            givenBearing
            ?? bestBearing(of: solver, isWhole: false) { turned, angle in
              search(turned).zoomOrNone(aim, from: angle)
            }
          return (try self.cutOfGreatestZoom(search(solver.turned(to: bearing))), bearing)
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
  func isSurelyBest(_ solver: FitSolver, zoom: Double) -> Bool {
    let angles = solver.angles
    let others = 1 - (summary.east - summary.west) / 360
    let worlds = WebMercator.worldSize(zoom: zoom) * others
    func shows(_ view: FitView) -> Bool { worlds <= 2 * view.reachOfRoom }
    let asked = solver.scene(angle: angles.angle(at: .infinity)).view
    return !shows(solver.scene(angle: angles.angle(at: zoom)).view)
      && !(asked.seesGround && shows(asked))
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
