import Testing

@testable import viewfence

struct ReplyTests {
  private func outline(_ reply: String) -> ReplyOutline {
    Array(reply.utf8).withUnsafeBytes { ReplyOutline($0) }
  }

  @Test func aResultIsToldFromAnError() {
    #expect(outline(#"{"v":1,"id":"a","ok":true,"result":{"ok":false}}"#).isOK)
    #expect(!outline(#"{"v":1,"id":"a","ok":false,"error":{"status":404}}"#).isOK)
    #expect(!outline(#"{"ok":"true"}"#).isOK)
    #expect(!outline("garbage").isOK)
  }

  @Test func onlyStatus429And503AreBusy() {
    let busy = outline(#"{"ok":false,"error":{"status":503,"retry_after_ms":250}}"#)
    #expect(busy.isBusy)
    #expect(busy.retryAfter == 250)
    #expect(outline(#"{"ok":false,"error":{"status":429}}"#).isBusy)
    #expect(!outline(#"{"ok":false,"error":{"status":504}}"#).isBusy)
    #expect(!outline(#"{"ok":true,"status":503}"#).isBusy)
  }

  @Test func aPublicationSaysWhereItStands() throws {
    // Epoch 1, sequence 258, both little-endian.
    let count: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0]
    let publication = try #require(make("cam/a/", #"{"v":1}"#, count))
    #expect(publication.line(pretty: false) == "cam/a/ 1 258 {\"v\":1}\n")
    #expect(publication.line(pretty: true) == "cam/a/ 1 258\n{\"v\": 1}\n")
    #expect(make("cam/a/", "{}", Array(count.dropLast())) == nil)
  }

  @Test func nothingThatIsPublishedBeginsALineOfItsOwn() throws {
    let count = [UInt8](repeating: 0, count: 16)
    let publication = try #require(make("cam/a b\n\u{1B}\u{85}é/", "{\r\n}", count))
    #expect(publication.line(pretty: false) == "cam/a\\u{20}b\\u{a}\\u{1b}\\u{85}é/ 0 0 {  }\n")
  }

  private func make(_ topic: String, _ reply: String, _ count: [UInt8]) -> Publication? {
    Array(topic.utf8).withUnsafeBytes { topic in
      Array(reply.utf8).withUnsafeBytes { reply in
        count.withUnsafeBytes { Publication(topic: topic, reply: reply, count: $0) }
      }
    }
  }
}
