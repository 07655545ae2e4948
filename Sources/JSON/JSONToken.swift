/// A value, or the name of a member, in the parts of a text that a scan took out.
///
/// The tokens of a container's content follow it: of an array its elements, of an object names and
/// values in turn.
public struct JSONToken: BitwiseCopyable, Sendable {
  public enum Kind: UInt8, BitwiseCopyable, Sendable {
    case object, array, name, string, number, `true`, `false`, null
  }

  /// Of the first byte in the text; of a string or a name the first after the quotation mark. For
  /// what is no number in a repeated element it is the place of the same bytes in one before.
  public let offset: UInt32
  public let kind: Kind
  /// A string or name with a backslash in it.
  public let isEscaped: Bool
  /// The first token of an element whose tokens are those of the element before it in the array,
  /// but for the numbers.
  public internal(set) var isRepeated = false
  private var bits: UInt64

  /// Of a number.
  public var number: Double { Double(bitPattern: bits) }
  /// Of a string or name: its length in the text in bytes, quotation marks not counted.
  public var length: Int { Int(bits) }
  /// Of an object or array: the index of the token after its content.
  public var end: Int { Int(bits & 0xFFFF_FFFF) }
  /// Of an array: how many elements it has. Of an object: how many members.
  public var count: Int { Int(bits >> 32) }

  init(_ kind: Kind, at offset: Int, bits: UInt64 = 0, isEscaped: Bool = false) {
    self.offset = UInt32(truncatingIfNeeded: offset)
    (self.kind, self.bits, self.isEscaped) = (kind, bits, isEscaped)
  }

  mutating func close(end: Int, count: Int) {
    bits = UInt64(truncatingIfNeeded: count) << 32 | UInt64(truncatingIfNeeded: end)
  }

  var isContainer: Bool { kind == .object || kind == .array }

  /// What is inside of the container stands so many tokens further on.
  @inline(__always)
  mutating func move(by tokens: Int) { bits &+= UInt64(truncatingIfNeeded: tokens) }
}
