/// A decimal number as JSON writes it, (-1)^sign * digits * 10^exponent.
struct Decimal {
  var isNegative = false
  /// The digits without the point, modulo 2^64.
  var digits: UInt64 = 0
  /// How many digits there are, leading zeros included.
  var count = 0
  /// Of ten; saturated far beyond what a double can hold.
  var exponent = 0

  /// The nearest double, ties to even; nil where `digits` may have lost some, or where the powers
  /// of ten are not at hand.
  @inline(__always)
  var nearestDouble: Double? {
    // 19 nines are below 2^64.
    guard count <= 19 else { return nil }
    if digits <= 1 << 53, -22...22 ~= exponent {
      // Both operands are exact, so the one rounding is the right one (Clinger, "How to read
      // floating point numbers accurately", doi:10.1145/93542.93557).
      let magnitude = Double(Int64(bitPattern: digits))
      let result =
        exponent < 0 ? magnitude / exactPowers[-exponent] : magnitude * exactPowers[exponent]
      return isNegative ? -result : result
    }
    return nearestDoubleByIntegers
  }

  /// The nearest double by one exact integer division or multiplication.
  private var nearestDoubleByIntegers: Double? {
    guard digits != 0 else { return isNegative ? -0.0 : 0 }
    guard -19...19 ~= exponent else { return nil }
    let power = integerPowers[abs(exponent)]
    let result: Double
    if exponent >= 0 {
      let (high, low) = digits.multipliedFullWidth(by: power)
      let shift = high.leadingZeroBitCount
      result =
        high == 0
        ? round(low << low.leadingZeroBitCount, times: -low.leadingZeroBitCount, inexact: false)
        : round(
          high << shift | low >> (64 - shift), times: 64 - shift, inexact: low << shift != 0)
    } else {
      // Normalised, the quotient of the two has 64 bits, the topmost of them set.
      let dividend = digits << digits.leadingZeroBitCount
      let divisor = power << power.leadingZeroBitCount
      let scale = power.leadingZeroBitCount - digits.leadingZeroBitCount - 64
      let isLess = dividend < divisor
      let (quotient, remainder) = divisor.dividingFullWidth(
        isLess ? (dividend, 0) : (dividend >> 1, dividend << 63))
      result = round(quotient, times: isLess ? scale : scale + 1, inexact: remainder != 0)
    }
    return isNegative ? -result : result
  }
}

/// `bits`, whose topmost bit is set, times 2^`exponent`, to the nearest double, ties to even;
/// `inexact` says that more than `bits` was there. Not for subnormal results.
private func round(_ bits: UInt64, times exponent: Int, inexact: Bool) -> Double {
  let kept = bits >> 11
  let rest = bits & 0x7FF
  let up = rest > 0x400 || rest == 0x400 && (inexact || kept & 1 == 1)
  return Double(up ? kept + 1 : kept)
    * Double(sign: .plus, exponent: exponent + 11, significand: 1)
}

/// Reads any number as JSON writes it to the nearest double; infinite if there is none.
///
/// A double is told apart from its neighbours by 767 significant digits, so of a longer text it is
/// enough to know whether more follow.
func nearestDouble(slowly text: UnsafeRawBufferPointer) -> Double {
  if text.count <= 1024 { return Double(String(decoding: text, as: UTF8.self)) ?? .nan }
  var short: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: "0"), UInt8(ascii: ".")]
  var exponent = 0
  var index = 0
  let isNegative = text[0] == UInt8(ascii: "-")
  if isNegative { index = 1 }
  var isAfterPoint = false
  var lostSome = false
  scan: while index < text.count {
    let byte = text[index]
    switch byte {
    case UInt8(ascii: "."): isAfterPoint = true
    case UInt8(ascii: "e"), UInt8(ascii: "E"): break scan
    default:
      let isLeadingZero = byte == UInt8(ascii: "0") && short.count == 3
      if !isAfterPoint, !isLeadingZero { exponent += 1 }
      if isAfterPoint, isLeadingZero { exponent -= 1 }
      if !isLeadingZero {
        if short.count < 803 {
          short.append(byte)
        } else if byte != UInt8(ascii: "0") {
          lostSome = true
        }
      }
    }
    index += 1
  }
  guard short.count > 3 else { return isNegative ? -0.0 : 0 }
  if lostSome { short.append(UInt8(ascii: "1")) }
  exponent += saturatedExponent(text[index...])
  // Beyond these all is infinite or zero anyway.
  let tail = "e\(min(max(exponent, -100_000), 100_000))"
  let digits = String(decoding: isNegative ? short[...] : short[1...], as: UTF8.self)
  return Double(digits + tail) ?? .nan
}

/// The value of an exponent part ("e-17", or nothing), kept within a range in which sums are safe.
private func saturatedExponent(_ text: Slice<UnsafeRawBufferPointer>) -> Int {
  var value = 0
  for byte in text where UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
    value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1 << 40)
  }
  return text.contains(UInt8(ascii: "-")) ? -value : value
}

/// 10^0 ... 10^22, all exact.
private let exactPowers: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// 10^0 ... 10^19.
let integerPowers: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]
