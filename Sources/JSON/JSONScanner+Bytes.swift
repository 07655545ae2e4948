/// The bytes of a text, one after the other.
extension JSONScanner {
  /// The current byte; 0, which nothing allows, at the end.
  @inline(__always)
  var peek: UInt8 { at < count ? byte(at) : 0 }

  /// The byte at `place`, which must be below `count`.
  @inline(__always)
  func byte(_ place: Int) -> UInt8 {
    assert(0..<count ~= place)
    return bytes.load(fromByteOffset: place, as: UInt8.self)
  }

  /// The eight bytes from `place` on, which must be there, as a number, the first lowest.
  @inline(__always)
  func word(_ place: Int) -> UInt64 {
    assert(place >= 0 && place + 8 <= count)
    return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at &+= 1
    return true
  }

  @inline(__always)
  mutating func skipSpace() {
    while at < count, byte(at) <= UInt8(ascii: " ") {
      switch byte(at) {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at &+= 1
      default: return
      }
    }
  }

  func error(_ reason: JSONError.Reason, evenAtEnd: Bool = false) -> JSONError {
    JSONError(at < text.count || evenAtEnd ? reason : .endOfText, at: min(at, text.count), in: text)
  }
}

/// Where the text is while there is none.
var noBytes: UnsafeRawPointer { UnsafeRawPointer(("" as StaticString).utf8Start) }
