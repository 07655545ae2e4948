import JSON

let expectedID: StaticString = "an id of 1 ... 128 bytes"

func isID(_ text: String) -> Bool { 1...128 ~= text.utf8.count }

/// What belongs to a message and differs from one to the next, read from the scanned text: its
/// envelope does not have it.
struct MessageReader {
  static let names: [StaticString] = ["id", "publish", "deadline_ms", "traceparent"]

  let body: UnsafeRawBufferPointer
  let reader: JSONReader

  func id() throws(Problem) -> String {
    guard let value = value("id") else { throw .missing("id", expected: expectedID) }
    guard let id = JSONScalar.string(value), isID(id) else {
      throw Problem.expected(expectedID, found: found(value)).within("id")
    }
    return id
  }

  func publish(_ topics: TopicRules) throws(Problem) -> String? {
    guard let value = value("publish") else { return nil }
    guard let topic = JSONScalar.string(value) else {
      throw Problem.expected(expectedTopic, found: found(value)).within("publish")
    }
    if let problem = topics.problem(with: topic) { throw problem.within("publish") }
    return topic
  }

  func deadline() throws(Problem) -> Int? {
    guard let value = value("deadline_ms") else { return nil }
    guard let deadline = JSONScalar.number(value), NumberRule.deadline.allows(deadline) else {
      throw Problem.expected(NumberRule.deadline.expected, found: found(value))
        .within("deadline_ms")
    }
    return Int(deadline)
  }

  /// Nil if it is not as W3C Trace Context says.
  func traceparent() -> String? {
    value("traceparent").flatMap(JSONScalar.string).flatMap { isTraceParent($0) ? $0 : nil }
  }

  private func value(_ name: StaticString) -> UnsafeRawBufferPointer? {
    reader.scanner.value(of: name, in: body)
  }
}
