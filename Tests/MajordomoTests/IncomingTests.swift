import Testing
import ZeroMQ

@testable import Majordomo

/// "Telling them apart" of the messaging rules: what is kept for the reply, and what is the body.
@Suite struct IncomingTests {
  private func read(_ frames: [String]) -> Incoming {
    let message = Message(capacity: 1 + Incoming.maximumFrames)
    message.append("id")
    for frame in frames.prefix(Incoming.maximumFrames) { message.append(frame) }
    return Incoming(message)
  }

  @Test(
    arguments: [
      (["{}"], 1, 1..<2),
      (["", "{}"], 2, 2..<3),
      (["{}", "packed"], 1, 1..<3),
      (["", "{}", "packed"], 2, 2..<4),
      // An empty packed frame is the worker's to judge.
      (["{}", ""], 1, 1..<3),
      ([" {}", ""], 1, 1..<3),
      (["\n{}", "", "x"], 1, 1..<4),
      // The only frame is the request, even if it is empty.
      ([""], 1, 1..<2),
      (["", ""], 2, 2..<3),
      (["garbage"], 1, 1..<2),
      (["\0garbage"], 1, 1..<2),
      // Proxies put a routing id in front, REQ and some DEALER clients an empty frame.
      (["\0abcd", "{}"], 2, 2..<3),
      (["\0abcd", "", "{}"], 3, 3..<4),
      (["\0abcd", "\0efgh", "", "{}", "packed"], 4, 4..<6),
      (["", "\0abcd", "", "{}"], 4, 4..<5),
      (["name", "", "{}"], 3, 3..<4),
      // A request id of ZMQ_REQ_CORRELATE stands where a hop does.
      (["\0\u{1}\u{2}\u{3}", "", "{}"], 3, 3..<4),
      (["{\u{1}\u{2}\u{3}", "", "{}"], 3, 3..<4),
      // What is not followed by an empty frame is the body.
      (["name", "{}"], 1, 1..<3),
      (Array(repeating: "\0hop", count: 8) + ["{}"], 9, 9..<10),
      (Array(repeating: "\0hop", count: 9) + ["{}"], 9, 9..<11),
    ] as [([String], Int, Range<Int>)])
  func plain(frames: [String], kept: Int, body: Range<Int>) {
    #expect(read(frames) == .request(.plain, kept: kept, service: nil, body: body))
  }

  @Test(
    arguments: [
      (["", "MDPC01", "svc", "{}"], Majordomo.Version.v01, 2, 3, 4..<5),
      (["MDPC01", "svc", "{}"], .v01, 1, 2, 3..<4),
      (["MDPC02", "\u{1}", "svc", "{}", "packed"], .v02, 1, 3, 4..<6),
      (["", "MDPC02", "\u{1}", "svc", "{}"], .v02, 2, 4, 5..<6),
      (["\0abcd", "", "MDPC01", "svc", ""], .v01, 3, 4, 5..<6),
      (["\0abcd", "MDPC02", "\u{1}", "svc", "{}"], .v02, 2, 4, 5..<6),
    ] as [([String], Majordomo.Version, Int, Int, Range<Int>)])
  func majordomo(
    frames: [String], version: Majordomo.Version, kept: Int, service: Int, body: Range<Int>
  ) {
    #expect(
      read(frames) == .request(.majordomo(version), kept: kept, service: service, body: body))
  }

  @Test(
    arguments: [
      (["", "MDPC01"], Majordomo.Version.v01, 2, nil),
      (["", "MDPC01", "svc"], .v01, 2, 3),
      (["MDPC02"], .v02, 1, nil),
      (["MDPC02", "\u{1}"], .v02, 1, nil),
      (["MDPC02", "\u{1}", "svc"], .v02, 1, 3),
      (["MDPC02", "\u{3}", "svc", "{}"], .v02, 1, nil),
      (["MDPC02", "svc", "{}"], .v02, 1, nil),
    ] as [([String], Majordomo.Version, Int, Int?)])
  func majordomoWithoutServiceOrBody(
    frames: [String], version: Majordomo.Version, kept: Int, service: Int?
  ) {
    #expect(read(frames) == .badRequest(.majordomo(version), kept: kept, service: service))
  }

  @Test func sixteenFramesAreARequestAndSeventeenAreNot() throws {
    let context = try Context()
    let a = try Socket(.dealer, in: context)
    let b = try Socket(.router, in: context)
    try b.bind("inproc://a")
    try a.connect("inproc://a")
    let message = Message(capacity: 1 + Incoming.maximumFrames)
    try a.send([Array("{}".utf8)] + [[UInt8]](repeating: [1], count: 15))
    try b.receive(into: message)
    #expect(Incoming(message) == .request(.plain, kept: 1, service: nil, body: 1..<17))
    try a.send([[], Array("{}".utf8)] + [[UInt8]](repeating: [1], count: 15))
    try b.receive(into: message)
    #expect(Incoming(message) == .badRequest(.plain, kept: 2, service: nil))
    try a.send(
      [Array("MDPC02".utf8), [1], Array("svc".utf8)] + [[UInt8]](repeating: [], count: 200))
    try b.receive(into: message)
    #expect(Incoming(message) == .badRequest(.majordomo(.v02), kept: 1, service: 3))
  }

  @Test func workersSayWhichVersionTheySpeak() {
    #expect(read(["", "MDPW01", "\u{1}", "svc"]) == .worker(.v01, .ready, rest: 4..<5))
    #expect(read(["MDPW02", "\u{1}", "svc", "{}"]) == .worker(.v02, .ready, rest: 3..<5))
    #expect(read(["", "MDPW01", "\u{3}", "c", "", "r"]) == .worker(.v01, .final, rest: 4..<7))
    #expect(read(["MDPW02", "\u{3}", "c", "", "r"]) == .worker(.v02, .partial, rest: 3..<6))
    #expect(read(["MDPW02", "\u{4}", "c", "", "r"]) == .worker(.v02, .final, rest: 3..<6))
    #expect(read(["", "MDPW01", "\u{4}"]) == .worker(.v01, .heartbeat, rest: 4..<4))
    #expect(read(["MDPW02", "\u{5}"]) == .worker(.v02, .heartbeat, rest: 3..<3))
    #expect(read(["", "MDPW01", "\u{5}"]) == .worker(.v01, .disconnect, rest: 4..<4))
    #expect(read(["MDPW02", "\u{6}"]) == .worker(.v02, .disconnect, rest: 3..<3))
  }

  @Test(arguments: [
    ["MDPW02"], ["MDPW02", ""], ["MDPW02", "\u{2}", "c", "", "r"], ["MDPW02", "\u{9}"],
    ["MDPW02", "\u{1}\u{1}", "svc"], ["", "MDPW01", "\u{6}"],
  ])
  func whatIsNoCommandOfAWorker(frames: [String]) {
    guard case .worker(_, nil, _) = read(frames) else {
      Issue.record("\(read(frames))")
      return
    }
  }

  @Test func aCompactHeadIsAnAnswerAndNoOtherCommand() {
    let rest = String(repeating: "x", count: 24)
    #expect(read(["MDPW02\u{4}\0" + rest, "r"]) == .worker(.v02, .final, rest: 1..<3))
    #expect(read(["MDPW02\u{1}\0" + rest, "r"]) == .worker(.v02, nil, rest: 1..<3))
    // Another byte, or another size: it is what it looks like.
    for frame in ["MDPW02\u{4}x" + rest, "MDPW01\u{4}\0" + rest, "MDPW02\u{4}\0x" + rest] {
      #expect(read([frame, "r"]) == .request(.plain, kept: 1, service: nil, body: 1..<3))
    }
    #expect(
      read(["", "MDPW02\u{4}\0" + rest]) == .request(.plain, kept: 2, service: nil, body: 2..<3))
  }

  @Test func aHeaderOfAnotherVersionIsABody() {
    #expect(read(["MDPC03", "svc"]) == .request(.plain, kept: 1, service: nil, body: 1..<3))
    #expect(read(["MDPW00", "svc"]) == .request(.plain, kept: 1, service: nil, body: 1..<3))
  }
}
