#if canImport(Glibc)
  import Glibc
#endif

/// Content whose screen box is centred in the room.
extension FitScene {
  /// The least sigma (the greatest zoom) at which the centred content lies in the room: 0 if it may
  /// be as large as it likes.
  func centeredScale() throws(FitObstacle) -> Double {
    guard view.seesGround else { throw .horizon }
    guard hasFootprints else { return view.centeredScale(view.reach(of: anchors)) }

    try checkEachFootprint()
    // The scales that suit an axis are an interval, of which these are the lower ends.
    let (byHeight, ahead) = try leastScaleByHeight()
    let depth = try leastDepthByWidth()
    if byHeight - view.k * ahead >= depth {
      // The height decides; its ends touch.
      try checkWidth(depth: byHeight - view.k * ahead, scale: byHeight)
      return byHeight
    }
    let scale = view.k == 0 ? depth : depth + view.k * aheadTarget(depth: depth)
    try checkHeight(scale: scale)
    return scale
  }

  /// The target that centres the content at `scale`.
  func centeredTarget(scale: Double) -> PlaneVector {
    if view.k == 0, !hasFootprints {
      return view.straightTarget(view.reach(of: anchors), scale: scale)
    }
    let ahead = aheadTarget(scale: scale)
    return view.position(right: rightTarget(depth: scale - view.k * ahead), ahead: ahead)
  }
}

extension FitView {
  /// The least sigma at which centred content of this reach, without footprints, lies in the room.
  func centeredScale(_ reach: FitReach) -> Double {
    // Height: both ends touch, (farthest - nearest) / sigma = V(top) - V(bottom).
    let byHeight = (reach.farthest - reach.nearest) / (ground(room.top) - ground(room.bottom))
    // Width: the side planes r.(p - t) <= R q and >= L q are linear in r.t and in the depth
    // e = sigma - k f.t of the origin's line, and meet at the least e.
    let depth = (reach.right + reach.left) / room.width
    if k == 0 { return max(byHeight, depth) }
    let near = depth + k * reach.nearest
    let far = depth + k * reach.farthest
    guard near > 0 else { return byHeight }
    // Centred in height at those depths: 1 / sigma is a mean of 1 / near and 1 / far.
    let byWidth = 2 * (1 - k / c * room.middle.y) * (near * far / (near + far))
    return max(byHeight, byWidth)
  }

  /// f.t at which the heights of two places have the given middle, at `scale`.
  ///
  /// With h the difference of their heights, (farthest - nearest) / sigma = V(y + h / 2) -
  /// V(y - h / 2) = c h / (m^2 - (k h / 2)^2), m = c - k y: a quadratic whose other root is behind
  /// the camera.
  func aheadTarget(nearest: Double, farthest: Double, middle: Double, scale: Double) -> Double {
    if k == 0 { return (nearest + farthest) / 2 - middle * scale }
    let ratio = (farthest - nearest) / scale
    let m = c - k * middle
    let root = (c * c + ratio * ratio * k * k * m * m).squareRoot()
    let height = 2 * ratio * m * m / (c + root)
    return nearest - scale * ground(middle - height / 2)
  }
}

// MARK: - Targets

extension FitScene {
  /// f.t that centres the content in height at `scale`.
  private func aheadTarget(scale: Double) -> Double {
    let middle = view.room.middle.y
    var (nearest, farthest) = (Double.infinity, -Double.infinity)
    for anchor in anchors {
      let b = view.ahead(anchor.position)
      if b < nearest { nearest = b }
      if b > farthest { farthest = b }
    }
    let start = view.aheadTarget(
      nearest: nearest, farthest: farthest, middle: middle, scale: scale)
    guard hasFootprints else { return start }

    let (k, c) = (view.k, view.c)
    // Further ahead the nearest place would be behind the camera.
    let limit = k == 0 ? .infinity : nearest + scale / k
    return fallingBalance(from: start, below: limit) { t in
      meter.spend(anchors.count)
      var (high, low) = (-Double.infinity, Double.infinity)
      var (highest, lowest) = (0, 0)
      for (index, anchor) in anchors.enumerated() {
        let step = view.ahead(anchor.position) - t
        let y = c * step / (scale + k * step)
        if y + anchor.top > high { (high, highest) = (y + anchor.top, index) }
        if y - anchor.bottom < low { (low, lowest) = (y - anchor.bottom, index) }
      }
      let uneven = anchors[highest].top - anchors[lowest].bottom
      let balance = view.aheadTarget(
        nearest: view.ahead(anchors[lowest].position),
        farthest: view.ahead(anchors[highest].position), middle: middle - uneven / 2, scale: scale)
      return (high + low - 2 * middle, balance)
    }
  }

  /// f.t that centres the content in height where the depth of the origin's line is `depth`.
  private func aheadTarget(depth: Double) -> Double {
    balance(middle: view.room.middle.y, depth: depth) { (view, anchor, inverse) in
      (view.ahead(anchor.position), view.c * inverse, anchor.top, anchor.bottom)
    }
  }

  /// r.t that centres the content in width where the depth of the origin's line is `depth`.
  private func rightTarget(depth: Double) -> Double {
    balance(middle: view.room.middle.x, depth: depth) { (view, anchor, inverse) in
      (view.right(anchor.position), inverse, anchor.right, anchor.left)
    }
  }

  /// The t at which the greatest (position - t) factor + up and the least (position - t) factor -
  /// down have the given middle.
  @inline(__always)
  private func balance(
    middle: Double, depth: Double,
    _ terms: (FitView, FitAnchor, Double) -> (
      position: Double, factor: Double, up: Double, down: Double
    )
  ) -> Double {
    let view = view
    // Any start will do; one inside the content is near.
    let start = anchors.isEmpty ? 0 : terms(view, anchors[0], 1).position
    return fallingBalance(from: start) { t in
      meter.spend(anchors.count)
      var (high, low) = (-Double.infinity, Double.infinity)
      var highest = (position: 0.0, factor: 1.0, up: 0.0, down: 0.0)
      var lowest = highest
      for anchor in anchors {
        let inverse = 1 / (depth + view.k * view.ahead(anchor.position))
        let term = terms(view, anchor, inverse)
        let value = (term.position - t) * term.factor
        if value + term.up > high { (high, highest) = (value + term.up, term) }
        if value - term.down < low { (low, lowest) = (value - term.down, term) }
      }
      let uneven = highest.up - lowest.down - 2 * middle
      let balance =
        (highest.position * highest.factor + lowest.position * lowest.factor + uneven)
        / (highest.factor + lowest.factor)
      return (high + low - 2 * middle, balance)
    }
  }
}

// MARK: - Footprints

/// For two footprints the room is as much smaller as they reach towards its edges, so that every
/// pair has its own least (and perhaps greatest) scale. Over all pairs that is a convex function of
/// the scale, and steps from pair to pair find its least root after finitely many.
extension FitScene {
  /// Throws if one footprint alone is larger than the room.
  func checkEachFootprint() throws(FitObstacle) {
    let (width, height) = (view.room.width, view.room.height)
    for (index, anchor) in anchors.enumerated()
    where anchor.left + anchor.right > width || anchor.bottom + anchor.top > height {
      throw .footprints(index, index)
    }
  }

  /// The least sigma at which some f.t keeps everything between the room's lower and upper edge, and
  /// that f.t.
  func leastScaleByHeight() throws(FitObstacle) -> (scale: Double, ahead: Double) {
    let scale = try leastRoot(from: 0) { scale in heightExcess(scale: scale) }
    return (scale, nearestTarget(scale: scale).ahead)
  }

  /// The least depth of the origin's line at which some r.t keeps everything between the sides.
  func leastDepthByWidth() throws(FitObstacle) -> Double {
    // There the nearest place is at the camera.
    try leastRoot(from: -view.k * nearest) { depth in widthExcess(depth: depth) }
  }

  /// The least f.p of the content.
  private var nearest: Double {
    var nearest = Double.infinity
    for anchor in anchors {
      let b = view.ahead(anchor.position)
      if b < nearest { nearest = b }
    }
    return nearest
  }

  func checkHeight(scale: Double) throws(FitObstacle) {
    let excess = heightExcess(scale: scale)
    if excess.value > slack(scale: scale) { throw .footprints(excess.pair.0, excess.pair.1) }
  }

  func checkWidth(depth: Double, scale: Double) throws(FitObstacle) {
    let excess = widthExcess(depth: depth)
    if excess.value > slack(scale: scale) { throw .footprints(excess.pair.0, excess.pair.1) }
  }

  /// World widths that rounding may cost.
  func slack(scale: Double) -> Double { 1e-7 * scale + 4e-16 }

  /// By how much the pair that needs most does not fit; how fast that falls; where it would be 0.
  struct Excess {
    var value: Double
    var fall: Double
    var root: Double
    var pair: (Int, Int)
  }

  @inline(__always)
  private func leastRoot(
    from start: Double, _ excess: (Double) -> Excess
  ) throws(FitObstacle) -> Double {
    var x = start
    while true {
      guard !meter.isUsedUp else { throw .work }
      let excess = excess(x)
      if excess.value < 0 || (excess.value == 0 && excess.fall >= 0) { return x }
      guard excess.fall > 0 else {
        // Beyond here it only grows: no scale, unless all of it is rounding.
        if x > start, excess.value <= slack(scale: x) { return x }
        throw .footprints(excess.pair.0, excess.pair.1)
      }
      guard excess.root > x else { return x }
      x = excess.root
    }
  }

  private func heightExcess(scale: Double) -> Excess {
    meter.spend(anchors.count)
    let view = view
    var (high, low) = (-Double.infinity, Double.infinity)
    var (highB, highV, lowB, lowV) = (0.0, 0.0, 0.0, 0.0)
    var pair = (0, 0)
    for (index, anchor) in anchors.enumerated() {
      let b = view.ahead(anchor.position)
      let top = view.ground(view.room.top - anchor.top)
      let bottom = view.ground(view.room.bottom + anchor.bottom)
      let (upper, lower) = (b - top * scale, b - bottom * scale)
      // Of equals the one that falls least.
      if upper > high || (upper == high && top < highV) {
        (high, highB, highV, pair.0) = (upper, b, top, index)
      }
      if lower < low || (lower == low && bottom > lowV) {
        (low, lowB, lowV, pair.1) = (lower, b, bottom, index)
      }
    }
    let fall = highV - lowV
    return Excess(value: high - low, fall: fall, root: (highB - lowB) / fall, pair: pair)
  }

  private func widthExcess(depth: Double) -> Excess {
    meter.spend(anchors.count)
    let view = view
    var (high, low) = (-Double.infinity, Double.infinity)
    var (highA, highR, lowA, lowL) = (0.0, 0.0, 0.0, 0.0)
    var pair = (0, 0)
    for (index, anchor) in anchors.enumerated() {
      let a = view.right(anchor.position)
      let ahead = view.k * view.ahead(anchor.position)
      let right = view.room.right - anchor.right
      let left = view.room.left + anchor.left
      let (upper, lower) = (a - right * (ahead + depth), a - left * (ahead + depth))
      if upper > high || (upper == high && right < highR) {
        (high, highA, highR, pair.0) = (upper, a - right * ahead, right, index)
      }
      if lower < low || (lower == low && left > lowL) {
        (low, lowA, lowL, pair.1) = (lower, a - left * ahead, left, index)
      }
    }
    let fall = highR - lowL
    return Excess(value: high - low, fall: fall, root: (highA - lowA) / fall, pair: pair)
  }
}
