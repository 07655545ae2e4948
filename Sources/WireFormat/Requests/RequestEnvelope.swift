import JSON

/// What a broker has to know of a request: its key, its deadline and its topic.
///
/// Whether the request is right is for the worker to say; what cannot be read is nil here.
public struct RequestEnvelope: Hashable, Sendable {
  /// The body is strict JSON, and its value is an object.
  public let isWellFormed: Bool
  /// 1 ... 128 bytes, decoded.
  public let id: String?
  /// 1 ... 60000.
  public let deadlineMilliseconds: Int?
  /// The topic that was asked for, decoded and not judged.
  public let publish: String?
  /// Nil if it is not as W3C Trace Context says.
  public let traceparent: String?

  static let unreadable = RequestEnvelope(
    isWellFormed: false, id: nil, deadlineMilliseconds: nil, publish: nil, traceparent: nil)

  /// Reads the top-level members of `body` in one pass, without a tree. Never fails: of a body that
  /// goes wrong it has what stands before the fault.
  public static func scan(_ body: UnsafeRawBufferPointer) -> RequestEnvelope {
    RequestScan().scan(body)
  }
}

/// `text` without the white space around its value.
func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
  func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || UInt8(ascii: "\t")...UInt8(ascii: "\r") ~= byte
  }
  guard let first = text.firstIndex(where: { !isSpace($0) }),
    let last = text.lastIndex(where: { !isSpace($0) })
  else { return UnsafeRawBufferPointer(start: nil, count: 0) }
  return UnsafeRawBufferPointer(rebasing: text[first...last])
}
