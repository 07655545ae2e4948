import CJSON

/// json-c's parser, which judges the structure of every request as C, Python or Ruby would.
/// Made and used by one thread.
final class JSONParser {
  private let tokener: UnsafeMutablePointer<json_tokener>

  init() {
    guard let tokener = json_tokener_new_ex(CInt(2 * JSONScanner.maximumDepth)) else {
      fatalError("json_tokener_new_ex: out of memory")
    }
    json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8)
    self.tokener = tokener
  }

  deinit { json_tokener_free(tokener) }

  /// Hands the value of `text`, which a `JSONScanner` has found to be right (alone, json-c is
  /// lenient), to `body`; no node may outlive the call.
  func parse<Value, Failure>(
    _ text: UnsafeRawBufferPointer, refusal: (JSONError) -> Failure,
    _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    json_tokener_reset(tokener)
    let length = CInt(clamping: text.count)
    guard Int(length) == text.count else { throw refusal(JSONError(.tooLong, at: 0, in: text)) }
    var root = json_tokener_parse_ex(
      tokener, text.baseAddress?.assumingMemoryBound(to: CChar.self), length)
    defer { json_object_put(root) }
    let end = Int(json_tokener_get_parse_end(tokener))
    if json_tokener_get_error(tokener) == json_tokener_continue {
      // A number at the top level ends with the text, which json-c is told by a byte more.
      root = " ".withCString { json_tokener_parse_ex(tokener, $0, 1) }
    }
    guard json_tokener_get_error(tokener) == json_tokener_success,
      text[min(end, text.count)...].allSatisfy({ " \n\r\t".utf8.contains($0) })
    else { throw refusal(JSONError(.refusedByTree, at: min(end, text.count), in: text)) }
    return try body(JSONNode(root))
  }
}
