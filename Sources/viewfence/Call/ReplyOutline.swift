import JSON
import Majordomo

/// What a client has to know of a reply before it hands it on.
struct ReplyOutline: Equatable {
  /// It carries a result, no error.
  var isOK = false
  /// Another broker may do better (status 429 and 503).
  var isBusy = false
  /// When the same broker may do better.
  var retryAfter: Milliseconds?

  init(_ reply: UnsafeRawBufferPointer) {
    let reader = JSONReader()
    _ = try? reader.read(reply, refusal: { $0 as any Error }) { root in
      isOK = root.member("ok")?.isTrue ?? false
      guard let error = root.member("error") else { return }
      isBusy = [429, 503].contains(error.member("status")?.number)
      retryAfter = error.member("retry_after_ms")?.number.flatMap(Milliseconds.init(exactly:))
    }
  }
}
