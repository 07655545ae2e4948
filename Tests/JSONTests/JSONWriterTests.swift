import JSON
import Testing

@Suite struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func commasStandBetweenMembersAndElements() {
    let text = written {
      $0.beginObject()
      $0.name("a")
      $0.value(1)
      $0.name("b")
      $0.beginArray()
      $0.value("{[:")
      $0.null()
      $0.beginArray()
      $0.endArray()
      $0.value(true)
      $0.endArray()
      $0.name("c")
      $0.value(-0.5)
      $0.endObject()
    }
    #expect(text == #"{"a":1,"b":["{[:",null,[],true],"c":-0.5}"#)
  }

  @Test(
    arguments: [
      (100, "100"), (-0.0, "0"), (0.1, "0.1"), (1e21, "1e+21"), (1e-5, "1e-05"),
      (-33.8703, "-33.8703"), (.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"),
      (0x1p53, "9007199254740992"), (0x1p53 + 2, "9007199254740994"),
      (0x1p54, "1.8014398509481984e+16"), (123_456_789.5, "123456789.5"),
    ] as [(Double, String)])
  func doublesAreTheShortestThatReadBack(_ number: Double, _ text: String) {
    #expect(written { $0.value(number) } == text)
    #expect(Double(text) == number)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatIsNoNumberIsNullAndKnown(_ number: Double) {
    var writer = JSONWriter()
    let start = writer.mark
    writer.value(1.5)
    #expect(writer.hasLostNumber(since: start) == false)
    writer.removeAll()
    writer.value(number)
    #expect(writer.hasLostNumber(since: start) == true)
    #expect(writer.hasLostNumber(since: writer.mark) == false)
    #expect(writer.bytes == Array("null".utf8))
    writer.removeAll()
    #expect(writer.hasLostNumber(since: start) == false)
  }

  @Test func rewindingRestoresWhatWasKnownOfLostNumbers() {
    var writer = JSONWriter()
    let start = writer.mark
    writer.value(Double.nan)
    let mark = writer.mark
    writer.value(Double.nan)
    writer.rewind(to: mark)
    #expect(writer.hasLostNumber(since: start) == true)
    #expect(writer.hasLostNumber(since: mark) == false)
  }

  @Test func integersKeepAllDigits() {
    #expect(
      written {
        $0.beginArray()
        $0.value(Int64.min)
        $0.value(UInt64.max)
        $0.value(0)
        $0.endArray()
      } == "[-9223372036854775808,18446744073709551615,0]")
  }

  @Test func textIsEscapedWhereJSONAsksForIt() {
    let text = "a\"b\\c\u{8}\t\n\u{c}\r\u{0}\u{1f}/é𝄞"
    #expect(
      written { $0.value(text) } == #""a\"b\\c\b\t\n\f\r\u0000\u001f/é𝄞""#)
  }

  @Test func rewindingForgetsOnlyWhatCameAfter() {
    let text = written {
      $0.beginArray()
      $0.value(1)
      let mark = $0.mark
      $0.value(2)
      $0.rewind(to: mark)
      $0.value(3)
      $0.endArray()
    }
    #expect(text == "[1,3]")
  }
}
