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

  /// Reads the top-level members of `body` in one pass, without a tree. Never fails.
  public static func scan(_ body: UnsafeRawBufferPointer) -> RequestEnvelope {
    RequestEnvelope(isWellFormed: false, id: nil, deadlineMilliseconds: nil, publish: nil)
  }
}
