extension CameraAnimation.Easing {
  /// The share of the way after `share` of the time, both 0 ... 1.
  func callAsFunction(_ share: Double) -> Double {
    switch self {
    case .linear: share
    case .easeIn: Self.bezier(share, x1: 0.42, y1: 0, x2: 1, y2: 1)
    case .easeOut: Self.bezier(share, x1: 0, y1: 0, x2: 0.58, y2: 1)
    case .easeInOut: Self.bezier(share, x1: 0.42, y1: 0, x2: 0.58, y2: 1)
    case .standard: Self.bezier(share, x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
    }
  }

  /// The y at `x` of the cubic Bezier curve from (0, 0) to (1, 1) with these control points (CSS
  /// Easing Functions Level 1, "cubic-bezier").
  ///
  /// x rises with the parameter, so halving finds it to the last bit.
  private static func bezier(_ x: Double, x1: Double, y1: Double, x2: Double, y2: Double) -> Double
  {
    func curve(_ t: Double, _ first: Double, _ second: Double) -> Double {
      let rest = 1 - t
      return t * (3 * rest * (rest * first + t * second) + t * t)
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if curve(middle, x1, x2) < x { low = middle } else { high = middle }
    }
    return curve(high, y1, y2)
  }
}
