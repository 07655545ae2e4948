/// Reads strict JSON: the scan judges every byte and takes the long lists out, json-c judges the
/// structure of the rest, the envelope. Made and used by one thread.
public final class JSONReader {
  // One thread uses these, and nothing that they call comes back to them.
  /// What the last text's scan found.
  @exclusivity(unchecked) public private(set) var scanner: JSONScanner
  private let parser = JSONParser()
  @exclusivity(unchecked) private var writer: EnvelopeWriter

  /// - Parameters:
  ///   - names: Arrays that are values of members with one of these become excerpts: the envelope
  ///     has in their place an array of one number, the index of the excerpt.
  ///   - setAside: Top-level members with one of these names are null in the envelope; their values
  ///     are for the scanner to tell.
  public init(takingOut names: NameList = [], settingAside setAside: NameList = []) {
    scanner = JSONScanner(takingOut: names)
    writer = EnvelopeWriter(settingAside: setAside)
  }

  /// Hands the value of `text`, without its excerpts, to `body`; no node may outlive the call.
  ///
  /// - Throws: what `refusal` makes of the fault in the text, or what `body` throws.
  public func read<Value, Failure>(
    _ text: UnsafeRawBufferPointer, refusal: (JSONError) -> Failure,
    _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(JSONError) { try scan(text) } catch { throw refusal(error) }
    writeEnvelope(of: text)
    return try readEnvelope(refusal: refusal, body)
  }

  /// The first part of `read`: judges the bytes of `text`.
  public func scan(_ text: UnsafeRawBufferPointer) throws(JSONError) { try scanner.scan(text) }

  /// The second part: writes the envelope of `text`, which was scanned last.
  public func writeEnvelope(of text: UnsafeRawBufferPointer) {
    writer.write(text, scanned: scanner)
  }

  /// What json-c gets of the text whose envelope was written last; valid until the next one.
  public var envelope: UnsafeRawBufferPointer { writer.envelope }

  /// The third part.
  public func readEnvelope<Value, Failure>(
    refusal: (JSONError) -> Failure, _ body: (JSONNode) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try parser.parse(envelope, refusal: refusal, body)
  }
}
