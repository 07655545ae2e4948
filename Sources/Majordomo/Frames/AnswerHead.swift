import JSON
import WireFormat

/// What a broker reads of a reply: its first members, which stand in a fixed order.
struct AnswerHead: Equatable {
  let isOK: Bool
  /// Whether the same request always gets the same reply.
  let isLasting: Bool

  /// - Returns: nil if `reply` does not begin and end as our replies do.
  init?(_ reply: UnsafeRawBufferPointer) {
    var rest = Reader(bytes: reply)
    guard reply.last == UInt8(ascii: "}"), rest.skip(#"{"v":1,"id":"#), rest.skipStringOrNull(),
      rest.skip(#","ok":"#)
    else {
      return nil
    }
    if rest.skip("true") {
      (isOK, isLasting) = (true, true)
      return
    }
    guard rest.skip("false") else { return nil }
    isOK = false
    guard rest.skip(#","error":{"type":"urn:viewfence:problem:"#), let kind = rest.word() else {
      isLasting = false
      return
    }
    isLasting = Problem.Kind(rawValue: kind).map { Self.isLasting($0.status) } ?? false
  }

  /// The same of any object that has `ok`; of its errors nothing is known but that they are some.
  init?(anyOrder reply: UnsafeRawBufferPointer, with scanner: inout JSONScanner) {
    do { try scanner.scan(reply) } catch { return nil }
    guard let value = scanner.value(of: "ok", in: reply) else { return nil }
    isOK = value.elementsEqual("true".utf8)
    guard isOK || value.elementsEqual("false".utf8) else { return nil }
    isLasting = isOK
  }

  /// Errors that depend on the request alone.
  private static func isLasting(_ status: Int) -> Bool {
    switch status {
    case 400, 404, 413, 422: true
    default: false
    }
  }
}

private struct Reader {
  let bytes: UnsafeRawBufferPointer
  var index = 0

  mutating func skip(_ text: StaticString) -> Bool {
    let text = UnsafeRawBufferPointer(text)
    guard bytes.count - index >= text.count else { return false }
    for offset in 0..<text.count where bytes[index + offset] != text[offset] { return false }
    index += text.count
    return true
  }

  mutating func skipStringOrNull() -> Bool {
    if skip("null") { return true }
    guard skip("\"") else { return false }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        index += 1
        return true
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return false
  }

  /// What stands before the next quotation mark.
  func word() -> String? {
    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "\"")), end - index < 64 else {
      return nil
    }
    return String(decoding: bytes[index..<end], as: UTF8.self)
  }
}
