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

  /// The greatest zoom of all cuts and its viewing angle.
  func bestZoom(_ aim: FitAim) throws(FitObstacle) -> Double {
    try solver.angles.greatest { (angle) throws(FitObstacle) in
      guard !solver.meter.isUsedUp else { throw .work }
      var best = Double.infinity
      var obstacle: FitObstacle?
      forEachCut(aim, angle: angle, upTo: best) { _, _, outcome in
        switch outcome {
        case .success(let scale): best = min(best, scale)
        case .failure(let failure): obstacle = failure
        }
      }
      if best == .infinity, let obstacle { throw obstacle }
      return WebMercator.zoom(worldSize: 1 / best)
    }.zoom
  }

  /// The greatest zoom of all cuts; minus infinity if there is none.
  func zoomOrNone(_ aim: FitAim) -> Double { (try? bestZoom(aim)) ?? -.infinity }

  /// Visits each cut that divides no part with its least sigma at `angle`; those that
  /// cannot have one up to `limit` may be left out.
  func forEachCut(
    _ aim: FitAim, angle: Double, upTo limit: @autoclosure () -> Double,
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
