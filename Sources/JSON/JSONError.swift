/// Where and why a text is not strict JSON.
public struct JSONError: Error, Hashable, Sendable {
  /// Of the first byte that is wrong, from 0; the text's length if it ends too early.
  public let offset: Int
  /// Of that byte, from 1; a line feed ends a line.
  public let line: Int
  public let reason: Reason

  public enum Reason: String, Hashable, Sendable {
    case tooLong = "a text of 4 GiB or more"
    case endOfText = "the text ends before its value does"
    case noValue = "expected a value"
    case noName = "expected a member name in double quotes"
    case noColon = "expected a colon after a member name"
    case noSeparatorInObject = "expected a comma or } after a member"
    case noSeparatorInArray = "expected a comma or ] after an element"
    case badLiteral = "expected true, false or null"
    case badNumber = "not a number as JSON writes it"
    case numberOverflow = "the number is too large for a double"
    case controlCharacter = "a control character in a string must be escaped"
    case badEscape = "no such escape in a string"
    case loneSurrogate = "half of a surrogate pair stands alone"
    case badUTF8 = "ill-formed UTF-8"
    case nulInName = "a member name holds NUL"
    case duplicateName = "the member name stands twice in its object"
    case tooDeep = "nested more than 16 deep"
    case trailingBytes = "the text goes on after its value"
    /// json-c refused what the scan let pass.
    case refusedByTree = "the JSON reader refused the text"
  }

  init(_ reason: Reason, at offset: Int, in text: UnsafeRawBufferPointer) {
    (self.reason, self.offset) = (reason, offset)
    line = 1 + text.prefix(offset).reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "byte \(offset), line \(line): \(reason.rawValue)" }

  /// The description, with the name if one stands twice; `text` is the one that was refused.
  public func description(in text: UnsafeRawBufferPointer) -> String {
    guard reason == .duplicateName else { return description }
    let rest = text.dropFirst(offset)
    var end = rest.startIndex
    while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
      end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    let name = JSONScalar.text(UnsafeRawBufferPointer(rebasing: rest[..<min(end, rest.endIndex)]))
    return "\(description): \"\(name.shortened)\""
  }
}
