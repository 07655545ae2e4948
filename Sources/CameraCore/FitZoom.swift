/// The viewing angle that a fit may have at each zoom, and the greatest zoom that agrees with its own
/// angle.
struct FitZoom {
  /// Degrees from straight down.
  let askedAngle: Double
  let caps: ViewingAngleCaps

  /// Zooms that count as equal.
  static let rounding = 1e-9

  func angle(at zoom: Double) -> Double { min(askedAngle, caps.cap(at: zoom)) }

  /// The greatest zoom z up to `ceiling` at which the content, looked at from the angle at z, fits
  /// with zoom z; `ceiling` itself if there it would fit even larger.
  ///
  /// - Parameter fittedZoom: The greatest zoom of the content at an angle in degrees.
  func greatest(
    upTo ceiling: Double = .infinity, _ fittedZoom: (Double) throws(FitObstacle) -> Double
  ) throws(FitObstacle) -> FittedZoom {
    var obstacle: FitObstacle?
    /// By how much the content may be larger than at `zoom`; nil if it fits at no scale.
    func surplus(_ zoom: Double) -> Double? {
      do throws(FitObstacle) {
        let fitted = try fittedZoom(angle(at: zoom))
        return fitted == zoom ? 0 : fitted - zoom
      } catch {
        // A pair to blame says more than the horizon.
        if case .footprints = error { obstacle = error } else { obstacle = obstacle ?? error }
        return nil
      }
    }

    // From `top` on the angle stays.
    let top = zoomOfGreatestAngle
    var upper = ceiling
    var upperSurplus: Double?
    if top < ceiling {
      do throws(FitObstacle) {
        let fitted = try fittedZoom(angle(at: ceiling))
        if fitted >= top { return FittedZoom(fitted, ceiling: ceiling) }
        (upper, upperSurplus) = (top, fitted - top)
      } catch {
        guard top > -.infinity else { throw error }
        (upper, upperSurplus, obstacle) = (top, nil, error)
      }
    } else {
      upperSurplus = surplus(upper)
      if let upperSurplus, upperSurplus >= 0 {
        return FittedZoom(upper + upperSurplus, ceiling: ceiling)
      }
    }
    for index in caps.knots.indices.reversed() where caps.knots[index].zoom < upper {
      let lower = caps.knots[index].zoom
      let lowerSurplus = surplus(lower)
      if let zoom = greatestRoot(lower, lowerSurplus, upper, upperSurplus, surplus) {
        return FittedZoom(zoom, ceiling: ceiling)
      }
      (upper, upperSurplus) = (lower, lowerSurplus)
    }
    // Below the first knot the angle stays.
    if let upperSurplus { return FittedZoom(upper + upperSurplus, ceiling: ceiling) }
    throw obstacle ?? .horizon
  }

  /// The least zoom from which on the angle stays; minus infinity if it never changes.
  private var zoomOfGreatestAngle: Double {
    var below: ViewingAngleCaps.Knot?
    for knot in caps.knots {
      if knot.angle >= askedAngle {
        guard let below else { return -.infinity }
        let share = (askedAngle - below.angle) / (knot.angle - below.angle)
        return below.zoom + share * (knot.zoom - below.zoom)
      }
      below = knot
    }
    return below?.zoom ?? -.infinity
  }

  /// The greatest zoom in `lower` ..< `upper`, between which the angle falls evenly, with a surplus
  /// of 0.
  ///
  /// The surplus may change its sign more than once where the room's upper edge is near the horizon.
  private func greatestRoot(
    _ lower: Double, _ lowerSurplus: Double?, _ upper: Double, _ upperSurplus: Double?,
    _ surplus: (Double) -> Double?
  ) -> Double? {
    let steps = 16
    var above = (zoom: upper, surplus: upperSurplus)
    for step in (0..<steps).reversed() {
      let zoom = step == 0 ? lower : lower + (upper - lower) * (Double(step) / Double(steps))
      let below = (zoom: zoom, surplus: step == 0 ? lowerSurplus : surplus(zoom))
      if let low = below.surplus, let high = above.surplus, (low < 0) != (high < 0) {
        return root(below.zoom, low, above.zoom, high, surplus)
      }
      above = below
    }
    return nil
  }

  /// The zoom between two of different signs at which the surplus is 0, on the side where the
  /// content fits.
  private func root(
    _ lower: Double, _ lowerSurplus: Double, _ upper: Double, _ upperSurplus: Double,
    _ surplus: (Double) -> Double?
  ) -> Double {
    var fitting = (zoom: lower, surplus: lowerSurplus)
    var failing = (zoom: upper, surplus: upperSurplus)
    if lowerSurplus < 0 { swap(&fitting, &failing) }
    // Illinois: false position that halves the weight of an end that stays; halving now and then
    // bounds the number of steps.
    var side = 0
    for step in 0..<100 {
      let width = failing.zoom - fitting.zoom
      if abs(width) < 1e-13 * max(1, abs(fitting.zoom)) || fitting.surplus == 0 { break }
      let share = fitting.surplus / (fitting.surplus - failing.surplus)
      let isHalved = step % 4 == 3 || failing.surplus == -.infinity
      let zoom = fitting.zoom + width * (isHalved ? 0.5 : share)
      guard zoom != fitting.zoom, zoom != failing.zoom else { break }
      let value = surplus(zoom) ?? -.infinity
      if value >= 0 {
        fitting = (zoom, value)
        if side == 1 { failing.surplus /= 2 }
        side = 1
      } else {
        failing = (zoom, value)
        if side == -1 { fitting.surplus /= 2 }
        side = -1
      }
    }
    return fitting.zoom
  }
}

/// A zoom, and whether it would be greater but for a ceiling.
struct FittedZoom {
  let zoom: Double
  let isCut: Bool

  init(_ fitted: Double, ceiling: Double) {
    zoom = min(fitted, ceiling)
    isCut = fitted - zoom > FitZoom.rounding
  }
}
