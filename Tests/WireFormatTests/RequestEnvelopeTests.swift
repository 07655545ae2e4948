import Testing
import WireFormat

private func envelope(_ body: String) -> RequestEnvelope {
  Array(body.utf8).withUnsafeBytes { RequestEnvelope.scan($0) }
}

@Suite struct RequestEnvelopeTests {
  @Test func membersAreDecoded() {
    let envelope = envelope(
      #"{"op":"fit","id":"\u00e4-1","deadline_ms":2000,"publish":"cam\/a/","content":{"id":"x"}}"#)
    #expect(envelope.isWellFormed)
    #expect(envelope.id == "ä-1")
    #expect(envelope.deadlineMilliseconds == 2000)
    #expect(envelope.publish == "cam/a/")
    #expect(envelope.traceparent == nil)
  }

  @Test func aTraceParentThatIsNoneIsNil() {
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    #expect(envelope(#"{"traceparent":"\#(parent)"}"#).traceparent == parent)
    #expect(envelope(#"{"traceparent":"\#(parent)0"}"#).traceparent == nil)
  }

  @Test(arguments: [
    #"{"id":7,"deadline_ms":"5","publish":null}"#, #"{"id":"","deadline_ms":0,"publish":[]}"#,
    #"{"deadline_ms":60001}"#, #"{"deadline_ms":1.5}"#, "{}",
  ])
  func whatIsNotAsItShouldBeIsNil(_ body: String) {
    let envelope = envelope(body)
    #expect(envelope.isWellFormed)
    #expect(envelope.id == nil)
    #expect(envelope.deadlineMilliseconds == nil)
    #expect(envelope.publish == nil)
  }

  @Test func anIDHasAtMost128Bytes() {
    #expect(envelope("{\"id\":\"\(String(repeating: "é", count: 64))\"}").id?.count == 64)
    #expect(envelope("{\"id\":\"a\(String(repeating: "é", count: 64))\"}").id == nil)
  }

  @Test func whatStandsBeforeAFaultIsRead() {
    let envelope = envelope(#"{"id":"r-1","zoom":01,"publish":"cam/"}"#)
    #expect(!envelope.isWellFormed)
    #expect(envelope.id == "r-1")
    #expect(envelope.publish == nil)
  }

  @Test(arguments: ["", " ", "[]", "null", "\"id\"", "42", "\u{0}", #"[{"id":"a"}]"#])
  func whatIsNoObjectHasNoID(_ body: String) {
    #expect(!envelope(body).isWellFormed)
    #expect(envelope(body).id == nil)
  }
}
