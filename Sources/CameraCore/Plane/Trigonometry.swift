#if canImport(Glibc)
  import Glibc
#endif

/// The sine and cosine of an angle in degrees, exact at whole quarter turns, so that a map turned by
/// 90 degrees moves straight along its axes.
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  if degrees == 0 { return (0, 1) }
  let reduced = degrees.remainder(dividingBy: 360)
  let quarter = (reduced / 90).rounded()
  let rest = (reduced - quarter * 90) * (.pi / 180)
  let (s, c) = (sin(rest), cos(rest))
  switch quarter {
  case 0: return (s, c)
  case 1: return (c, -s)
  case -1: return (-c, s)
  default: return (-s, -c)
  }
}
