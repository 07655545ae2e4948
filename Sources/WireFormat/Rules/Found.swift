import JSON

/// What stands in a request, for the second half of "expected …, found …".
extension JSONNode {
  var found: String {
    switch kind {
    case .null: "null"
    case .bool: isTrue ? "true" : "false"
    case .number: number.map(numberText) ?? ""
    case .string: "the text \"\(string?.shortened ?? "")\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// The same of a value as it stands in the text.
func found(_ value: UnsafeRawBufferPointer) -> String {
  if let text = JSONScalar.string(value) { return "the text \"\(text.shortened)\"" }
  if let number = JSONScalar.number(value) { return numberText(number) }
  return switch value.first {
  case UInt8(ascii: "{"): "an object"
  case UInt8(ascii: "["): "a list"
  default: String(decoding: value, as: UTF8.self).shortened
  }
}

extension Problem {
  init(_ error: JSONError) { self.init(.badJSON, error.description) }

  /// - Parameter text: what is not strict JSON.
  init(_ error: JSONError, in text: UnsafeRawBufferPointer) {
    self.init(.badJSON, error.description(in: text))
  }

  /// A member of the wrong kind or out of its range.
  static func expected(_ expected: StaticString, found: String) -> Problem {
    Problem(.badSchema, "expected \(expected), found \(found)")
  }

  static func missing(_ name: StaticString, expected: StaticString) -> Problem {
    Problem(.badSchema, "missing; expected \(expected)").within(name)
  }

  static func unknown(_ name: String, known: [MemberName]) -> Problem {
    let names = known.map(\.text.description)
    let hint =
      nearestName(to: name, among: names).map { "did you mean \"\($0)\"?" }
      ?? "known here: \(names.joined(separator: ", "))"
    return Problem(.badSchema, "unknown member \"\(name.shortened)\"; \(hint)").within(name)
  }
}

extension Problem {
  /// A text that is none of `known`.
  static func unknownWord(
    _ node: JSONNode, known: [String], kind: Kind = .badSchema
  ) -> Problem {
    let hint =
      node.string.flatMap { nearestName(to: $0, among: known) }.map { "; did you mean \"\($0)\"?" }
      ?? ""
    return Problem(
      kind, "expected one of \(known.joined(separator: ", ")), found \(node.found)\(hint)")
  }
}

/// `number` as a reply writes it.
func numberText(_ number: Double) -> String {
  guard number.isFinite else { return "\(number)" }
  var writer = JSONWriter(capacity: 32)
  writer.value(number)
  return String(decoding: writer.bytes, as: UTF8.self)
}
