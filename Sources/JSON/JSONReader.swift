/// Reads strict JSON: the scan judges every byte and takes the long lists out, json-c judges the
/// structure of the rest. Made and used by one thread.
public final class JSONReader {
  /// What the last text's scan found.
  public private(set) var scanner: JSONScanner
  private let parser = JSONParser()
  private var envelope: [UInt8] = []

  /// Arrays that are values of members with one of `names` become excerpts: the tree has in their
  /// place an array of one number, the index of the excerpt.
  public init(takingOut names: [StaticString] = []) {
    scanner = JSONScanner(takingOut: names)
  }

  /// Hands the value of `text`, without its excerpts, to `body`; no node may outlive the call.
  ///
  /// - Throws: what `refusal` makes of the fault in the text, or what `body` throws.
  public func read<Value, Failure>(
    _ text: UnsafeRawBufferPointer, refusal: (JSONError) -> Failure,
    _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(JSONError) { try scanner.scan(text) } catch {
      throw refusal(error)
    }
    if scanner.excerpts.isEmpty, scanner.longIntegers.isEmpty {
      return try parser.parse(text, refusal: refusal, body)
    }
    writeEnvelope(of: text)
    return try envelope.withUnsafeBufferPointer { (bytes) throws(Failure) in
      try parser.parse(UnsafeRawBufferPointer(bytes), refusal: refusal, body)
    }
  }

  /// Copies `text` with excerpts replaced by their indices, and with a fraction after whole numbers
  /// so long that json-c would clamp them.
  private func writeEnvelope(of text: UnsafeRawBufferPointer) {
    envelope.removeAll(keepingCapacity: true)
    var start = 0
    var integers = scanner.longIntegers[...]
    func copy(upTo end: Int) {
      while let integer = integers.first, integer <= end {
        envelope.append(contentsOf: text[start..<integer])
        envelope.append(contentsOf: ".0".utf8)
        (start, integers) = (integer, integers.dropFirst())
      }
      envelope.append(contentsOf: text[start..<end])
    }
    for (index, excerpt) in scanner.excerpts.enumerated() {
      copy(upTo: excerpt.range.lowerBound)
      envelope.append(contentsOf: "[\(index)]".utf8)
      start = excerpt.range.upperBound
    }
    copy(upTo: text.count)
  }
}
