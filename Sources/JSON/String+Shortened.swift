extension String {
  /// Its first 64 bytes at most, whole Unicode scalars, with an ellipsis where it goes on.
  public var shortened: String {
    guard utf8.count > 64 else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: 61)
    while end > utf8.startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end] + "…"
  }
}
