/// Which bearing has the greatest zoom.
extension Fitting {
  /// Degrees, 0 ..< 360.
  ///
  /// - Parameters:
  ///   - isWhole: Whether the zoom is that of the solver's content as it is, uncut.
  ///   - zoom: The greatest zoom seen from an angle, or within the caps without one; minus infinity if
  ///     there is none.
  func bestBearing(
    of solver: FitSolver, isWhole: Bool = true, _ zoom: (FitSolver, _ angle: Double?) -> Double
  ) -> Double {
    withoutActuallyEscaping(zoom) { zoom in
      func search(_ solver: FitSolver, from angle: Double?) -> BestBearing {
        BestBearing {
          solver.meter.isUsedUp ? -.infinity : zoom(solver.turned(to: $0), angle)
        }
      }
      let hull = isWhole ? hullOfPlaces(of: solver) : nil
      let capped = search(solver, from: nil)
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
        let best = certainBest(of: solver, diameter, capped, kinks) { search(solver, from: $0) }
        if let best { return best }
      }
      return search(solver.roughly(), from: nil).search(samples: 360) { zoom in
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
}
