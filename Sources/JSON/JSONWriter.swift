/// Appends JSON to one buffer that is kept from document to document.
///
/// Commas need no care: a value or a name that does not stand first gets one. The caller opens and
/// closes objects and arrays in pairs and gives each member a name.
public struct JSONWriter: ~Copyable {
  /// What was written so far; valid until more is.
  public var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer.elements) }
  /// A copy of what was written so far.
  public var bytes: [UInt8] { Array(written) }

  // An array would check at each append whether it is shared.
  private var buffer: GrowingBuffer<UInt8>
  private var lostNumbers = 0

  /// How far the writer was at a time.
  public struct Mark: Sendable {
    fileprivate let bytes: Int
    fileprivate let lostNumbers: Int
  }

  public init(capacity: Int = 1024) { buffer = GrowingBuffer(capacity: capacity) }

  /// Forgets what was written; the room stays.
  public mutating func removeAll() {
    buffer.reset()
    lostNumbers = 0
  }

  public var mark: Mark { Mark(bytes: buffer.count, lostNumbers: lostNumbers) }

  /// Whether a number that was none has been written since, as null: the one who computed it made a
  /// mistake.
  public func hasLostNumber(since mark: Mark) -> Bool { lostNumbers > mark.lostNumbers }

  /// Makes undone what was written since.
  public mutating func rewind(to mark: Mark) {
    precondition(mark.bytes <= buffer.count)
    buffer.removeAll(from: mark.bytes)
    lostNumbers = mark.lostNumbers
  }

  public mutating func beginObject() {
    separate()
    buffer.append(UInt8(ascii: "{"))
  }

  public mutating func endObject() { buffer.append(UInt8(ascii: "}")) }

  public mutating func beginArray() {
    separate()
    buffer.append(UInt8(ascii: "["))
  }

  public mutating func endArray() { buffer.append(UInt8(ascii: "]")) }

  /// The name of the next member: ASCII text that needs no escape.
  public mutating func name(_ name: StaticString) {
    value(name)
    buffer.append(UInt8(ascii: ":"))
  }

  public mutating func null() {
    separate()
    buffer.append("null")
  }

  public mutating func value(_ value: Bool) {
    separate()
    buffer.append(value ? "true" : "false")
  }

  public mutating func value(_ text: StaticString) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    buffer.append(text)
    buffer.append(UInt8(ascii: "\""))
  }

  public mutating func value(_ text: String) {
    separate()
    buffer.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { appendEscaped(UnsafeRawBufferPointer($0)) }
    buffer.append(UInt8(ascii: "\""))
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
    withUnsafeTemporaryAllocation(byteCount: Digits.room, alignment: 1) { room in
      var digits = Digits(text: room)
      number.write(to: &digits)
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: room[..<digits.count]))
    }
  }

  /// Takes the digits of a number as the standard library makes them, without a string.
  private struct Digits: TextOutputStream {
    /// The longest, -2.2250738585072014e-308, has 24.
    static let room = 32

    let text: UnsafeMutableRawBufferPointer
    var count = 0

    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { _writeASCII($0) }
    }

    mutating func _writeASCII(_ ascii: UnsafeBufferPointer<UInt8>) {
      precondition(ascii.count <= text.count - count)
      UnsafeMutableRawBufferPointer(rebasing: text[count...])
        .copyMemory(from: UnsafeRawBufferPointer(ascii))
      count += ascii.count
    }
  }

  /// `json` is one whole JSON value.
  public mutating func value(json: some Collection<UInt8>) {
    separate()
    for byte in json { buffer.append(byte) }
  }

  /// A value that stands after another one needs a comma; the last byte tells, as text ends in a
  /// quotation mark.
  private mutating func separate() {
    if needsComma { buffer.append(UInt8(ascii: ",")) }
  }

  private var needsComma: Bool {
    switch written.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): false
    default: true
    }
  }

  private mutating func appendDecimal(_ number: some FixedWidthInteger) {
    if number < 0 { buffer.append(UInt8(ascii: "-")) }
    buffer.appendDecimal(UInt64(number.magnitude))
  }

  /// RFC 8259, section 7: quotation mark, backslash and control characters are escaped.
  private mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
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
      buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<index]))
      buffer.append(escape)
      if escape.utf8CodeUnitCount > 2 {
        buffer.append(UnsafeRawBufferPointer("0123456789abcdef" as StaticString)[Int(byte & 0xF)])
      }
      start = index + 1
    }
    buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start...]))
  }
}
