/// The value in the middle; NaN of nothing.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard let upper = sorted.dropFirst(sorted.count / 2).first else { return .nan }
  return sorted.count % 2 == 1 ? upper : (sorted[sorted.count / 2 - 1] + upper) / 2
}

/// How far the values lie apart, as a share of the one in the middle.
func spread(_ values: [Double]) -> Double {
  ((values.max() ?? .nan) - (values.min() ?? .nan)) / median(values)
}

/// The least and the greatest, "0.96 ... 1.04".
func range(_ values: [Double], _ digits: Int) -> String {
  "\(fixed(values.min() ?? .nan, digits)) ... \(fixed(values.max() ?? .nan, digits))"
}

/// `value` with `digits` after the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let units = Int64((value.magnitude * scale).rounded())
  let whole = units / Int64(scale)
  let sign = value < 0 && units > 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(whole)" }
  let rest = String(units % Int64(scale))
  return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
}
