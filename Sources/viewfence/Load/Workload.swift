import JSON
import WireFormat

/// A request that is sent again and again under new ids, and the answer that it must get.
struct Workload: Sendable {
  let name: String
  /// What stands before and behind the id.
  let head, tail: [UInt8]
  let packedFrames: [[UInt8]]
  /// The answer, cut where the id stands; nil if it depends on the server.
  let answer: [[UInt8]]?

  /// `answer` computes the reply to a request.
  init(
    name: String, document: [UInt8], packedFrames: [[UInt8]],
    answer: (_ frames: [UnsafeRawBufferPointer]) -> [UInt8]
  ) throws(Failure) {
    (self.name, self.packedFrames) = (name, packedFrames)
    let (value, operation) = try Self.members(of: document, named: name)
    head = Array(document[..<value.lowerBound])
    tail = Array(document[value.upperBound...])
    guard operation != "info" else {
      self.answer = nil
      return
    }
    let id = Array("\"\(RequestID(client: 0, number: 0).text)\"".utf8)
    let reply = withFrames([head + id + tail] + packedFrames, answer)
    self.answer = Self.cut(reply, at: id)
  }

  /// The request under an id.
  func request(_ id: RequestID) -> [UInt8] {
    var bytes = head
    bytes.append(UInt8(ascii: "\""))
    bytes += id.text.utf8
    bytes.append(UInt8(ascii: "\""))
    bytes += tail
    return bytes
  }

  /// Whether `reply` is the answer under `id`, numbers to a billionth.
  func accepts(_ reply: UnsafeRawBufferPointer, under id: RequestID) -> Bool {
    guard let answer else { return true }
    let quoted = Array("\"\(id.text)\"".utf8)
    var expected: [UInt8] = []
    for (index, part) in answer.enumerated() {
      if index > 0 { expected += quoted }
      expected += part
    }
    return expected.elementsEqual(reply)
      || expected.withUnsafeBytes { saysTheSame(UnsafeRawBufferPointer($0), reply) }
  }

  /// Where the value of the top-level `id` stands, and what `op` is.
  private static func members(
    of document: [UInt8], named name: String
  ) throws(Failure) -> (id: Range<Int>, operation: String?) {
    let found = document.withUnsafeBytes { text -> (Range<Int>, String?)? in
      var scanner = JSONScanner()
      guard (try? scanner.scan(text)) != nil else { return nil }
      let id = scanner.members.first { member in
        text[member.name].elementsEqual("id".utf8)
      }
      guard let value = id?.value, text[value.lowerBound] == UInt8(ascii: "\"") else { return nil }
      return (value, scanner.value(of: "op", in: text).flatMap(JSONScalar.string))
    }
    guard let found else {
      throw Failure(.usage, "\(name): expected a request, an object with an \"id\"")
    }
    return found
  }

  private static func cut(_ reply: [UInt8], at id: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var rest = reply[...]
    while let place = rest.firstRange(of: id) {
      parts.append(Array(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    return parts + [Array(rest)]
  }
}

/// The id of a request: which client sent it, and as which of its own.
struct RequestID: Equatable {
  let client, number: Int

  /// Always of one length.
  var text: String { "load-\(Self.hex(client, 4))-\(Self.hex(number, 10))" }

  private static func hex(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Whether two JSON texts differ at most in numbers, and these by no more than a billionth of
/// themselves or of one.
func saysTheSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  var (a, b) = (a[...], b[...])
  var isInString = false
  while let x = a.first, let y = b.first {
    if !isInString, beginsNumber(x), beginsNumber(y) {
      let (m, n) = (a.prefix(while: isOfNumber), b.prefix(while: isOfNumber))
      guard let p = Double(String(decoding: m, as: UTF8.self)),
        let q = Double(String(decoding: n, as: UTF8.self)),
        abs(p - q) <= 1e-9 * max(1, abs(p))
      else { return false }
      a = a.dropFirst(m.count)
      b = b.dropFirst(n.count)
      continue
    }
    guard x == y else { return false }
    if x == UInt8(ascii: "\"") { isInString.toggle() }
    // An escaped quotation mark ends nothing.
    let width = isInString && x == UInt8(ascii: "\\") ? 2 : 1
    guard a.prefix(width).elementsEqual(b.prefix(width)) else { return false }
    a = a.dropFirst(width)
    b = b.dropFirst(width)
  }
  return a.isEmpty && b.isEmpty
}

private func beginsNumber(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
}

private func isOfNumber(_ byte: UInt8) -> Bool {
  beginsNumber(byte) || "+.eE".utf8.contains(byte)
}
