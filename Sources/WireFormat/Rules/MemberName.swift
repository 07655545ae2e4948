import JSON

/// The name of a member, with its first eight bytes as a number, so that most comparisons are one.
struct MemberName: ExpressibleByStringLiteral, Sendable {
  let text: StaticString
  let beginning: UInt64

  // Inlined, a literal's beginning is a constant.
  @inline(__always)
  init(stringLiteral text: StaticString) {
    self.text = text
    var beginning: UInt64 = 0
    for index in 0..<min(text.utf8CodeUnitCount, 8) {
      beginning |= UInt64(text.utf8Start[index]) &<< (8 &* UInt64(index))
    }
    self.beginning = beginning
  }

  /// Whether it is the name of these bytes, which begin with `otherBeginning`.
  @inline(__always)
  func isEqual(_ bytes: UnsafeRawBufferPointer, beginning otherBeginning: UInt64) -> Bool {
    beginning == otherBeginning && bytes.count == text.utf8CodeUnitCount
      && (bytes.count <= 8 || isEqualBeyondBeginning(bytes))
  }

  private func isEqualBeyondBeginning(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (8..<bytes.count).allSatisfy { bytes[$0] == text.utf8Start[$0] }
  }
}

extension UnsafeRawBufferPointer {
  /// A name that begins with `x_` is a client's own.
  @inline(__always)
  var isOnesOwn: Bool { count >= 2 && self[0] == UInt8(ascii: "x") && self[1] == UInt8(ascii: "_") }
}

extension [MemberName] {
  /// The place of the name of these bytes.
  @inline(__always)
  func index(of bytes: UnsafeRawBufferPointer) -> Int? {
    let beginning = bytes.beginning
    return firstIndex { $0.isEqual(bytes, beginning: beginning) }
  }
}
