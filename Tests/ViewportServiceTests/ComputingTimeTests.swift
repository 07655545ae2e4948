import JSON
import Testing

@testable import ViewportService

/// How long a message computes, by a clock that goes forward only when it is read.
@Suite struct ComputingTimeTests {
  /// The reply to a batch of `count`, where each look at the clock finds it `step` ms further.
  private func answer(_ count: Int, step: Int64, deadline: Int? = nil) -> String {
    var time: Int64 = 1_000_000
    let service = ViewportService {
      time += step
      return time
    }
    let members = Array(repeating: "{}", count: count).joined(separator: ",")
    let deadline = deadline.map { #""deadline_ms":\#($0),"# } ?? ""
    let text =
      #"{"v":1,"id":"b","op":"visible_region","viewport":{"width":390,"height":844},"#
      + #""camera":{"target":{"latitude":0,"longitude":0},"zoom":12},\#(deadline)"#
      + #""batch":[\#(members)]}"#
    var reply = JSONWriter()
    Array(text.utf8).withUnsafeBytes { service.answer([$0], into: &reply) }
    return String(decoding: reply.bytes, as: UTF8.self)
  }

  @Test func aBatchInTimeIsAnswered() {
    #expect(answer(20, step: 0).hasPrefix(#"{"v":1,"id":"b","ok":true,"results":["#))
    #expect(answer(5, step: 100).hasPrefix(#"{"v":1,"id":"b","ok":true,"results":["#))
  }

  @Test(arguments: [
    (nil, 5, 500), (250, 2, 250), (60_000, 5, 500), (1, 0, 1),
  ])
  func aSlowBatchGetsOneProblem(_ deadline: Int?, _ computed: Int, _ time: Int) {
    #expect(
      answer(20, step: 100, deadline: deadline)
        == #"{"v":1,"id":"b","ok":false,"error":{"type":"urn:viewfence:problem:deadline-exceeded","#
        + #""title":"The deadline has passed","status":504,"#
        + #""detail":"computed \#(computed) of the batch's 20 requests in \#(time) ms; "#
        + #"ask for fewer at a time"}}"#)
  }
}
