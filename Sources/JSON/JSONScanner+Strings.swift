/// Strings of a text, judged.
extension JSONScanner {
  /// Returns what stands between the quotation marks; the current place is on the first of them.
  @inline(__always)
  mutating func scanString() throws(JSONError) -> (range: Range<Int>, isEscaped: Bool) {
    at &+= 1
    let start = at
    var isEscaped = false
    while true {
      skipPlainCharacters()
      let byte = peek
      switch byte {
      case UInt8(ascii: "\""):
        at &+= 1
        return (start..<at &- 1, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try scanEscape()
      case 0x80...: try scanUTF8Sequence(first: byte)
      default: throw error(.controlCharacter)
      }
    }
  }

  /// Goes to the next byte that is not ASCII, a control character, a quotation mark or a backslash,
  /// eight bytes at a time.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var place = at
    while place &+ 8 <= count {
      let word = word(place)
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The lowest top bit that is set is exact in each of them: borrows only go up.
      let controls = (word &- ones &* 0x20) & ~word
      let found =
        (word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls)
        & tops
      guard found == 0 else {
        at = place &+ (found.trailingZeroBitCount >> 3)
        return
      }
      place &+= 8
    }
    at = place
    while at < count {
      switch peek {
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x80...: return
      default: at &+= 1
      }
    }
  }

  private mutating func scanEscape() throws(JSONError) {
    at += 1
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      guard let unit = fourHexDigits(text, at: at + 1) else { throw error(.badEscape) }
      switch unit {
      case 0xD800..<0xDC00:
        guard at + 7 <= text.count, text[at + 5] == UInt8(ascii: "\\"),
          text[at + 6] == UInt8(ascii: "u"), let low = fourHexDigits(text, at: at + 7),
          0xDC00..<0xE000 ~= low
        else { throw error(.loneSurrogate) }
        at += 11
      case 0xDC00..<0xE000: throw error(.loneSurrogate)
      default: at += 5
      }
    default: throw error(.badEscape)
    }
  }

  /// The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  private mutating func scanUTF8Sequence(first: UInt8) throws(JSONError) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw error(.badUTF8)
    }
    guard at + length <= text.count, second ~= text[at + 1],
      (2..<length).allSatisfy({ 0x80...0xBF ~= text[at + $0] })
    else { throw error(.badUTF8, evenAtEnd: true) }
    at += length
  }
}
