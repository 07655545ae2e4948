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

  /// Reads the top-level members of `body` in one pass, without a tree. Never fails: of a body that
  /// goes wrong it has what stands before the fault.
  public static func scan(_ body: UnsafeRawBufferPointer) -> RequestEnvelope {
    var scanner = JSONScanner()
    return scan(body, with: &scanner)
  }

  /// The same with a scanner that keeps its room.
  public static func scan(
    _ body: UnsafeRawBufferPointer, with scanner: inout JSONScanner
  ) -> RequestEnvelope {
    var isWellFormed = true
    do { try scanner.scan(body) } catch { isWellFormed = false }
    return RequestEnvelope(
      isWellFormed: isWellFormed && isObject(body), id: requestID(in: body, scanned: scanner),
      deadlineMilliseconds: scanner.value(of: "deadline_ms", in: body)
        .flatMap(JSONScalar.number).flatMap(Int.init(exactly:))
        .flatMap { deadlineRange.contains($0) ? $0 : nil },
      publish: scanner.value(of: "publish", in: body).flatMap(JSONScalar.string))
  }
}

/// Of `deadline_ms`.
let deadlineRange = 1...60_000

/// The id of a scanned request; nil unless it is a string of 1 ... 128 bytes.
func requestID(in body: UnsafeRawBufferPointer, scanned scanner: borrowing JSONScanner) -> String? {
  scanner.value(of: "id", in: body).flatMap(JSONScalar.string)
    .flatMap { (1...128).contains($0.utf8.count) ? $0 : nil }
}

/// Whether the first byte that is no white space opens an object.
func isObject(_ body: UnsafeRawBufferPointer) -> Bool {
  body.first { !" \n\r\t".utf8.contains($0) } == UInt8(ascii: "{")
}
