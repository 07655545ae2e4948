/// The room's four side planes through the camera, as bounds on target and scale.
///
/// With ta = r.t and tb = f.t an anchor at (a, b) with the room R, L, V(top), V(bottom) that its
/// footprint leaves lies inside if
///
///     ta - R k tb + R sigma       >= a - R k b      right
///   - ta + L k tb - L sigma       >= L k b - a      left
///          tb     + V(top) sigma  >= b              top
///        - tb     - V(bottom) sigma >= -b           bottom
///
/// all linear, so that what is free among target and scale is found by linear programs.
struct FitPlane: BitwiseCopyable {
  /// The factors of r.t, f.t and sigma.
  var right, ahead, scale: Double
  var bound: Double
}

extension FitScene {
  /// How many planes `forEachPlane` visits.
  var planeCount: Int { hasFootprints ? 4 * anchors.count : 4 }

  /// Visits the bounds of all anchors; without footprints the outermost four are enough.
  @inline(__always)
  func forEachPlane(_ body: (FitPlane) -> Void) {
    guard hasFootprints else {
      let reach = view.reach(of: anchors)
      return planes(
        room: view.room, right: reach.right, left: reach.left, top: reach.farthest,
        bottom: -reach.nearest, body)
    }
    meter.spend(anchors.count)
    for anchor in anchors {
      let room = FitRoom(
        left: view.room.left + anchor.left, right: view.room.right - anchor.right,
        bottom: view.room.bottom + anchor.bottom, top: view.room.top - anchor.top)
      let (a, b) = (view.right(anchor.position), view.ahead(anchor.position))
      planes(
        room: room, right: a - room.right * view.k * b, left: room.left * view.k * b - a, top: b,
        bottom: -b, body)
    }
  }

  private func planes(
    room: FitRoom, right: Double, left: Double, top: Double, bottom: Double,
    _ body: (FitPlane) -> Void
  ) {
    let (r, l, k) = (room.right, room.left, view.k)
    body(FitPlane(right: 1, ahead: -r * k, scale: r, bound: right))
    body(FitPlane(right: -1, ahead: l * k, scale: -l, bound: left))
    body(FitPlane(right: 0, ahead: 1, scale: view.ground(room.top), bound: top))
    body(FitPlane(right: 0, ahead: -1, scale: -view.ground(room.bottom), bound: bottom))
  }
}

// MARK: - The target is given

extension FitScene {
  /// The least sigma at which content around a given target lies in the room.
  func leastScale(target: PlaneVector) throws(FitObstacle) -> Double {
    guard view.seesGround else { throw .horizon }
    if hasFootprints { try checkEachFootprint() }
    let (ta, tb) = (view.right(target), view.ahead(target))
    var (least, greatest) = (0.0, Double.infinity)
    var isPossible = true
    forEachPlane { plane in
      let rest = plane.bound - plane.right * ta - plane.ahead * tb
      if plane.scale > 0 {
        least = max(least, rest / plane.scale)
      } else if plane.scale < 0 {
        greatest = min(greatest, rest / plane.scale)
      } else if rest > 0 {
        isPossible = false
      }
    }
    guard isPossible, greatest > 0, least <= greatest + slack(scale: least) else { throw .target }
    return least
  }
}

// MARK: - The target's latitude is given

extension FitScene {
  /// The least sigma at which content lies in the room of a target `y` world widths north.
  func leastScale(ordinate y: Double) throws(FitObstacle) -> Double {
    guard view.seesGround else { throw .horizon }
    if hasFootprints { try checkEachFootprint() }
    // Planes that a move east or west does not touch bound the scale alone.
    var (least, greatest) = (0.0, Double.infinity)
    var isPossible = true
    forEachLine(ordinate: y) { east, scale, bound in
      guard east == 0 else { return }
      if scale > 0 {
        least = max(least, bound / scale)
      } else if scale < 0 {
        greatest = min(greatest, bound / scale)
      } else if bound > 0 {
        isPossible = false
      }
    }
    guard isPossible, greatest > 0 else { throw .target }
    while true {
      let (range, fall) = abscissas(ordinate: y, scale: least)
      let excess = range.low - range.high
      guard excess > 0 else { break }
      guard fall > 0 else {
        if least > 0, excess <= slack(scale: least) { break }
        throw .target
      }
      let next = least + excess / fall
      guard next > least, !meter.isUsedUp else { break }
      least = next
    }
    guard least <= greatest + slack(scale: least) else { throw .target }
    return least
  }

  /// The target `y` world widths north that holds the content at `scale`, as centred as may be on
  /// the axis that lies more nearly east and west.
  func target(ordinate y: Double, scale: Double) -> PlaneVector {
    let range = abscissas(ordinate: y, scale: scale).range
    let isAcross = abs(view.cosine) >= abs(view.sine)
    /// How far the content's middle lies beyond the room's, on that axis.
    func excess(_ x: Double) -> Double {
      let target = PlaneVector(x: x, y: y)
      meter.spend(anchors.count)
      var (high, low) = (-Double.infinity, Double.infinity)
      for anchor in anchors {
        let step = anchor.position - target
        let depth = scale + view.k * view.ahead(step)
        guard depth > 0 else { continue }
        let value = isAcross ? view.right(step) / depth : view.c * view.ahead(step) / depth
        let (up, down) =
          !hasFootprints
          ? (0, 0) : isAcross ? (anchor.right, anchor.left) : (anchor.top, anchor.bottom)
        high = max(high, value + up)
        low = min(low, value - down)
      }
      return high + low - 2 * (isAcross ? view.room.middle.x : view.room.middle.y)
    }
    var (low, high) = (range.low, range.high)
    if low > high {
      // Nothing holds all of it: look at the whole content's width.
      (low, high) = (min(low, high), max(low, high))
    }
    guard low > -1e3, high < 1e3 else { return PlaneVector(x: min(max(0, low), high), y: y) }
    let (atLow, atHigh) = (excess(low), excess(high))
    guard (atLow < 0) != (atHigh < 0) else {
      return PlaneVector(x: abs(atLow) <= abs(atHigh) ? low : high, y: y)
    }
    for _ in 0..<100 {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { break }
      if (excess(middle) < 0) == (atLow < 0) { low = middle } else { high = middle }
    }
    return PlaneVector(x: low, y: y)
  }

  /// The abscissas of targets that hold the content at `scale`, and how fast their lack (low - high)
  /// falls as the scale grows.
  private func abscissas(
    ordinate y: Double, scale: Double
  ) -> (range: (low: Double, high: Double), fall: Double) {
    var (low, high) = (-Double.infinity, Double.infinity)
    var (lowFall, highFall) = (0.0, 0.0)
    forEachLine(ordinate: y) { east, factor, bound in
      guard east != 0 else { return }
      let x = (bound - factor * scale) / east
      if east > 0, x > low || (x == low && factor / east < lowFall) {
        (low, lowFall) = (x, factor / east)
      }
      if east < 0, x < high || (x == high && factor / east > highFall) {
        (high, highFall) = (x, factor / east)
      }
    }
    return ((low, high), lowFall - highFall)
  }

  @inline(__always)
  private func forEachLine(
    ordinate y: Double, _ body: (_ east: Double, _ scale: Double, _ bound: Double) -> Void
  ) {
    forEachPlane { plane in
      let east = plane.right * view.cosine + plane.ahead * view.sine
      let north = plane.ahead * view.cosine - plane.right * view.sine
      body(east, plane.scale, plane.bound - north * y)
    }
  }
}
