/// The bytes of a string that a scan has found to be right, its escapes resolved; `text` is what
/// stands between the quotation marks.
struct DecodedBytes: Sequence, IteratorProtocol {
  private let text: UnsafeRawBufferPointer
  private var index = 0
  /// What is left of an escaped character, the next byte lowest.
  private var pending: UInt32 = 0
  private var pendingCount = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  mutating func next() -> UInt8? {
    if pendingCount > 0 {
      defer { (pending, pendingCount) = (pending >> 8, pendingCount - 1) }
      return UInt8(truncatingIfNeeded: pending)
    }
    guard index < text.count else { return nil }
    let byte = text[index]
    index += 1
    guard byte == UInt8(ascii: "\\"), index < text.count else { return byte }
    let letter = text[index]
    index += 1
    switch letter {
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "u"):
      var scalar = fourDigits()
      if 0xD800..<0xDC00 ~= scalar {
        index += 2
        scalar = 0x10000 + (scalar & 0x3FF) << 10 + fourDigits() & 0x3FF
      }
      guard let encoded = Unicode.Scalar(scalar).flatMap(UTF8.encode) else { return nil }
      for byte in encoded {
        pending |= UInt32(byte) << (8 * UInt32(pendingCount))
        pendingCount += 1
      }
      return next()
    default: return letter
    }
  }

  private mutating func fourDigits() -> UInt32 {
    let value = fourHexDigits(text, at: index) ?? 0
    index += 4
    return value
  }
}

/// The value of the four hexadecimal digits at `index`; nil if there are none.
func fourHexDigits(_ text: UnsafeRawBufferPointer, at index: Int) -> UInt32? {
  guard index + 4 <= text.count else { return nil }
  var value: UInt32 = 0
  for byte in text[index..<index + 4] {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
    default: return nil
    }
    value = value << 4 | UInt32(digit)
  }
  return value
}
