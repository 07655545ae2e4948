import Glibc
import JSON
import WireFormat

/// What one pass says every pass says, json-c too; numbers are those of the C library; what is
/// written of what was read reads the same.
func judgeScan(_ text: UnsafeRawBufferPointer) -> String? {
  var plain = JSONScanner()
  let error = refusal(of: text, by: &plain)
  var taking = JSONScanner(takingOut: excerptNames)
  // Room that a scanner keeps must not change what it finds.
  _ = Array(#"{"id":1,"pois":[1,{"a":"b"}],"o":{"p":[]}}"#.utf8).withUnsafeBytes {
    refusal(of: $0, by: &taking)
  }
  guard error == refusal(of: text, by: &taking) else {
    return "the verdict depends on what is taken out"
  }
  let envelope = RequestEnvelope.scan(text)
  if let error {
    guard 0...text.count ~= error.offset, error.line >= 1 else { return "\(error) is nowhere" }
    return envelope.isWellFormed ? "what is refused is well-formed" : nil
  }
  return fault(ofMembers: plain, in: text) ?? fault(ofTokens: taking, in: text)
    ?? fault(ofTree: text)
}

private let excerptNames: NameList = ["pois", "coordinates", "points", "x_"]

private func refusal(
  of text: UnsafeRawBufferPointer, by scanner: inout JSONScanner
) -> JSONError? {
  do throws(JSONError) { try scanner.scan(text) } catch { return error }
  return nil
}

private func fault(
  ofMembers scanner: borrowing JSONScanner, in text: UnsafeRawBufferPointer
) -> String? {
  for member in scanner.members {
    guard let value = member.value, value.upperBound <= text.count,
      member.name.upperBound < value.lowerBound, !value.isEmpty
    else { return "a member has no place" }
  }
  return nil
}

private func fault(
  ofTokens scanner: borrowing JSONScanner, in text: UnsafeRawBufferPointer
) -> String? {
  for token in scanner.tokens where token.kind == .number {
    let digits = text[Int(token.offset)...].prefix { "+-.eE0123456789".utf8.contains($0) }
    let expected = (digits.map(CChar.init) + [0]).withUnsafeBufferPointer {
      $0.baseAddress.map { strtod($0, nil) }
    }
    guard expected?.bitPattern == token.number.bitPattern else {
      return "\(String(decoding: digits, as: UTF8.self)) is read as \(token.number)"
    }
  }
  for excerpt in scanner.excerpts {
    guard scanner.tokens[excerpt.token].kind == .array,
      scanner.tokens[excerpt.token].end <= scanner.tokens.count,
      text[excerpt.range].first == UInt8(ascii: "["), text[excerpt.range].last == UInt8(ascii: "]")
    else { return "an excerpt is no array" }
  }
  return nil
}

private func fault(ofTree text: UnsafeRawBufferPointer) -> String? {
  let once: [UInt8]
  let twice: [UInt8]
  do throws(JSONError) {
    once = try rewritten(text)
    twice = try rewritten(once)
  } catch { return "the tree refuses what the scan reads: \(error)" }
  return once == twice ? nil : "what is written of a tree reads otherwise"
}

/// The value of `text`, read through the tree and written again.
private func rewritten(_ text: UnsafeRawBufferPointer) throws(JSONError) -> [UInt8] {
  var writer = JSONWriter()
  func write(_ root: JSONNode) throws(JSONError) { append(root, into: &writer) }
  try JSONReader().read(text, refusal: { $0 }, write)
  return writer.bytes
}

private func rewritten(_ bytes: [UInt8]) throws(JSONError) -> [UInt8] {
  try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
    try rewritten(UnsafeRawBufferPointer(bytes))
  }
}

/// Objects as arrays of names and values: the writer has only names that stand in the program.
private func append(_ node: JSONNode, into writer: inout JSONWriter) {
  switch node.kind {
  case .null: writer.null()
  case .bool: writer.value(node.isTrue)
  case .number: writer.value(node.number ?? .nan)
  case .string: writer.value(node.string ?? "")
  case .array:
    writer.beginArray()
    for index in 0..<node.count { append(node[index], into: &writer) }
    writer.endArray()
  case .object:
    writer.beginArray()
    node.forEachMember { name, value in
      writer.value(String(decoding: name, as: UTF8.self))
      append(value, into: &writer)
    }
    writer.endArray()
  }
}
