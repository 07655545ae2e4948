/// Numbers and literals of a text, judged; numbers are read where they are taken.
extension JSONScanner {
  @inline(__always)
  mutating func scanNumber() throws(JSONError) {
    let start = at
    var decimal = Decimal()
    decimal.isNegative = skip(UInt8(ascii: "-"))
    let leading = at
    scanDigits(into: &decimal)
    guard at > leading else { throw error(.badNumber) }
    if text[leading] == UInt8(ascii: "0"), at > leading + 1 {
      at = leading + 1
      throw error(.badNumber)
    }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      let fraction = at
      scanDigits(into: &decimal)
      guard at > fraction else { throw error(.badNumber) }
      decimal.exponent = fraction - at
    }
    if peek | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      decimal.exponent += try scanExponent()
    }
    // Outside of excerpts only its size matters.
    if !isTaking, decimal.count <= 19, -250...250 ~= decimal.exponent {
      if isWhole, decimal.count > 18 { foundLongIntegers.append(at) }
      return
    }
    let number =
      decimal.nearestDouble
      ?? JSON.nearestDouble(slowly: UnsafeRawBufferPointer(rebasing: text[start..<at]))
    guard number.isFinite else {
      at = start
      throw error(.numberOverflow)
    }
    if isTaking {
      foundTokens.append(JSONToken(.number, at: start, bits: number.bitPattern))
    } else if isWhole, decimal.count > 18 {
      foundLongIntegers.append(at)
    }
  }

  /// Eight bytes at a time.
  @inline(__always)
  private mutating func scanDigits(into decimal: inout Decimal) {
    // In locals, which can stay in registers.
    var place = at
    var digits = decimal.digits
    while place &+ 8 <= count {
      let next = EightDigits(word(place))
      guard next.count > 0 else { break }
      digits = digits &* next.power &+ next.value
      place &+= next.count
      guard next.count == 8 else { break }
    }
    if place &+ 8 > count {
      while place < count {
        let digit = byte(place) &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        digits = digits &* 10 &+ UInt64(digit)
        place &+= 1
      }
    }
    decimal.digits = digits
    decimal.count &+= place &- at
    at = place
  }

  /// Saturates far beyond what a double can hold.
  private mutating func scanExponent() throws(JSONError) -> Int {
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { at += 1 }
    let start = at
    var value = 0
    while at < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[at] {
      value = min(value * 10 + Int(text[at] - UInt8(ascii: "0")), 1 << 40)
      at += 1
    }
    guard at > start else { throw error(.badNumber) }
    return isNegative ? -value : value
  }

  mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONToken.Kind
  ) throws(JSONError) {
    let length = literal.utf8CodeUnitCount
    let bytes = UnsafeRawBufferPointer(start: literal.utf8Start, count: length)
    guard at + length <= text.count, text[at..<at + length].elementsEqual(bytes) else {
      throw error(.badLiteral, evenAtEnd: true)
    }
    if isTaking { foundTokens.append(JSONToken(kind, at: at)) }
    at += length
  }
}

extension JSONScanner {
  /// Reads a number as most are written: without an exponent, with up to seven digits before the
  /// point and sixteen behind it.
  ///
  /// - Returns: nil if it is not such a one, or too near to the end of the text; the place is lost then.
  @inline(__always)
  mutating func scanPlainNumber() -> Double? {
    var place = at
    guard place &+ 32 <= count else { return nil }
    let isNegative = byte(place) == UInt8(ascii: "-")
    if isNegative { place &+= 1 }
    let whole = EightDigits(word(place))
    guard whole.count > 0, whole.count < 8, whole.count == 1 || byte(place) != UInt8(ascii: "0")
    else { return nil }
    place &+= whole.count
    var decimal = Decimal(isNegative: isNegative, digits: whole.value, count: whole.count)
    if byte(place) == UInt8(ascii: ".") {
      place &+= 1
      let start = place
      var more = EightDigits(word(place))
      guard more.count > 0 else { return nil }
      decimal.append(more)
      place &+= more.count
      if more.count == 8 {
        more = EightDigits(word(place))
        decimal.append(more)
        place &+= more.count
      }
      decimal.exponent = start &- place
    }
    at = place
    return decimal.nearestDouble
  }
}

extension Decimal {
  @inline(__always)
  fileprivate mutating func append(_ more: EightDigits) {
    digits = digits &* more.power &+ more.value
    count &+= more.count
  }
}

/// The digits at the beginning of eight bytes.
private struct EightDigits {
  /// How many there are.
  let count: Int
  /// The number that they write.
  let value: UInt64

  /// Ten to the power of `count`, by which what stands before has to be multiplied.
  @inline(__always)
  var power: UInt64 { integerPowers[count] }

  /// - Parameter bytes: the first lowest.
  @inline(__always)
  init(_ bytes: UInt64) {
    let word = bytes ^ 0x3030_3030_3030_3030
    // The lowest top bit that is set is exact: carries only go up.
    let others = ((word &+ 0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080
    count = others == 0 ? 8 : others.trailingZeroBitCount >> 3
    // The digits move to the end, with zeros before them; then neighbours are joined to pairs, those
    // to fours, and those to the number.
    let digits = count == 0 ? 0 : word &<< (64 &- 8 &* UInt64(count))
    let pairs = (digits &* (10 &<< 8 | 1)) &>> 8 & 0x00FF_00FF_00FF_00FF
    let fours = (pairs &* (100 &<< 16 | 1)) &>> 16 & 0x0000_FFFF_0000_FFFF
    value = (fours &* (10_000 &<< 32 | 1)) &>> 32
  }
}
