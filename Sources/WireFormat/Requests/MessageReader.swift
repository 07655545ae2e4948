import JSON

/// What belongs to a message and differs from one to the next, read from the scanned text: its
/// envelope does not have it.
struct MessageReader {
  private static let ownNames: [StaticString] = ["id", "publish", "deadline_ms", "traceparent"]
  /// Set aside in the envelope.
  static let names = NameList(ownNames)
  private static let allNames = NameList(ownNames + ["batch"])

  /// There is a batch instead of one operation.
  private(set) var hasBatch = false
  private var idValue, publishValue, deadlineValue, traceparentValue: UnsafeRawBufferPointer?

  /// Of no message.
  init() {}

  init(_ body: UnsafeRawBufferPointer, scanned scanner: borrowing JSONScanner) {
    scanner.forEachValue(of: Self.allNames, in: body) { name, range in
      let value = UnsafeRawBufferPointer(rebasing: body[range])
      switch name {
      case 0: idValue = value
      case 1: publishValue = value
      case 2: deadlineValue = value
      case 3: traceparentValue = value
      default: hasBatch = true
      }
    }
  }

  /// Nil unless it is a text of 1 ... 128 bytes.
  var id: String? { idValue.flatMap(JSONScalar.string).flatMap { isID($0) ? $0 : nil } }

  /// Why there is no id.
  var idProblem: Problem {
    guard let idValue else { return .missing("id", expected: expectedID) }
    return Problem.expected(expectedID, found: found(idValue)).within("id")
  }

  /// The text, not judged; nil if there is none.
  var publish: String? { publishValue.flatMap(JSONScalar.string) }

  func publish(_ topics: TopicRules) throws(Problem) -> String? {
    guard let publishValue else { return nil }
    guard let publish else {
      throw Problem.expected(expectedTopic, found: found(publishValue)).within("publish")
    }
    if let problem = topics.problem(with: publish) { throw problem.within("publish") }
    return publish
  }

  /// Milliseconds; nil unless they are whole, 1 ... 60000.
  var deadline: Int? {
    deadlineValue.flatMap(JSONScalar.number).flatMap {
      NumberRule.deadline.allows($0) ? Int($0) : nil
    }
  }

  func requireDeadline() throws(Problem) -> Int? {
    guard let deadlineValue else { return nil }
    guard let deadline else {
      throw Problem.expected(NumberRule.deadline.expected, found: found(deadlineValue))
        .within("deadline_ms")
    }
    return deadline
  }

  /// Nil if it is not as W3C Trace Context says.
  var traceparent: String? {
    traceparentValue.flatMap(JSONScalar.string).flatMap { isTraceParent($0) ? $0 : nil }
  }
}

let expectedID: StaticString = "an id of 1 ... 128 bytes"

func isID(_ text: String) -> Bool { 1...128 ~= text.utf8.count }
