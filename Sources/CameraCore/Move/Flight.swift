#if canImport(Glibc)
  import Glibc
#endif

/// The path of "Smooth and efficient zooming and panning" (van Wijk and Nuij 2003,
/// doi:10.1109/INFVIS.2003.1249004) with the paper's letters: u is the way on the ground and w the
/// width of the view, both here in widths of the first view; s is the way in the paper's measure.
struct Flight {
  /// From the start to the end in the paper's measure.
  let length: Double
  /// The zoom's floor bent the path.
  let isHeld: Bool
  private let start, end, floor: Double
  private let path: Path

  private enum Path {
    /// u(s) = sinh(rho s) / (rho^2 cosh(rho s + r0)), w(s) = cosh r0 / cosh(rho s + r0): the
    /// paper's formulas in the form that does not cancel.
    case free(rho: Double, r0: Double, way: Double)
    /// Zoom and way change evenly.
    case even
  }

  /// A flight from zoom `start` to `end` over `way` widths of the first view; `floor` is at most
  /// both zooms.
  init(from start: Double, to end: Double, way: Double, rho: Double, floor: Double) {
    (self.start, self.end, self.floor) = (start, end, floor)
    let (w1, most) = (exp2(start - end), exp2(start - floor))
    // So short a way that the paper's b_i are mere rounding: it cannot be seen.
    guard way > 1e-9 * min(1, w1) else {
      (length, isHeld, path) = (abs(start - end) * log(2) / rho, false, .even)
      return
    }
    let r = Self.r(w1: w1, way: way, rho: rho, zooms: start - end)
    // The view is widest where rho s + r0 = 0.
    guard r.0 < 0, r.1 > 0, cosh(r.0) > most else {
      (length, isHeld, path) = ((r.1 - r.0) / rho, false, .free(rho: rho, r0: r.0, way: way))
      return
    }
    let reach = ((most - 1) * (most + 1)).squareRoot() + ((most - w1) * (most + w1)).squareRoot()
    let heldRho = (reach / way).squareRoot()
    guard heldRho >= 1e-3 else {
      // The path is all but even, and takes as long as the free one would.
      (length, isHeld, path) = ((r.1 - r.0) / rho, true, .even)
      return
    }
    let heldR = Self.r(w1: w1, way: way, rho: heldRho, zooms: start - end)
    (length, isHeld) = ((heldR.1 - heldR.0) / heldRho, true)
    path = .free(rho: heldRho, r0: heldR.0, way: way)
  }

  /// The share of the way on the ground, and the zoom, after `share` of the path.
  func point(at share: Double) -> (way: Double, zoom: Double) {
    switch path {
    case .even:
      return (share, start + share * (end - start))
    case .free(let rho, let r0, let way):
      let turn = rho * share * length
      let u = sinh(turn) / (rho * rho * cosh(turn + r0))
      let zoom = start + log2(cosh(turn + r0) / cosh(r0))
      return (min(max(u / way, 0), 1), max(zoom, floor))
    }
  }

  /// r_i = -asinh(b_i), where b_i = (w1^2 - w0^2 +- rho^4 u1^2) / (2 w_i rho^2 u1).
  private static func r(
    w1: Double, way: Double, rho: Double, zooms: Double
  ) -> (Double, Double) {
    let squared = rho * rho
    // (w1^2 - w0^2) / (rho^2 u1) without the loss of digits of two nearly equal widths.
    let widening = expm1(2 * log(2) * zooms) / (squared * way)
    return (-asinh((widening + squared * way) / 2), -asinh((widening - squared * way) / (2 * w1)))
  }

}
