import JSON

/// What a client has to know of a reply before it hands it on.
struct ReplyOutline: Equatable {
  /// It carries a result, no error.
  var isOK = false
  /// Another endpoint may do better (status 503).
  var isBusy = false

  init(_ reply: UnsafeRawBufferPointer) {
    var scanner = JSONScanner()
    guard (try? scanner.scan(reply)) != nil else { return }
    isOK = scanner.value(of: "ok", in: reply).map(Self.text) == "true"
    guard let error = scanner.value(of: "error", in: reply), (try? scanner.scan(error)) != nil
    else {
      return
    }
    isBusy = scanner.value(of: "status", in: error).map(Self.text) == "503"
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
