import Foundation
import FoundationXML
import Testing

@testable import viewfence

struct LoadTests {
  private let request = Array(#"{"v":1,"id":"r","op":"fit","x_id":"id"}"#.utf8)

  private func workload(answer: String) throws -> Workload {
    try Workload(name: "a", document: request, packedFrames: []) { frames in
      // The id of the request, as a server would repeat it.
      let body = String(decoding: frames[0], as: UTF8.self)
      let id = body.components(separatedBy: "\"id\":")[1].components(separatedBy: ",")[0]
      return Array(answer.replacingOccurrences(of: "ID", with: id).utf8)
    }
  }

  private func accepts(_ workload: Workload, _ reply: String, _ id: RequestID) -> Bool {
    Array(reply.utf8).withUnsafeBytes { workload.accepts($0, under: id) }
  }

  @Test func aRequestGoesOutUnderAnIdOfItsOwn() throws {
    let workload = try workload(answer: "")
    let id = RequestID(client: 3, number: 255)
    #expect(
      String(decoding: workload.request(id), as: UTF8.self)
        == #"{"v":1,"id":"load-0003-00000000ff","op":"fit","x_id":"id"}"#)
  }

  @Test func anAnswerMustBeRightToABillionthAndUnderTheId() throws {
    let workload = try workload(answer: #"{"id":ID,"ok":true,"zoom":3.25,"members":[{"id":ID}]}"#)
    let id = RequestID(client: 1, number: 2)
    func reply(_ zoom: String, _ id: RequestID) -> String {
      #"{"id":"\#(id.text)","ok":true,"zoom":\#(zoom),"members":[{"id":"\#(id.text)"}]}"#
    }
    #expect(accepts(workload, reply("3.25", id), id))
    #expect(accepts(workload, reply("3.2500000000001", id), id))
    #expect(accepts(workload, reply("32.5e-1", id), id))
    #expect(!accepts(workload, reply("3.2500001", id), id))
    #expect(!accepts(workload, reply("-3.25", id), id))
    #expect(!accepts(workload, reply("3.25", RequestID(client: 1, number: 3)), id))
    #expect(!accepts(workload, "", id))
    #expect(!accepts(workload, String(reply("3.25", id).dropLast()), id))
  }

  @Test(arguments: [
    ("[1,2]", "[1,2]", true), ("[1.0000000001]", "[1]", true), ("[1]", "[2]", false),
    (#"["1"]"#, #"["2"]"#, false), ("[true]", "[true]", true), ("[true]", "[null]", false),
    (#"["\"1"]"#, #"["\"2"]"#, false), ("[1", "[1]", false), ("1e400", "1e400", false),
    (#"{"a":1}"#, #"{"b":1}"#, false),
  ])
  func textsAreComparedByTheirNumbers(a: String, b: String, same: Bool) {
    let found = Array(a.utf8).withUnsafeBytes { a in
      Array(b.utf8).withUnsafeBytes { saysTheSame(a, $0) }
    }
    #expect(found == same)
  }

  @Test(arguments: ["[]", "{}", #"{"id":3}"#, "nonsense", #"{"x":{"id":"a"}}"#])
  func whatIsNoRequestIsNoWorkload(document: String) {
    #expect(throws: Failure.self) {
      try Workload(name: "a", document: Array(document.utf8), packedFrames: []) { _ in [] }
    }
  }

  @Test func requestsAreDueAtEvenTimes() {
    let pace = Pace(rate: 100, duration: 1_000_000_000)
    #expect(pace.due(0) == 0)
    #expect(pace.due(1) == 10_000_000)
    #expect(pace.due(99) == 990_000_000)
    #expect(pace.due(100) == nil)
    #expect(Pace(rate: 100, duration: 1_000_000_000, count: 5).due(5) == nil)
  }

  @Test func aRampBringsHalfAsManyAndThenTheRate() throws {
    // 100 a second after a ramp of 2 seconds: 100 in the ramp, then one each 10 ms.
    let pace = Pace(rate: 100, ramp: 2_000_000_000, duration: 10_000_000_000)
    #expect(pace.due(0) == 0)
    #expect(pace.due(25) == 1_000_000_000)
    #expect(pace.due(100) == 2_000_000_000)
    #expect(pace.due(101) == 2_010_000_000)
  }

  @Test func sharesAddUpToTheWhole() {
    let pace = Pace(rate: 90, duration: 1, count: 10)
    let shares = (0..<4).map { pace.share(of: 4, client: $0) }
    #expect(shares.map(\.count) == [3, 3, 2, 2])
    #expect(shares.compactMap(\.rate).reduce(0, +) == 90)
  }

  @Test func aReportSaysWhatIsWrong() throws {
    var result = LoadResult(right: 10, latency: Histogram())
    for value in 1...10 { result.latency.record(value * 1_000_000) }
    var report = LoadReport(
      clients: 1, window: 4, pace: Pace(duration: 1), seconds: 2, result: result)
    #expect(result.isClean)
    #expect(report.text.contains("throughput  5 answers/s"))
    #expect(report.text.contains("max 10 ms"))
    report.result.wrong = 1
    report.result.example = "a: {}"
    #expect(!report.result.isClean)
    #expect(report.text.contains("1 wrong") && report.text.contains("a: {}"))
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? NSDictionary
    #expect(object?["wrong"] as? Int == 1)
    #expect(object?["max_us"] as? Double == 10_000)
  }

  @Test func latenciesMakeAWellFormedPicture() {
    var result = LoadResult(right: 1000)
    for value in 1...1000 { result.latency.record(value * value * 100) }
    let report = LoadReport(
      workers: 2, clients: 1, window: 4, pace: Pace(duration: 1), seconds: 2, result: result)
    for reports in [[], [report], [report, report]] {
      #expect(XMLParser(data: Data(LatencyPicture.draw(reports).utf8)).parse())
    }
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (1.234, "1.23"), (12.34, "12.3"), (1234.5, "1235"), (0.0123, "0.0123"),
  ])
  func figuresHaveThreeDigits(value: Double, text: String) {
    #expect(LoadReport.short(value) == text)
  }
}
