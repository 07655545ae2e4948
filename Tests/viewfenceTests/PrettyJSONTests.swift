import Testing

@testable import viewfence

struct PrettyJSONTests {
  private func pretty(_ text: String) -> String { PrettyJSON.format(Array(text.utf8)) }

  @Test func shortTextStaysOnOneLine() {
    #expect(pretty(#"{"a":1,"b":[true,null],"c":{}}"#) == #"{"a": 1, "b": [true, null], "c": {}}"#)
  }

  @Test func longTextIsIndented() {
    let long = String(repeating: "x", count: 90)
    #expect(
      pretty(#"{"a":"\#(long)","b":[1,2]}"#) == "{\n  \"a\": \"\(long)\",\n  \"b\": [1, 2]\n}")
  }

  @Test func valuesKeepTheirBytes() {
    let text = #"["é\" \\", 1.5e-07, -0.1, "\ud83d\ude00"]"#
    #expect(pretty(text) == text)
  }

  @Test(arguments: [
    "", "{", "[1,", #"{"a"}"#, #"{"a":}"#, "[1 2]", "nonsense text", #""open"#, "[]]",
    String(repeating: "[", count: 10_000),
  ])
  func whatIsNoJSONComesBackAsItIs(text: String) {
    #expect(pretty(text) == text)
  }
}
