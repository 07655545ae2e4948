import JSON
import Majordomo

/// What a client has to know of a reply before it hands it on.
struct ReplyOutline: Equatable {
  /// It carries a result, no error.
  var isOK = false
  /// Another broker may do better (status 429 and 503).
  var isBusy = false
  /// Its time was over before it was computed (status 504).
  var isLate = false
  /// When the same broker may do better.
  var retryAfter: Milliseconds?

  init(_ reply: UnsafeRawBufferPointer) {
    // What is no JSON is no answer either; its text is handed on all the same.
    try? JSONReader().read(reply, refusal: Unreadable.init) { (root) throws(Unreadable) in
      isOK = root.member("ok")?.isTrue ?? false
      guard let error = root.member("error") else { return }
      let status = error.member("status")?.number
      isBusy = [429, 503].contains(status)
      isLate = status == 504
      retryAfter = error.member("retry_after_ms")?.number.flatMap(Milliseconds.init(exactly:))
    }
  }

  private struct Unreadable: Error {
    let cause: JSONError
  }
}
