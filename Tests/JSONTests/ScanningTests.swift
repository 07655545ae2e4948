import JSON
import Testing

/// The first fault in `text`.
private func fault(_ text: some Collection<UInt8>) -> JSONError? {
  Array(text).withUnsafeBytes { bytes in
    var scanner = JSONScanner()
    do throws(JSONError) {
      try scanner.scan(bytes)
      return nil
    } catch {
      return error
    }
  }
}

@Suite struct ScanningTests {
  @Test(arguments: [
    "0", "-0", "1.5e-7", "[]", "{}", " [ 1 , 2 ] \r\n\t", #"{"a":{"a":[{"a":null}]}}"#, "\"\"",
    #""\u0041\ud834\udd1e\n\/ 123456789 é𝄞""#, "1e-400", "true", #"{"\u0061":1,"b":2}"#,
    #"{"longer than eight a":1,"longer than eight b":2}"#, "1e308", #"["\u0000"]"#,
    "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
  ])
  func strictTextPasses(_ text: String) {
    #expect(fault(text.utf8) == nil)
  }

  @Test(
    arguments: [
      ("", .endOfText, 0), (" ", .endOfText, 1), ("[1,", .endOfText, 3), ("[1,]", .noValue, 3),
      ("[1 2]", .noSeparatorInArray, 3), ("01", .badNumber, 1), ("-", .endOfText, 1),
      ("-x", .badNumber, 1), ("1.", .endOfText, 2), ("[1.]", .badNumber, 3),
      ("1e400", .numberOverflow, 0), ("[-1e234567890123456789]", .numberOverflow, 1),
      ("NaN", .noValue, 0), ("nul", .badLiteral, 0), ("tru ", .badLiteral, 0),
      ("{'a':1}", .noName, 1), ("{\"a\" 1}", .noColon, 5), ("{\"a\":1,}", .noName, 7),
      ("{\"a\":1 \"b\":2}", .noSeparatorInObject, 7), ("\"a\u{1}\"", .controlCharacter, 2),
      ("\"abcdefgh\n\"", .controlCharacter, 9), (#""\x""#, .badEscape, 2),
      (#""\u12g4""#, .badEscape, 2), (#""\ud834""#, .loneSurrogate, 2),
      (#""\udd1e\ud834""#, .loneSurrogate, 2), (#""\ud834\u0041""#, .loneSurrogate, 2),
      (#"{"\u0000":1}"#, .nulInName, 2), (#"{"a":1,"\u0061":2}"#, .duplicateName, 8),
      (#"{"longer than eight":1,"longer than eight":2}"#, .duplicateName, 24),
      ("{}}", .trailingBytes, 2), ("{}\u{0}", .trailingBytes, 2), ("{}{}", .trailingBytes, 2),
      ("[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", .tooDeep, 16), ("/**/1", .noValue, 0),
      ("\u{FEFF}{}", .noValue, 0),
    ] as [(String, JSONError.Reason, Int)])
  func faultsAreFoundWhereTheyAre(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
    let fault = fault(text.utf8)
    #expect(fault?.reason == reason)
    #expect(fault?.offset == offset)
  }

  /// The Unicode Standard, table 3-7, and what lies just outside of it.
  @Test func utf8IsHeldToTheUnicodeTable() {
    let wellFormed: [[UInt8]] = [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
      [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ]
    let illFormed: [[UInt8]] = [
      [0x80], [0xFF], [0xC0, 0xAF], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xE2, 0x82], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xE2, 0x28, 0xA1], [0xF0, 0x90, 0x28, 0x80],
    ]
    for bytes in wellFormed {
      #expect(fault([0x22] + bytes + [0x22]) == nil, "\(bytes)")
    }
    for bytes in illFormed {
      let fault = fault([0x22, 0x61] + bytes + [0x22])
      #expect(fault?.reason == .badUTF8 && fault?.offset == 2, "\(bytes)")
    }
  }

  @Test func aFaultIsNamedWithItsLine() {
    let error = fault("{\n\"a\": 1,\n \"b\": 01}".utf8)
    #expect(error?.line == 3)
    #expect(error?.description == "byte 17, line 3: not a number as JSON writes it")
  }

  @Test func duplicatesAmongManyNamesAreFound() {
    let names = (0..<100_000).map { "\"name \($0)\":0" }
    #expect(fault("{\(names.joined(separator: ","))}".utf8) == nil)
    let fault = fault("{\(names.joined(separator: ",")),\"n\\u0061me 7\":1}".utf8)
    #expect(fault?.reason == .duplicateName)
  }

  @Test func aGiantLeavesTheScannerAsItWas() throws {
    var scanner = JSONScanner(takingOut: ["a"])
    let giant = Array("{\"a\":[\(String(repeating: "1,", count: 300_000))1]}".utf8)
    try giant.withUnsafeBytes { try scanner.scan($0) }
    #expect(scanner.tokens.count == 300_002)
    try Array(#"{"a":[2],"b":3}"#.utf8).withUnsafeBytes { try scanner.scan($0) }
    #expect(scanner.tokens.map(\.number).last == 2)
    #expect(scanner.members.count == 2)
  }

  @Test(arguments: ["[", "{\"a\":", "[[{\"a\":"])
  func bracketsWithoutEndAreRefusedAtOnce(_ opening: String) {
    let text = String(repeating: opening, count: 1_000_000)
    #expect(fault(text.utf8)?.reason == .tooDeep)
  }

  @Test func topLevelMembersAreReadAlsoBeforeAFault() throws {
    var scanner = JSONScanner()
    let text = Array(#"{"id":"\u0041b","x_a":{"id":"no"},"n":-1.5e1,"bad":[nul]}"#.utf8)
    text.withUnsafeBytes { bytes in
      #expect(throws: JSONError.self) { try scanner.scan(bytes) }
      #expect(scanner.value(of: "id", in: bytes).flatMap(JSONScalar.string) == "Ab")
      #expect(scanner.value(of: "n", in: bytes).flatMap(JSONScalar.number) == -15)
      #expect(scanner.value(of: "bad", in: bytes) == nil)
      #expect(scanner.value(of: "a", in: bytes) == nil)
      #expect(scanner.members.count == 4)
    }
  }

  @Test func arraysOfChosenNamesAreTakenOut() throws {
    var scanner = JSONScanner(takingOut: ["pois"])
    let text = Array(#"{"a":1,"pois":[{"x":[1,-2.5],"y":"z"},null],"b":{"pois":[true]}}"#.utf8)
    try text.withUnsafeBytes { bytes in
      try scanner.scan(bytes)
    }
    #expect(
      scanner.excerpts.map { String(decoding: text[$0.range], as: UTF8.self) }
        == [#"[{"x":[1,-2.5],"y":"z"},null]"#, "[true]"])
    #expect(
      scanner.tokens.map(\.kind) == [
        .array, .object, .name, .array, .number, .number, .name, .string, .null, .array, .true,
      ])
    #expect(scanner.tokens[0].count == 2 && scanner.tokens[0].end == 9)
    #expect(scanner.tokens[1].count == 2 && scanner.tokens[1].end == 8)
    #expect(scanner.tokens[5].number == -2.5)
    #expect(scanner.excerpts[1].token == 9)
  }
}
