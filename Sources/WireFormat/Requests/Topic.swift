import JSON

/// The prefixes under which clients may have answers published.
public struct TopicRules: Hashable, Sendable {
  /// Each ends in `/`.
  public let prefixes: [String]

  public init(prefixes: [String]) { self.prefixes = prefixes }

  /// What is wrong with `topic`; nil if an answer may be published under it.
  public func problem(with topic: String) -> Problem? {
    guard isTopic(topic) else {
      return .expected(expectedTopic, found: "the text \"\(topic.shortened)\"")
    }
    // `errors/` is where refusals go, whatever the settings say.
    guard !topic.hasPrefix("errors/"), prefixes.contains(where: topic.hasPrefix) else {
      let allowed =
        prefixes.isEmpty ? "no topic here" : "a topic under \(prefixes.joined(separator: " or "))"
      return Problem(.unauthorized, "expected \(allowed), found \"\(topic.shortened)\"")
    }
    return nil
  }
}

/// Whether `text` has the form of a topic: 2 ... 255 bytes that end in `/`, so that no topic is the
/// beginning of another's name.
public func isTopic(_ text: String) -> Bool {
  (2...255).contains(text.utf8.count) && text.utf8.last == UInt8(ascii: "/")
}

let expectedTopic: StaticString = "a topic of 2 ... 255 bytes that ends in \"/\""
