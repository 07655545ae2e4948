import JSON

/// An object of a request. Every member is known by name, or begins with `x_`; a problem with a
/// member has the member's name in its pointer.
struct ObjectReader {
  private let node: JSONNode
  /// Whose members stand in for those that are absent.
  private let defaults: JSONNode?

  /// - Parameter names: of all members that the object may have.
  init(_ node: JSONNode, expected: StaticString, names: [MemberName]) throws(Problem) {
    try self.init(unjudged: node, expected: expected)
    try requireKnown(names)
  }

  /// An object whose members are judged later, by `requireKnown`.
  init(
    unjudged node: JSONNode, expected: StaticString, defaults: JSONNode? = nil
  ) throws(Problem) {
    guard node.kind == .object else { throw .expected(expected, found: node.found) }
    (self.node, self.defaults) = (node, defaults)
  }

  func requireKnown(_ names: [MemberName]) throws(Problem) {
    try node.forEachMember { (name, _) throws(Problem) in
      guard names.index(of: name) == nil, !name.isOnesOwn else { return }
      throw .unknown(String(decoding: name, as: UTF8.self), known: names)
    }
  }

  /// The object for reading members that exclude each other: where it has one of them itself, no
  /// default stands in for another.
  func choosing(among names: [MemberName]) -> ObjectReader {
    ObjectReader(node, defaults: names.contains(where: has) ? nil : defaults)
  }

  private init(_ node: JSONNode, defaults: JSONNode?) {
    (self.node, self.defaults) = (node, defaults)
  }

  /// Whether the object itself has this member.
  func has(_ name: MemberName) -> Bool { node.member(name.text) != nil }

  /// The member, or the default that stands in for it.
  func member(_ name: MemberName) -> JSONNode? {
    node.member(name.text) ?? defaults?.member(name.text)
  }

  func read<Value>(
    _ name: MemberName, expected: StaticString, _ read: (JSONNode) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    guard let value = try readIfPresent(name, read) else {
      throw .missing(name.text, expected: expected)
    }
    return value
  }

  func readIfPresent<Value>(
    _ name: MemberName, _ read: (JSONNode) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    guard let member = member(name) else { return nil }
    do throws(Problem) { return try read(member) } catch { throw error.within(name.text) }
  }

  func number(_ name: MemberName, _ rule: NumberRule) throws(Problem) -> Double {
    try read(name, expected: rule.expected, rule.read)
  }

  func numberIfPresent(_ name: MemberName, _ rule: NumberRule) throws(Problem) -> Double? {
    try readIfPresent(name, rule.read)
  }
}

extension JSONNode {
  /// The member with this name, read; nil if there is none. A problem has the name in its pointer.
  func readMember<Value>(
    _ name: StaticString, _ read: (JSONNode) throws(Problem) -> Value
  ) throws(Problem) -> Value? {
    guard let member = member(name) else { return nil }
    do throws(Problem) { return try read(member) } catch { throw error.within(name) }
  }
}

/// Every element of a list, read; a problem has the element's index in its pointer.
func readList<Value>(
  _ node: JSONNode, expected: StaticString, counts: ClosedRange<Int> = 0...Int.max,
  _ read: (JSONNode) throws(Problem) -> Value
) throws(Problem) -> [Value] {
  guard node.kind == .array else { throw .expected(expected, found: node.found) }
  guard counts.contains(node.count) else {
    throw .expected(expected, found: "\(node.count) of them")
  }
  var values: [Value] = []
  values.reserveCapacity(node.count)
  for index in 0..<node.count {
    do throws(Problem) { values.append(try read(node[index])) } catch { throw error.within(index) }
  }
  return values
}

/// One of the words in `choices`.
func readChoice<Value>(
  _ node: JSONNode, _ choices: KeyValuePairs<String, Value>
) throws(Problem) -> Value {
  guard let word = node.string, let choice = choices.first(where: { $0.key == word }) else {
    throw .unknownWord(node, known: choices.map(\.key))
  }
  return choice.value
}
