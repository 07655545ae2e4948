/// The viewing angle that a fit may have at each zoom, and the greatest zoom that agrees with its own
/// angle.
struct FitZoom {
  /// Degrees from straight down.
  let askedAngle: Double
  let caps: ViewingAngleCaps
  /// Whether zooms are only samples, so that those which are hard to find may be missed.
  var isRough = false

  /// Zooms that count as equal.
  static let rounding = 1e-9

  func angle(at zoom: Double) -> Double { min(askedAngle, caps.cap(at: zoom)) }

  /// The greatest zoom z up to `ceiling` at which the content, looked at from the angle at z, fits
  /// with zoom z; `ceiling` itself if there it would fit even larger.
  ///
  /// - Parameters:
  ///   - steepness: Asked for where caps decide.
  ///   - fittedZoom: The greatest zoom of the content at an angle in degrees.
  func greatest(
    upTo ceiling: Double = .infinity, steepness: @autoclosure () -> FitSteepness, meter: FitMeter,
    _ fittedZoom: (Double) throws(FitObstacle) -> Double
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
        // A label larger than the room is so from everywhere.
        if case .footprints(let first, let second) = error, first == second { throw error }
        (upper, upperSurplus, obstacle) = (top, nil, error)
      }
    } else {
      upperSurplus = surplus(upper)
      if let upperSurplus, upperSurplus >= 0 {
        return FittedZoom(upper + upperSurplus, ceiling: ceiling)
      }
    }
    var search: FitZoomSearch?
    for index in caps.knots.indices.reversed() where caps.knots[index].zoom < upper {
      let lower = caps.knots[index].zoom
      let lowerSurplus = surplus(lower)
      search = search ?? FitZoomSearch(angles: self, steepness: steepness(), meter: meter)
      if let zoom = search?.greatestRoot((lower, lowerSurplus), (upper, upperSurplus), surplus) {
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
