#if canImport(Glibc)
  import Glibc
#endif

/// The viewing angle that a fit may have at each zoom, and the greatest zoom that agrees with its own
/// angle.
struct FitZoom {
  /// Degrees from straight down.
  let askedAngle: Double
  let caps: ViewingAngleCaps
  /// How far the room's upper and lower edge lie above the optical axis, in radians.
  private let top, bottom: Double

  /// - Parameter distance: D in points.
  init(askedAngle: Double, caps: ViewingAngleCaps, room: FitRoom, distance: Double) {
    (self.askedAngle, self.caps) = (askedAngle, caps)
    // Straight down the angle never changes.
    (top, bottom) =
      askedAngle == 0 ? (0, 0) : (atan(room.top / distance), atan(room.bottom / distance))
  }

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
      if let zoom = greatestRoot(
        (lower, lowerSurplus), (upper, upperSurplus), surplus)
      {
        return FittedZoom(zoom, ceiling: ceiling)
      }
      (upper, upperSurplus) = (lower, lowerSurplus)
    }
    // Below the first knot the angle stays. Content that would be larger there than the knot allows is
    // so up to the zooms at which the horizon comes into the room.
    if let upperSurplus, upperSurplus <= 0 {
      return FittedZoom(upper + upperSurplus, ceiling: ceiling)
    }
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

  /// How much the fitted zoom changes at the most for one degree, at `angle` and below it.
  ///
  /// A height decides by S ~ cos T / (cos(T + t) cos(T + b)), t and b the angles of the room's
  /// edges; a width by the depths at those edges, in which the same terms occur.
  private func steepness(at angle: Double) -> Double {
    func steep(_ radians: Double) -> Double {
      abs(tan(radians)) + abs(tan(radians + top)) + abs(tan(radians + bottom))
    }
    return max(steep(angle * (.pi / 180)), steep(0)) * (.pi / 180) / log(2)
  }

  /// The greatest zoom in `lower` ..< `upper`, between which the angle falls evenly, with a surplus
  /// of 0.
  ///
  /// Where the room's upper edge is near the horizon the fitted zoom may change faster than the
  /// angle allows, and the surplus its sign more than once. So the search comes down from above by
  /// steps that cannot miss a root, until the rest is calm and has one root or none.
  private func greatestRoot(
    _ lower: (zoom: Double, surplus: Double?), _ upper: (zoom: Double, surplus: Double?),
    _ surplus: (Double) -> Double?
  ) -> Double? {
    let slope = (angle(at: upper.zoom) - angle(at: lower.zoom)) / (upper.zoom - lower.zoom)
    var above = upper
    while above.zoom > lower.zoom {
      let change = slope * steepness(at: angle(at: above.zoom))
      var below = lower
      if change > 0.5 {
        let leastStep = (upper.zoom - lower.zoom) / 64
        let step = max(leastStep, abs(above.surplus ?? 0) / (1 + change))
        let zoom = above.zoom - step
        // Between knots that are closer than doubles no step leads down.
        if zoom > lower.zoom, zoom < above.zoom { below = (zoom, surplus(zoom)) }
      } else if above.surplus == nil {
        let zoom = above.zoom - (upper.zoom - lower.zoom) / 64
        if zoom > lower.zoom, zoom < above.zoom { below = (zoom, surplus(zoom)) }
      }
      if let low = below.surplus, let high = above.surplus, (low < 0) != (high < 0) {
        return root((below.zoom, low), (above.zoom, high), surplus)
      }
      above = below
    }
    return nil
  }

  /// The zoom between two of different signs at which the surplus is 0: by secants, and by halves
  /// where they do not narrow the bracket.
  private func root(
    _ low: (zoom: Double, surplus: Double), _ high: (zoom: Double, surplus: Double),
    _ surplus: (Double) -> Double?
  ) -> Double {
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
      last = current
      current = (zoom, surplus(zoom) ?? -.infinity)
      if abs(current.surplus) < 1e-14 * max(1, abs(zoom)) { return zoom }
      if (current.surplus < 0) == (low.surplus < 0) { low = current } else { high = current }
    }
    return current.zoom
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
