/// The greatest zoom between two at which content fits with that zoom, from the angle there.
///
/// The surplus, by how much the content may be larger than at a zoom, changes between two zooms by no
/// more than their `reach`es differ. So a stretch at both ends of which it is larger than that has no
/// root inside, where it surely falls there is one root or none, and all others are halved, the upper
/// half first.
struct FitZoomSearch {
  let angles: FitZoom
  let steepness: FitSteepness
  let meter: FitMeter

  /// A zoom and what is known there.
  private struct Look {
    let zoom: Double
    /// nil if the content fits at no scale.
    let surplus: Double?
    let reach: Double
  }

  /// Shorter stretches are a place.
  private static let shortest = 1e-12
  /// How often a stretch is halved for a sample. Next to the horizon there may be thousands of places
  /// where labels fit, each for itself.
  private static let roughHalvings = 6
  /// Between two places where the content fits at no scale nothing is looked for in a shorter stretch.
  private static let shortestGap = 0.125

  /// The greatest zoom of a stretch in which the angle changes evenly, with a surplus of 0.
  func greatestRoot(
    _ lower: (zoom: Double, surplus: Double?), _ upper: (zoom: Double, surplus: Double?),
    _ surplus: (Double) -> Double?
  ) -> Double? {
    if let low = lower.surplus, let high = upper.surplus, falls(lower.zoom, upper.zoom) {
      guard low >= 0, high <= 0 else { return nil }
      if let zoom = root((lower.zoom, low), (upper.zoom, high), surplus) { return zoom }
    }
    let low = look(lower.zoom, surplus: lower.surplus)
    if upper.surplus != nil || steepness.seesGround(at: angles.angle(at: upper.zoom)) {
      return greatestRoot(low, look(upper.zoom, surplus: upper.surplus), halvings: 0, surplus)
    }
    guard let edge = edgeOfGround(from: lower.zoom, to: upper.zoom) else { return nil }
    return greatestRoot(low, look(edge, surplus: surplus(edge)), halvings: 0, surplus)
  }

  /// The greatest zoom that has no horizon in the room; nil if there is none.
  private func edgeOfGround(from low: Double, to high: Double) -> Double? {
    func seesGround(_ zoom: Double) -> Bool { steepness.seesGround(at: angles.angle(at: zoom)) }
    guard seesGround(low) else { return nil }
    var (low, high) = (low, high)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if seesGround(middle) { low = middle } else { high = middle }
    }
  }

  private func look(_ zoom: Double, surplus: Double?) -> Look {
    Look(
      zoom: zoom, surplus: surplus,
      reach: zoom + steepness.travel(at: angles.angle(at: zoom)))
  }

  private func greatestRoot(
    _ low: Look, _ high: Look, halvings: Int, _ surplus: (Double) -> Double?
  ) -> Double? {
    guard !meter.isUsedUp else { return nil }
    let length = high.reach - low.reach
    switch (low.surplus, high.surplus) {
    case (let atLow?, let atHigh?):
      if falls(low.zoom, high.zoom) {
        guard atLow >= 0, atHigh <= 0 else { return nil }
        if let zoom = root((low.zoom, atLow), (high.zoom, atHigh), surplus) { return zoom }
      } else if (atLow > 0) == (atHigh > 0), abs(atLow) + abs(atHigh) > length {
        return nil
      }
    case (let surplus?, nil), (nil, let surplus?):
      if abs(surplus) > length { return nil }
    case (nil, nil):
      if length < Self.shortestGap { return nil }
    }
    if angles.isRough, halvings == Self.roughHalvings {
      guard let atLow = low.surplus, let atHigh = high.surplus, (atLow > 0) != (atHigh > 0) else {
        return nil
      }
      return root((low.zoom, atLow), (high.zoom, atHigh), surplus)
    }
    guard length > Self.shortest, let middle = middle(low, high) else {
      return root(ofPlace: low, high)
    }
    meter.spend(Self.looksOfHalving)
    let look = look(middle, surplus: surplus(middle))
    return greatestRoot(look, high, halvings: halvings + 1, surplus)
      ?? greatestRoot(low, look, halvings: halvings + 1, surplus)
  }

  /// As how many looks at a place the halving of a stretch counts.
  private static let looksOfHalving = 32

  /// Whether the surplus falls all the way from zoom `low` to `high`.
  private func falls(_ low: Double, _ high: Double) -> Bool {
    let angle = (low: angles.angle(at: low), high: angles.angle(at: high))
    let slope = (angle.high - angle.low) / (high - low)
    return slope == 0 || slope * steepness.greatestRise(from: angle.low, to: angle.high) < 1
  }

  /// A zoom that leaves a quarter or more of the reach on either side; nil if there is none between.
  private func middle(_ low: Look, _ high: Look) -> Double? {
    var (from, to) = (low.zoom, high.zoom)
    let quarter = (high.reach - low.reach) / 4
    while true {
      let middle = from + (to - from) / 2
      guard middle > from, middle < to else { return nil }
      let reach = look(middle, surplus: nil).reach
      if reach < low.reach + quarter {
        from = middle
      } else if reach > high.reach - quarter {
        to = middle
      } else {
        return middle
      }
    }
  }

  /// The end of a stretch as short as a place that is a root, if one is.
  private func root(ofPlace low: Look, _ high: Look) -> Double? {
    if let atLow = low.surplus, let atHigh = high.surplus, (atLow > 0) != (atHigh > 0) {
      // There the content is no larger than it may be.
      return atHigh >= 0 ? high.zoom : low.zoom
    }
    return [high, low].first { $0.surplus.map { abs($0) <= Self.shortest } ?? false }?.zoom
  }

  /// The zoom between two of different signs at which the surplus is 0: by secants, and by halves
  /// where they do not narrow the bracket; nil if the content fits at no scale on the way.
  private func root(
    _ low: (zoom: Double, surplus: Double), _ high: (zoom: Double, surplus: Double),
    _ surplus: (Double) -> Double?
  ) -> Double? {
    var (low, high) = (low, high)
    var (last, current) = (low, high)
    var width = Double.infinity
    for step in 0..<200 {
      let secant =
        current.zoom
        - current.surplus * (current.zoom - last.zoom) / (current.surplus - last.surplus)
      let middle = low.zoom + (high.zoom - low.zoom) / 2
      let isNarrowing = step % 3 > 0 || high.zoom - low.zoom < width / 2
      if step % 3 == 0 { width = high.zoom - low.zoom }
      let zoom = isNarrowing && secant > low.zoom && secant < high.zoom ? secant : middle
      guard zoom > low.zoom, zoom < high.zoom else { return current.zoom }
      guard let surplus = surplus(zoom) else { return nil }
      last = current
      current = (zoom, surplus)
      if abs(current.surplus) < 1e-14 * max(1, abs(zoom)) { return zoom }
      if (current.surplus < 0) == (low.surplus < 0) { low = current } else { high = current }
    }
    return current.zoom
  }
}
