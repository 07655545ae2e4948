import Testing
import ZeroMQ

@testable import Majordomo

/// Frames as text, to be read at a glance.
extension Socket {
  func send(_ frames: String...) throws { try send(frames.map { Array($0.utf8) }) }

  func receiveFrames() throws -> [[UInt8]] {
    let message = Message(capacity: 32)
    try receive(into: message)
    return (0..<message.count).map { Array(message[$0]) }
  }

  func receiveText() throws -> [String] {
    let message = Message()
    try receive(into: message)
    return (0..<message.count).map { String(decoding: message[$0], as: UTF8.self) }
  }
}

/// A DEALER that is connected to `endpoint` and gives up waiting after 30 s.
func dealer(_ context: Context, _ endpoint: String?) throws -> Socket {
  let socket = try Socket(.dealer, in: context)
  try socket.set(.receiveTimeout, to: 30_000)
  try socket.connect(try #require(endpoint))
  return socket
}

/// A request that `echo` answers with its id, and the answer.
func request(_ id: String, _ more: String = "") -> String { #"{"v":1,"id":"\#(id)"\#(more)}"# }
func reply(_ id: String, _ sizes: Int...) -> String {
  let list = sizes.map { "\($0)" }.joined(separator: ",")
  return #"{"v":1,"id":"\#(id)","ok":true,"sizes":[\#(list)]}"#
}

@Suite struct ProtocolTests {
  let context: Context
  let service: RunningService

  init() throws {
    context = try Context()
    service = try RunningService()
  }

  @Test func repliesRepeatWhatStoodInFront() throws {
    let client = try dealer(context, service.endpoints.requests)
    try client.send(request("a"))
    #expect(try client.receiveText() == [reply("a", 16)])
    try client.send("", request("b"))
    #expect(try client.receiveText() == ["", reply("b", 16)])
    try client.send("\0abc", "\0def", "", request("c"), "xyz")
    #expect(try client.receiveText() == ["\0abc", "\0def", "", reply("c", 16, 3)])
  }

  @Test func reqClientsAreAnsweredAndBadOnesToo() throws {
    let client = try Socket(.req, in: context)
    try client.connect(try #require(service.endpoints.requests))
    for number in 0..<20 {
      try client.send("not JSON")
      #expect(try client.receiveText().first?.contains(#""ok":false"#) == true)
      try client.send(request("r\(number)"))
      #expect(try client.receiveText().first?.contains(#""id":"r\#(number)""#) == true)
    }
  }

  @Test func majordomoClientsAreAnsweredInTheirOwnFraming() throws {
    let client = try dealer(context, service.endpoints.requests)
    try client.send("", "MDPC01", "viewfence.v1", request("a"))
    #expect(try client.receiveText() == ["", "MDPC01", "viewfence.v1", reply("a", 16)])
    try client.send("MDPC02", "\u{1}", "viewfence.v1", request("b"))
    #expect(try client.receiveText() == ["MDPC02", "\u{3}", "viewfence.v1", reply("b", 16)])
    try client.send("", "MDPC02", "\u{1}", "viewfence.v1", request("c"), "12")
    #expect(try client.receiveText() == ["", "MDPC02", "\u{3}", "viewfence.v1", reply("c", 16, 2)])
  }

  @Test func majordomoWithoutABodyIsToldSo() throws {
    let client = try dealer(context, service.endpoints.requests)
    try client.send("", "MDPC01", "viewfence.v1")
    var frames = try client.receiveText()
    #expect(frames.dropLast() == ["", "MDPC01", "viewfence.v1"])
    #expect(frames.last?.contains("bad-frames") == true)
    try client.send("MDPC02", "\u{1}")
    frames = try client.receiveText()
    #expect(frames.dropLast() == ["MDPC02", "\u{3}", ""])
    #expect(frames.last?.contains("bad-frames") == true)
  }

  @Test func servicesAreLookedUp() throws {
    let client = try dealer(context, service.endpoints.requests)
    // The answer to a first request says that a worker is there.
    try client.send(request("a"))
    _ = try client.receiveText()
    try client.send("", "MDPC01", "mmi.service", "viewfence.v1")
    #expect(try client.receiveText() == ["", "MDPC01", "mmi.service", "200"])
    try client.send("MDPC02", "\u{1}", "mmi.service", "nobody")
    #expect(try client.receiveText() == ["MDPC02", "\u{3}", "mmi.service", "404"])
    try client.send("", "MDPC01", "mmi.other", "x")
    #expect(try client.receiveText() == ["", "MDPC01", "mmi.other", "501"])
    try client.send("", "MDPC01", "nobody", "x")
    #expect(try client.receiveText().last?.contains("unknown-service") == true)
  }

  @Test func moreThanSixteenFramesAreRefusedAndTheNextRequestIsAnswered() throws {
    let client = try dealer(context, service.endpoints.requests)
    try client.send([[]] + [[UInt8]](repeating: Array("{}".utf8), count: 200))
    let frames = try client.receiveText()
    #expect(frames.count == 2 && frames.last?.contains("bad-frames") == true)
    try client.send(request("a"))
    #expect(try client.receiveText() == [reply("a", 16)])
  }

  @Test func whatIsTooLargeIsToldSo() throws {
    let service = try RunningService(with: { settings in
      settings.maximumJSON = 1000
      settings.maximumPacked = 2000
    })
    let client = try dealer(context, service.endpoints.requests)
    try client.send(request("a", #","x_":"\#(String(repeating: "x", count: 1000))""#))
    #expect(try client.receiveText().last?.contains("too-large") == true)
    try client.send(
      request("b"), String(repeating: "x", count: 1001), String(repeating: "x", count: 1000))
    #expect(try client.receiveText().last?.contains("too-large") == true)
    try client.send(request("c"), String(repeating: "x", count: 2000))
    #expect(try client.receiveText() == [reply("c", 16, 2000)])
  }

  @Test func workerCommandsOnThePortForClientsAreAnsweredWithDisconnect() throws {
    let rogue = try dealer(context, service.endpoints.requests)
    try rogue.send("", "MDPW01", "\u{1}", "viewfence.v1")
    #expect(try rogue.receiveText() == ["", "MDPW01", "\u{5}"])
    try rogue.send("MDPW02", "\u{1}", "viewfence.v1")
    #expect(try rogue.receiveText() == ["MDPW02", "\u{6}"])
  }

  @Test func workersOfBothVersionsServeAnyService() throws {
    let client = try dealer(context, service.endpoints.requests)
    let old = try dealer(context, service.endpoints.workers)
    let new = try dealer(context, service.endpoints.workers)
    try old.send("", "MDPW01", "\u{1}", "old")
    try new.send("MDPW02", "\u{1}", "new")
    #expect(try old.receiveText() == ["", "MDPW01", "\u{4}"])
    #expect(try new.receiveText() == ["MDPW02", "\u{5}"])

    try client.send("", "MDPC01", "old", "x", "y")
    var frames = try old.receiveFrames()
    try #require(frames.count == 7)
    #expect(frames[..<3] == [[], Array("MDPW01".utf8), [2]])
    #expect(frames[3].count == 16 && frames[4...] == [[], Array("x".utf8), Array("y".utf8)])
    try old.send([[], Array("MDPW01".utf8), [3], frames[3], [], Array("1".utf8), Array("2".utf8)])
    #expect(try client.receiveText() == ["", "MDPC01", "old", "1", "2"])

    try client.send("MDPC02", "\u{1}", "new", "x")
    frames = try new.receiveFrames()
    try #require(frames.count == 5)
    #expect(frames[..<2] == [Array("MDPW02".utf8), [2]] && frames[3...] == [[], Array("x".utf8)])
    let token = frames[2]
    try new.send([Array("MDPW02".utf8), [3], token, [], Array("half".utf8)])
    #expect(try client.receiveText() == ["MDPC02", "\u{2}", "new", "half"])
    try new.send([Array("MDPW02".utf8), [4], token, [], Array("whole".utf8)])
    #expect(try client.receiveText() == ["MDPC02", "\u{3}", "new", "whole"])
    // Doubled: dropped, and the session lives.
    try new.send([Array("MDPW02".utf8), [4], token, [], Array("whole".utf8)])
    try client.send("MDPC02", "\u{1}", "new", "z")
    frames = try new.receiveFrames()
    #expect(frames.last == Array("z".utf8))
    try new.send([Array("MDPW02".utf8), [4], frames[2], []])
    #expect(try client.receiveText().last?.contains("worker-failed") == true)
  }

  @Test func anAnswerHasUpToSixteenFramesAndWhoSendsMoreIsSentAway() throws {
    let client = try dealer(context, service.endpoints.requests)
    for (version, final, end) in [(1, 3, 5), (2, 4, 6)] as [(Int, UInt8, UInt8)] {
      let worker = try dealer(context, service.endpoints.workers)
      let header = (version == 1 ? [[]] : []) + [Array("MDPW0\(version)".utf8)]
      try worker.send(header + [[1], Array("long".utf8)])
      _ = try worker.receiveFrames()
      for count in [13, 16, 17] {
        try client.send("", "MDPC01", "long", "x")
        let token = try worker.receiveFrames()[header.count + 1]
        let body = (0..<count).map { [UInt8($0)] }
        try worker.send(header + [[final], token, []] + body)
        if count <= 16 {
          #expect(Array(try client.receiveFrames().dropFirst(3)) == body)
        } else {
          #expect(try worker.receiveFrames() == header + [[end]])
        }
      }
      // Its request waits for the next worker.
      let next = try dealer(context, service.endpoints.workers)
      try next.send(header + [[1], Array("long".utf8)])
      _ = try next.receiveFrames()
      let token = try next.receiveFrames()[header.count + 1]
      try next.send(header + [[final], token, [], [7]])
      #expect(try client.receiveFrames().last == [7])
      try next.send(header + [[end]])
    }
  }

  @Test func garbageFromAWorkerReachesNoClient() throws {
    let service = try RunningService(threads: 0, handler: nil) { $0.bounds.grace = 30_000 }
    let client = try dealer(context, service.endpoints.requests)
    let good = #"{ "ok": true, "id": "a" }"#
    try client.send(request("a"))
    for answer in [
      ["nonsense"], [good, good], ["[]"], [#"{"v":1,"id":"a"}"#], [#"{"v":1,"id":"a","ok":tr"#],
      [#"{"v":1,"id":"b","ok":true,"result":"#], [good],
    ] {
      let worker = try dealer(context, service.endpoints.workers)
      try worker.send("MDPW02", "\u{1}", "viewfence.v1")
      #expect(try worker.receiveText() == ["MDPW02", "\u{5}"])
      let token = try worker.receiveFrames()[2]
      try worker.send(
        [Array("MDPW02".utf8), [4], token, []] + answer.map { Array($0.utf8) })
      guard answer != [good] else { continue }
      #expect(try worker.receiveText() == ["MDPW02", "\u{6}"])
      // Three workers are lost by then: this one's request is given up, and the next one is asked.
      if answer == ["[]"] {
        #expect(try client.receiveText()[0].contains("poison-request"))
        try client.send(request("b"))
      } else if answer == [#"{"v":1,"id":"b","ok":true,"result":"#] {
        #expect(try client.receiveText()[0].contains("poison-request"))
        try client.send(request("c"))
      }
    }
    // Whoever wrote it spaces and orders as he likes.
    #expect(try client.receiveText() == [good])
  }

  @Test func aStrangerIsSentAwayAndMayRegister() throws {
    let worker = try dealer(context, service.endpoints.workers)
    try worker.send("MDPW02", "\u{4}", "token", "", "forged")
    #expect(try worker.receiveText() == ["MDPW02", "\u{6}"])
    try worker.send("MDPW02", "\u{5}")
    #expect(try worker.receiveText() == ["MDPW02", "\u{6}"])
    try worker.send("MDPW02", "\u{1}", "late")
    #expect(try worker.receiveText() == ["MDPW02", "\u{5}"])
    try worker.send("MDPW02", "\u{1}", "late")
    #expect(try worker.receiveText() == ["MDPW02", "\u{6}"])
  }

  @Test func clientsAreServedOnThePortForWorkersToo() throws {
    let client = try dealer(context, service.endpoints.workers)
    try client.send("", request("a"))
    #expect(try client.receiveText() == ["", reply("a", 16)])
  }
}
