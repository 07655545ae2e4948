import JSON
import Operations
import Testing

/// What a scan says of the elements of the array under `a` in `text`.
private enum Verdict: Equatable {
  case fault(JSONError.Reason, at: Int)
  /// Every value and name of the array, in words.
  case values([String])
}

private func verdict(_ text: [UInt8]) -> Verdict {
  text.withUnsafeBytes { bytes in
    var scanner = JSONScanner(takingOut: ["a"])
    do throws(JSONError) { try scanner.scan(bytes) } catch {
      return .fault(error.reason, at: error.offset)
    }
    return .values(
      scanner.tokens.map { token in
        switch token.kind {
        case .number: "\(token.number)"
        case .name, .string:
          String(
            decoding: bytes[Int(token.offset)..<Int(token.offset) + token.length], as: UTF8.self)
        case .array, .object: "\(token.kind) of \(token.count)"
        default: "\(token.kind)"
        }
      })
  }
}

/// An element that repeats the one before is read as it would be read alone.
@Suite struct RepetitionTests {
  static let elements = [
    #"{"latitude":-33.8703,"longitude":151.2089}"#,
    #"{"latitude": 5, "longitude": 0.25}"#,
    "{\n \"longitude\" : 1e2 ,\n \"latitude\" : -0.0\n }",
    "[151.2089,-33.8703]", "[0,0]", "[[[1.5,2.5],[3.5,4.5]],[]]",
    #"{"latitude":1.5,"longitude":2.5,"footprint":{"top":40,"left":12.5}}"#,
    #"{"latitude":1.5,"longitude":2.5,"x_note":"é 5","x_also":[true,null,7]}"#,
  ]
  /// What a number is written as, right or wrong.
  static let numbers = [
    "0", "-0", "-", "1", "12345678", "123456789", "1234567", "0.5", "00.5", "01", "-01.5", ".5",
    "5.",
    "1.5.5", "1.12345678", "1.123456789", "1.1234567890123456", "151.20898765432101",
    "1.12345678901234567", "123456.1234567890123", "1234567.12345678901234567", "1e3", "1.5E-3",
    "1e400", "--1", "+1", "1-", "0.30000000000000004", "9007199254740993.5", "1.5 ", " 1.5", "1,5",
    "true", "\"1\"", "1.1\u{0}",
  ]

  /// - Parameter behind: so many bytes stand behind the array.
  private func expectSame(_ first: String, _ second: [UInt8], behind: Int) {
    let begin = Array("{\"a\":[".utf8)
    let end = Array("]}".utf8) + Array(repeating: UInt8(ascii: " "), count: behind)
    let alone = verdict(begin + second + end)
    let both = verdict(begin + Array(first.utf8) + Array(",".utf8) + second + end)
    let what = "\(first) then \(String(decoding: second, as: UTF8.self)) and \(behind) bytes"
    switch (alone, both) {
    case (.fault(let reason, let place), .fault(let other, let otherPlace)):
      #expect(reason == other && place + first.utf8.count + 1 == otherPlace, "\(what)")
    case (.values(let values), .values(let others)):
      guard case .values(let before) = verdict(begin + Array(first.utf8) + end) else {
        Issue.record("\(first) is wrong")
        return
      }
      let isSame = others.dropFirst().elementsEqual(before.dropFirst() + values.dropFirst())
      #expect(isSame, "\(what): \(others)")
    default: Issue.record("\(what): \(alone), but \(both)")
    }
  }

  @Test(arguments: elements) func numbersAreJudgedAndReadAsInAnElementAlone(_ element: String) {
    let parts = element.split(separator: /-?[0-9][0-9.e]*/, omittingEmptySubsequences: false)
    for number in Self.numbers {
      for place in 1..<parts.count {
        var second = String(parts[0])
        for (index, part) in parts.enumerated().dropFirst() {
          second += (index == place ? number : "7.25") + part
        }
        for behind in [0, 1, 40] { expectSame(element, Array(second.utf8), behind: behind) }
      }
    }
  }

  @Test(arguments: elements) func changedBytesAreJudgedAsInAnElementAlone(_ element: String) {
    var random = SplitMix64(seed: 0x7265_7065_6174)
    let bytes = Array("{}[],:\" \n0123456789.eE+-atx\\\u{1}é".utf8) + [0xFF]
    for _ in 0..<3_000 {
      var second = Array(element.utf8)
      for _ in 0..<Int.random(in: 1...2, using: &random) {
        let place = Int.random(in: 0..<second.count, using: &random)
        let byte = bytes.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<3, using: &random) {
        case 0: second[place] = byte
        case 1: second.insert(byte, at: place)
        default: if second.count > 1 { second.remove(at: place) }
        }
      }
      // After a comma there must be an element; alone there may be none.
      if second.first(where: { $0 > 0x20 }) == UInt8(ascii: "]") { continue }
      expectSame(element, second, behind: Int.random(in: 0...40, using: &random))
    }
  }

  @Test func aMixOfElementsIsReadAsTheyAreAlone() {
    var random = SplitMix64(seed: 0x6D69_78)
    let begin = Array("{\"a\":[".utf8)
    let end = Array("]}".utf8)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...40, using: &random)
      var mix: [[UInt8]] = []
      for _ in 0..<count {
        // Most look like the one before, with other numbers.
        let isNew = Int.random(in: 0..<3, using: &random) == 0
        let element = isNew ? Self.elements.randomElement(using: &random) : nil
        var next = element.map { Array($0.utf8) } ?? mix.last ?? Array("[0]".utf8)
        for place in next.indices where UInt8(ascii: "1")...UInt8(ascii: "9") ~= next[place] {
          next[place] = UInt8.random(in: UInt8(ascii: "1")...UInt8(ascii: "9"), using: &random)
        }
        mix.append(next)
      }
      guard case .values(let all) = verdict(begin + mix.joined(separator: [0x2C]) + end) else {
        Issue.record("\(mix.map { String(decoding: $0, as: UTF8.self) })")
        continue
      }
      let alone = mix.flatMap { element -> ArraySlice<String> in
        guard case .values(let values) = verdict(begin + element + end) else { return [] }
        return values.dropFirst()
      }
      #expect(all.dropFirst().elementsEqual(alone))
    }
  }

  @Test func whatRepeatsIsMarked() throws {
    let text = Array(
      """
      {"a":[{"x":1,"y":2},{"x":3,"y":4},{"y":5,"x":6},{"y":7,"x":8},{"y":9}],
      "b":"so that more bytes than one number has follow"}
      """.utf8)
    try text.withUnsafeBytes { bytes in
      var scanner = JSONScanner(takingOut: ["a"])
      try scanner.scan(bytes)
      let marks = scanner.tokens.filter { $0.kind == .object }.map(\.isRepeated)
      #expect(marks == [false, true, false, true, false])
      let numbers = scanner.tokens.filter { $0.kind == .number }.map(\.number)
      #expect(numbers == (1...9).map(Double.init))
    }
  }
}
