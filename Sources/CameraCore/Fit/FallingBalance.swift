/// The root of a falling function that is the sum of a greatest and a least of falling functions.
///
/// `evaluate(t)` gives the sum at t, and where the pair that is greatest and least at t would be in
/// balance by itself. Steps from pair to pair end after finitely many; should one leave the bracket
/// that the signs have narrowed, the bracket is halved instead, so that an end is certain.
@inline(__always)
func fallingBalance(
  from start: Double, below limit: Double = .infinity,
  _ evaluate: (Double) -> (sum: Double, balance: Double)
) -> Double {
  var (low, high) = (-Double.infinity, limit)
  var t = start
  for _ in 0..<200 {
    let (sum, balance) = evaluate(t)
    if sum > 0 { low = t } else if sum < 0 { high = t } else { return t }
    if balance == t { return t }
    if balance > low, balance < high {
      t = balance
    } else if low > -.infinity, high < .infinity {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return t }
      t = middle
    } else {
      return t
    }
  }
  return t
}
