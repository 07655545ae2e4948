import Testing
import ZeroMQ

@testable import Majordomo

@Suite struct ServiceTests {
  @Test(arguments: [0, 1, 3])
  func everyRequestIsAnsweredOnceWithItsOwnID(threads: Int) throws {
    let service = try RunningService(threads: threads)
    let context = try Context()
    let client = try Socket(.dealer, in: context)
    try client.connect(try #require(service.endpoints.requests))
    let ids = (0..<500).map { "r-\($0)" }
    for id in ids { try client.send([Array(#"{"v":1,"id":"\#(id)"}"#.utf8)]) }
    var seen: [String] = []
    let message = Message()
    for _ in ids {
      try client.receive(into: message)
      #expect(message.count == 1)
      seen.append(member("id", of: String(decoding: message[0], as: UTF8.self)) ?? "")
    }
    #expect(seen.sorted() == ids.sorted())
    #expect(try service.end() == Outcome())
  }
}
