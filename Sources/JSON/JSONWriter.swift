/// Appends JSON to one buffer that is kept from document to document.
///
/// Commas need no care: a value or a name that does not stand first gets one. The caller opens and
/// closes objects and arrays in pairs and gives each member a name.
public struct JSONWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  private var lostNumbers = 0

  /// How far the writer was at a time.
  public struct Mark: Sendable {
    fileprivate let bytes: Int
    fileprivate let lostNumbers: Int
  }

  public init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

  /// Forgets what was written; the room stays.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    lostNumbers = 0
  }

  public var mark: Mark { Mark(bytes: bytes.count, lostNumbers: lostNumbers) }

  /// Whether a number that was none has been written since, as null: the one who computed it made a
  /// mistake.
  public func hasLostNumber(since mark: Mark) -> Bool { lostNumbers > mark.lostNumbers }

  /// Makes undone what was written since.
  public mutating func rewind(to mark: Mark) {
    precondition(mark.bytes <= bytes.count)
    bytes.removeLast(bytes.count - mark.bytes)
    lostNumbers = mark.lostNumbers
  }

  public mutating func beginObject() {
    separate()
    bytes.append(UInt8(ascii: "{"))
  }

  public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

  public mutating func beginArray() {
    separate()
    bytes.append(UInt8(ascii: "["))
  }

  public mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

  /// The name of the next member: ASCII text that needs no escape.
  public mutating func name(_ name: StaticString) {
    let length = name.utf8CodeUnitCount
    let start = needsComma ? 0 : 1
    // Put together first: each append to an array has its price.
    withUnsafeTemporaryAllocation(byteCount: length + 4, alignment: 1) { buffer in
      buffer[0] = UInt8(ascii: ",")
      buffer[1] = UInt8(ascii: "\"")
      UnsafeMutableRawBufferPointer(rebasing: buffer[2...])
        .copyMemory(from: UnsafeRawBufferPointer(name))
      buffer[length + 2] = UInt8(ascii: "\"")
      buffer[length + 3] = UInt8(ascii: ":")
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[start...]))
    }
  }

  public mutating func null() {
    separate()
    append("null")
  }

  public mutating func value(_ value: Bool) {
    separate()
    append(value ? "true" : "false")
  }

  public mutating func value(_ text: StaticString) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(text)
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func value(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  public mutating func value(_ number: some FixedWidthInteger) {
    separate()
    appendDecimal(number)
  }

  /// The shortest decimal that reads back as `number`; -0 becomes 0. JSON has no NaN and no
  /// infinity: they become null, and `hasLostNumber` tells.
  public mutating func value(_ number: Double) {
    guard number.isFinite else {
      lostNumbers += 1
      return null()
    }
    separate()
    // Below 2^54 `description` writes whole numbers with a ".0" that nobody needs.
    if number.magnitude < 0x1p54, let whole = Int64(exactly: number) {
      return appendDecimal(whole)
    }
    var digits = Digits(bytes: bytes)
    bytes = []
    number.write(to: &digits)
    bytes = digits.bytes
  }

  /// Takes the digits of a number as the standard library makes them, without a string.
  private struct Digits: TextOutputStream {
    var bytes: [UInt8]

    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) {
      bytes.append(contentsOf: text)
    }
  }

  /// `json` is one whole JSON value.
  public mutating func value(json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  /// A value that stands after another one needs a comma; the last byte tells, as text ends in a
  /// quotation mark.
  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private var needsComma: Bool {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
    default: true
    }
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func appendDecimal(_ number: some FixedWidthInteger) {
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    var rest = number.magnitude
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest != 0
    bytes[start...].reverse()
  }

  /// RFC 8259, section 7: quotation mark, backslash and control characters are escaped.
  private mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for (index, byte) in text.enumerated() {
      let escape: StaticString
      switch byte {
      case UInt8(ascii: "\""): escape = "\\\""
      case UInt8(ascii: "\\"): escape = "\\\\"
      case 0x08: escape = "\\b"
      case 0x09: escape = "\\t"
      case 0x0A: escape = "\\n"
      case 0x0C: escape = "\\f"
      case 0x0D: escape = "\\r"
      case 0x00..<0x20: escape = byte < 0x10 ? "\\u000" : "\\u001"
      default: continue
      }
      bytes.append(contentsOf: text[start..<index])
      append(escape)
      if escape.utf8CodeUnitCount > 2 {
        bytes.append(Array("0123456789abcdef".utf8)[Int(byte & 0xF)])
      }
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }
}
