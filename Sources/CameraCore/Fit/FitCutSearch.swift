#if canImport(Glibc)
  import Glibc
#endif

/// A part, sorted by where it begins, with its anchors.
struct FitSortedPart: BitwiseCopyable {
  var arc: LongitudeArc
  var firstAnchor, anchorCount: Int
}

/// All ways to cut the circle of longitudes, and which of them allows the greatest zoom.
///
/// Along the sorted parts a cut makes all earlier ones lie one world further east. Without
/// footprints the reach of the earlier and of the later ones is all that the zoom depends on, so
/// that one pass from each end gives the zooms of all cuts.
struct FitCutSearch {
  /// Drawn without any cut: each part where its arc is.
  let solver: FitSolver
  let parts: UnsafeMutableBufferPointer<FitSortedPart>
  /// Room for the reach of the parts from each on.
  let reaches: UnsafeMutableBufferPointer<FitReach>
  /// Room for the anchors of one cut, if there are footprints.
  let shifted: UnsafeMutableBufferPointer<FitAnchor>

  /// The greatest zoom of all cuts, the viewing angle from which they are compared, and the least
  /// sigma there.
  ///
  /// Where the angle asked for looks above the horizon no cut has a zoom before limits, and from the
  /// angles that only caps lead to, a hair below the horizon, the world is seen more than once. So
  /// cuts are then compared from where the shortest is seen.
  func best(
    _ aim: FitAim
  ) throws(FitObstacle) -> (zoom: Double, angle: Double, scale: Double) {
    let angles = solver.angles
    if solver.steepness.seesGround(at: angles.angle(at: .infinity)) {
      return try ofAll(aim)
    }
    var (shortest, span) = (0, Double.infinity)
    LongitudeCuts(parts).forEachCut { first, content in
      let length = content.end - content.start
      if length < span - FitZoom.rounding { (shortest, span) = (first, length) }
    }
    let zoom: Double
    do throws(FitObstacle) {
      zoom = try self.zoom(aim, only: shortest)
    } catch {
      guard case .footprints = error else { throw error }
      return try ofAll(aim)
    }
    let angle = angles.angle(at: zoom)
    let (first, scale) = try least(aim, angle: angle)
    return (first == shortest ? zoom : try self.zoom(aim, only: first), angle, scale)
  }

  private func ofAll(
    _ aim: FitAim
  ) throws(FitObstacle) -> (zoom: Double, angle: Double, scale: Double) {
    let zoom = try zoom(aim)
    return (zoom, solver.angles.angle(at: zoom), 1 / WebMercator.worldSize(zoom: zoom))
  }

  /// The greatest zoom of all cuts, from a given angle or within their caps; minus infinity if there is
  /// none.
  func zoomOrNone(_ aim: FitAim, from angle: Double?) -> Double {
    guard let angle else { return (try? best(aim))?.zoom ?? -.infinity }
    guard let scale = try? least(aim, angle: angle).scale else { return -.infinity }
    return WebMercator.zoom(worldSize: 1 / scale)
  }

  /// The greatest zoom of all cuts, or of the one before part number `only`.
  private func zoom(_ aim: FitAim, only: Int? = nil) throws(FitObstacle) -> Double {
    try solver.angles.greatest(steepness: solver.steepness, meter: solver.meter) {
      (angle) throws(FitObstacle) in
      WebMercator.zoom(worldSize: 1 / (try least(aim, angle: angle, only: only).scale))
    }.zoom
  }

  /// The least sigma of all cuts from an angle, and the number of the part that comes first.
  private func least(
    _ aim: FitAim, angle: Double, only: Int? = nil
  ) throws(FitObstacle) -> (first: Int, scale: Double) {
    guard !solver.meter.isUsedUp else { throw .work }
    var best = (first: 0, scale: Double.infinity)
    var obstacle: FitObstacle?
    forEachCut(aim, angle: angle, upTo: best.scale, only: only) { first, _, outcome in
      switch outcome {
      case .success(let scale): if scale < best.scale { best = (first, scale) }
      case .failure(let failure): obstacle = failure
      }
    }
    if best.scale == .infinity, let obstacle { throw obstacle }
    return best
  }

  /// Visits each cut that divides no part, or the one before part number `only`, with its least sigma
  /// at `angle`; those that cannot have one up to `limit` may be left out.
  func forEachCut(
    _ aim: FitAim, angle: Double, upTo limit: @autoclosure () -> Double, only: Int? = nil,
    _ body: (_ first: Int, _ content: LongitudeArc, Result<Double, FitObstacle>) -> Void
  ) {
    let scene = solver.scene(angle: angle)
    let view = scene.view
    guard view.seesGround else {
      return body(0, LongitudeArc(start: 0, end: 0), .failure(.horizon))
    }
    // One pass from each end.
    solver.meter.spend(2 * solver.anchors.count + parts.count)
    var later = FitReach()
    for index in parts.indices.reversed() {
      later = later.union(reach(of: parts[index], in: view))
      reaches[index] = later
    }
    var earlier = FitReach()
    var shiftedCount = 0
    if scene.hasFootprints {
      for (index, anchor) in scene.anchors.enumerated() {
        shifted.initializeElement(at: index, to: anchor)
      }
    }
    LongitudeCuts(parts).forEachCut { first, content in
      while shiftedCount < first {
        let part = parts[shiftedCount]
        earlier = earlier.union(reach(of: part, in: view).movedEast(in: view))
        if scene.hasFootprints {
          for index in part.firstAnchor..<part.firstAnchor + part.anchorCount {
            shifted[index].position.x += 1
          }
        }
        shiftedCount += 1
      }
      if let only, only != first { return }
      let reach = reaches[first].union(earlier)
      guard scene.hasFootprints else {
        let scale =
          if case .greatestZoom = aim { view.leastScale(reach) } else { view.centeredScale(reach) }
        return body(first, content, .success(scale))
      }
      // No footprint makes more room than none, but for the rounding of positions, which costs
      // small content far from the origin most digits.
      let limit = limit()
      guard view.leastScale(reach) <= limit + scene.slack(scale: limit), !scene.meter.isUsedUp
      else { return }
      let cut = FitScene(view: view, anchors: shifted, hasFootprints: true, meter: scene.meter)
      do throws(FitObstacle) {
        let scale =
          if case .greatestZoom = aim { try cut.leastScale() } else { try cut.centeredScale() }
        body(first, content, .success(scale))
      } catch {
        body(first, content, .failure(error))
      }
    }
  }

  private func reach(of part: FitSortedPart, in view: FitView) -> FitReach {
    let end = part.firstAnchor + part.anchorCount
    return view.reach(
      of: UnsafeMutableBufferPointer(rebasing: solver.anchors[part.firstAnchor..<end]))
  }
}

extension FitReach {
  /// The reach of the same content one world further east.
  func movedEast(in view: FitView) -> FitReach {
    let (a, b) = (view.cosine, view.sine)
    return FitReach(
      nearest: nearest + b, farthest: farthest + b, right: right + a - view.room.right * view.k * b,
      left: left - a + view.room.left * view.k * b)
  }
}
