import Testing

@testable import viewfence

struct JudgeTests {
  private func faults(_ text: String, _ kind: Judge.Kind = .request, packed: [[UInt8]] = [])
    -> [String]
  {
    Judge(kind: kind, packedFrames: packed).faults(in: Array(text.utf8))
  }

  @Test func aRightDocumentHasNoFaults() {
    #expect(faults(#"{"v":1,"id":"a","op":"info"}"#).isEmpty)
    #expect(faults(#"{"threads":3}"#, .configuration).isEmpty)
  }

  @Test func aFaultIsNamedWithItsPlace() {
    let text = #"{"v":1,"id":"a","op":"fit","viewport":{"width":0,"height":1},"content":{}}"#
    #expect(faults(text).count == 1)
    #expect(faults(text)[0].hasPrefix("bad-schema at /viewport/width: "))
    #expect(faults("{'v':1}")[0].hasPrefix("bad-json: "))
    #expect(faults("{}", .fence).count == 1)
    #expect(
      faults(#"{"thread":3}"#, .configuration) == [
        #"there is no key "thread"; did you mean "threads"?"#
      ])
  }

  @Test func aFaultIsOneLine() {
    for (text, kind) in [
      (#"{"v":1,"id":"a","op":"info","x\n\u001b":1}"#, Judge.Kind.request),
      (#"{"type":"a\nb"}"#, .fence), (#"{"a\nb":1}"#, .configuration),
    ] {
      let lines = faults(text, kind)
      #expect(lines.count == 1 && !lines[0].contains { $0.isNewline || $0 == "\u{1B}" }, "\(lines)")
    }
  }

  @Test func eachMemberOfABatchHasItsFault() {
    let batch = #"{"v":1,"id":"a","batch":[{"op":"info"},{"op":"fly"},{"op":"clamp"}]}"#
    #expect(faults(batch).map { $0.prefix { $0 != ":" } }.contains("unknown-op at /batch/1/op"))
    #expect(faults(batch).count == 2)
  }

  @Test func anyFenceWillDoWithoutACatalog() throws {
    let camera = #""camera":{"target":{"latitude":0,"longitude":0},"zoom":3}"#
    let text =
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":9,"height":9},\#(camera),"limits":{"fence":"x"}}"#
    #expect(faults(text).isEmpty)
    let judge = Judge(kind: .request, fences: try fences(in: ""))
    #expect(judge.faults(in: Array(text.utf8))[0].hasPrefix("unknown-fence at /limits/fence"))
  }

  @Test func packedFramesBelongToTheRequest() {
    let text = #"""
      {"v":1,"id":"a","op":"fit","viewport":{"width":390,"height":844},
       "content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":1}}}
      """#
    #expect(faults(text, packed: [[UInt8](repeating: 0, count: 16)]).isEmpty)
    #expect(faults(text, packed: [[UInt8](repeating: 0, count: 15)]).count == 1)
    #expect(faults(text).count == 1)
  }
}
