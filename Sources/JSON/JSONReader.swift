/// Reads strict JSON: the scan judges every byte and takes the long lists out, json-c judges the
/// structure of the rest, the envelope. Made and used by one thread.
public final class JSONReader {
  /// What the last text's scan found.
  public private(set) var scanner: JSONScanner
  private let parser = JSONParser()
  private let namesSetAside: [(name: StaticString, beginning: UInt64)]
  private var written = GrowingBuffer<UInt8>(capacity: 1024)

  /// - Parameters:
  ///   - names: Arrays that are values of members with one of these become excerpts: the envelope
  ///     has in their place an array of one number, the index of the excerpt.
  ///   - setAside: Top-level members with one of these names are null in the envelope; their values
  ///     are for the scanner to tell.
  public init(takingOut names: [StaticString] = [], settingAside setAside: [StaticString] = []) {
    scanner = JSONScanner(takingOut: names)
    namesSetAside = setAside.map { ($0, UnsafeRawBufferPointer($0).beginning) }
  }

  /// Hands the value of `text`, without its excerpts, to `body`; no node may outlive the call.
  ///
  /// - Throws: what `refusal` makes of the fault in the text, or what `body` throws.
  public func read<Value, Failure>(
    _ text: UnsafeRawBufferPointer, refusal: (JSONError) -> Failure,
    _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(JSONError) { try scan(text) } catch { throw refusal(error) }
    return try readEnvelope(refusal: refusal, body)
  }

  /// The first half of `read`: judges the bytes of `text`, and writes its envelope.
  public func scan(_ text: UnsafeRawBufferPointer) throws(JSONError) {
    written.reset()
    try scanner.scan(text)
    writeEnvelope(of: text)
  }

  /// What json-c gets of the text that was scanned last; valid until the next scan.
  public var envelope: UnsafeRawBufferPointer { UnsafeRawBufferPointer(written.elements) }

  /// The second half of `read`.
  public func readEnvelope<Value, Failure>(
    refusal: (JSONError) -> Failure, _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try parser.parse(envelope, refusal: refusal, body)
  }

  /// Copies `text` with excerpts replaced by their indices, what is set aside by null, and with a
  /// fraction after whole numbers so long that json-c would clamp them.
  private func writeEnvelope(of text: UnsafeRawBufferPointer) {
    var start = 0
    var (integer, excerpt, member) = (0, 0, 0)

    func copy(upTo end: Int) {
      while integer < scanner.longIntegers.count, scanner.longIntegers[integer] <= end {
        let place = scanner.longIntegers[integer]
        integer += 1
        // Integers of what was set aside lie behind.
        guard place > start else { continue }
        append(text[start..<place])
        append(".0")
        start = place
      }
      append(text[start..<end])
    }

    func replaceExcerpts(upTo end: Int) {
      while excerpt < scanner.excerpts.count, scanner.excerpts[excerpt].range.lowerBound < end {
        let range = scanner.excerpts[excerpt].range
        if range.lowerBound >= start {
          copy(upTo: range.lowerBound)
          append("[")
          appendDecimal(excerpt)
          append("]")
          start = range.upperBound
        }
        excerpt += 1
      }
    }

    while member < scanner.members.count {
      if let value = scanner.members[member].value,
        scanner.isMember(member, of: text, among: namesSetAside)
      {
        replaceExcerpts(upTo: value.lowerBound)
        copy(upTo: value.lowerBound)
        append("null")
        start = value.upperBound
      }
      member += 1
    }
    replaceExcerpts(upTo: text.count)
    copy(upTo: text.count)
  }

  private func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(text)[...])
  }

  private func append(_ bytes: Slice<UnsafeRawBufferPointer>) {
    written.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes))
  }

  private func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    written.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
