import Foundation
import JSON
import Operations
import Synchronization
import Testing
import ZeroMQ

@testable import Majordomo

@Suite struct ServiceTests {
  let context: Context

  init() throws { context = try Context() }

  @Test(arguments: [0, 1, 3])
  func everyRequestIsAnsweredOnceWithItsOwnID(threads: Int) throws {
    let service = try RunningService(threads: threads)
    let client = try dealer(context, service.endpoints.requests)
    let ids = (0..<500).map { "r-\($0)" }
    for id in ids { try client.send(request(id)) }
    var seen: [String] = []
    for _ in ids { seen.append(member("id", of: try client.receiveText()[0]) ?? "") }
    #expect(seen.sorted() == ids.sorted())
    #expect(try service.end() == Outcome())
  }

  @Test(arguments: [0, 2])
  func aRepeatedRequestGetsTheKeptReplyAndAnotherOneUnderItsIDAConflict(threads: Int) throws {
    let service = try RunningService(threads: threads, handler: { echo })
    let client = try dealer(context, service.endpoints.requests)
    for _ in 0..<3 {
      try client.send(request("a"), "packed")
      #expect(try client.receiveText() == [reply("a", 16, 6)])
    }
    try client.send(request("a"), "packed7")
    #expect(try client.receiveText()[0].contains("id-conflict"))
    let other = try dealer(context, service.endpoints.requests)
    try other.send(request("a"), "packed7")
    #expect(try other.receiveText() == [reply("a", 16, 7)])
  }

  @Test func clientsBehindOneProxyDoNotShareIDs() throws {
    let service = try RunningService(threads: 1, handler: { echo })
    let proxy = try dealer(context, service.endpoints.requests)
    for (hop, packed) in [("\0first", "packed"), ("\0other", "packed7")] {
      try proxy.send(hop, "", request("a"), packed)
      let frames = try proxy.receiveText()
      #expect(frames == [hop, "", reply("a", 16, packed.utf8.count)])
    }
    // The counter of a REQ socket that correlates is none of it: asked again, it is the same.
    for counter in ["1234", "5678"] {
      try proxy.send("\0third", counter, "", request("b"), counter == "1234" ? "one" : "other")
      let frames = try proxy.receiveText()
      #expect(frames.last?.contains("id-conflict") == (counter == "5678"))
    }
  }

  @Test(arguments: [0, 1])
  func whatIsToBePublishedIsPublishedOnceByteForByteInSequence(threads: Int) throws {
    let service = try RunningService(threads: threads)
    let client = try dealer(context, service.endpoints.requests)
    let subscriber = try subscriber(service, "cam/a/")
    // A subscription is in force when a publication arrives.
    try waitUntilSubscribed(client, subscriber, topic: "cam/a/")
    for number in 0..<5 {
      let asked = request("r\(number)", #","publish":"cam/a/""#)
      try client.send(asked)
      let answer = try client.receiveFrames()
      // A repeated request is not published again.
      try client.send(asked)
      #expect(try client.receiveFrames() == answer)
      try client.send(request("other\(number)", #","publish":"cam/ab/""#))
      _ = try client.receiveFrames()
    }
    var sequences: [UInt64] = []
    var epochs: Set<UInt64> = []
    for number in 0..<5 {
      let frames = try subscriber.receiveFrames()
      try #require(frames.count == 3 && frames[2].count == 16)
      #expect(frames[0] == Array("cam/a/".utf8))
      #expect(String(decoding: frames[1], as: UTF8.self).contains(#""id":"r\#(number)""#))
      epochs.insert(frames[2].withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
      sequences.append(
        frames[2].withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self) })
    }
    #expect(epochs.count == 1)
    #expect(sequences == Array(sequences[0]..<sequences[0] + 5))
  }

  @Test func aLateSubscriberGetsTheLastValueAndASecondOneToo() throws {
    let service = try RunningService()
    let client = try dealer(context, service.endpoints.requests)
    for (id, topic) in [("a", "mall-1/"), ("b", "mall-1/"), ("c", "mall-10/"), ("d", "mall-2/")] {
      try client.send(request(id, #","publish":"\#(topic)""#))
      _ = try client.receiveText()
    }
    for _ in 0..<2 {
      let exact = try subscriber(service, "mall-1/")
      let frames = try exact.receiveFrames()
      #expect(frames.count == 3 && frames[0] == Array("mall-1/".utf8))
      #expect(String(decoding: frames[1], as: UTF8.self).contains(#""id":"b""#))
      #expect(frames[2].suffix(8) == [2, 0, 0, 0, 0, 0, 0, 0])
      // Each topic at most once in 100 ms.
      usleep(110_000)
    }
    let prefix = try subscriber(service, "mall-")
    var topics: Set<String> = []
    for _ in 0..<3 { topics.insert(String(decoding: try prefix.receiveFrames()[0], as: UTF8.self)) }
    #expect(topics == ["mall-1/", "mall-10/", "mall-2/"])
  }

  @Test func whatIsPushedInIsPublishedAndSoAreRefusals() throws {
    let service = try RunningService()
    let client = try dealer(context, service.endpoints.requests)
    let subscriber = try subscriber(service, "")
    try waitUntilSubscribed(client, subscriber, topic: "x/")
    let source = try Socket(.push, in: context)
    try source.connect(try #require(service.endpoints.ingest))
    try source.send(request("a", #","publish":"cam/a/""#), "packed")
    try source.send(request("b"))
    try source.send("garbage")
    try source.send(#"{"v":1,"publish":"cam/c/"}"#)
    try source.send([[UInt8]](repeating: Array("{}".utf8), count: 100))
    var seen: [String: String] = [:]
    var errors: [String] = []
    for _ in 0..<5 {
      let frames = try subscriber.receiveFrames()
      try #require(frames.count == 3)
      let topic = String(decoding: frames[0], as: UTF8.self)
      let text = String(decoding: frames[1], as: UTF8.self)
      seen[topic] = text
      if topic == "errors/ingest/" { errors.append(text) }
    }
    #expect(seen["cam/a/"]?.contains(#""ok":true,"sizes":["#) == true)
    #expect(seen["errors/cam/c/"]?.contains(#""ok":false"#) == true)
    #expect(errors.count == 3 && errors.contains { $0.contains("/publish") })
    #expect(errors.contains { $0.contains("bad-frames") })
  }

  @Test(arguments: [0, 2])
  func theEndAnswersAllThatWasAsked(threads: Int) throws {
    let service = try RunningService(threads: threads)
    let client = try dealer(context, service.endpoints.requests)
    try client.send(request("a"))
    _ = try client.receiveText()
    for number in 0..<4 { try client.send(request("slow\(number)")) }
    // One thread computes one by one while the others wait in its socket.
    service.wait { $0.counters.accepted >= (threads == 0 ? 2 : 5) }
    service.stop.send()
    var ids: Set<String> = []
    for _ in 0..<4 { ids.insert(member("id", of: try client.receiveText().last ?? "") ?? "") }
    #expect(ids == ["slow0", "slow1", "slow2", "slow3"])
    #expect(try service.outcome() == Outcome())
  }

  @Test func newRequestsAreRefusedWhileTheEndIsAwaited() throws {
    let service = try RunningService(
      threads: 0, handler: nil,
      with: {
        $0.bounds.foreignExpiry = 60_000
        $0.bounds.dispatchTimeout = 60_000
      })
    let client = try dealer(context, service.endpoints.requests)
    let worker = try dealer(context, service.endpoints.workers)
    try worker.send("MDPW02", "\u{1}", "viewfence.v1")
    _ = try worker.receiveFrames()
    let message = Message()
    // A request that the worker computes for as long as is wanted; others wait for it.
    try client.send(request("0", #","deadline_ms":60000"#))
    var tokens = [try worker.receiveFrames()[2]]
    service.stop.send()
    var texts: [String] = []
    var asked = 1
    // Some come before the signal is heard.
    while !texts.contains(where: { $0.contains("draining") && $0.contains("retry_after_ms") }) {
      try client.send(request("\(asked)", #","deadline_ms":60000"#))
      asked += 1
      usleep(1000)
      while try client.receive(into: message, wait: false) {
        texts.append(String(decoding: message[0], as: UTF8.self))
      }
    }
    while texts.count < asked {
      for token in tokens {
        try worker.send([Array("MDPW02".utf8), [4], token, [], Array(reply("x").utf8)])
      }
      tokens.removeAll()
      while try worker.receive(into: message, wait: false) {
        if message.count > 2 { tokens.append(Array(message[2])) }
      }
      while try client.receive(into: message, wait: false) {
        texts.append(String(decoding: message[0], as: UTF8.self))
      }
      usleep(100)
    }
    #expect(texts.contains(reply("x")))
    #expect(try service.outcome() == Outcome())
  }

  @Test func aSecondSignalEndsItAtOnceAndSaysWhatWasAbandoned() throws {
    let service = try RunningService(threads: 0, handler: nil)
    let client = try dealer(context, service.endpoints.requests)
    let worker = try dealer(context, service.endpoints.workers)
    try worker.send("MDPW02", "\u{1}", "viewfence.v1")
    _ = try worker.receiveFrames()
    try client.send(request("a"))
    #expect(try worker.receiveFrames().count == 5)
    service.stop.send()
    service.stop.send()
    #expect(try service.outcome() == Outcome(abandoned: 1, wasForced: true))
  }

  @Test func whatCannotBeFinishedIsRefusedAndCounted() throws {
    let service = try RunningService(
      threads: 0, handler: nil,
      with: { settings in
        settings.drainMilliseconds = 50
      })
    let client = try dealer(context, service.endpoints.requests)
    let worker = try dealer(context, service.endpoints.workers)
    try worker.send("MDPW02", "\u{1}", "viewfence.v1")
    _ = try worker.receiveFrames()
    try client.send(request("a"))
    #expect(try worker.receiveFrames().count == 5)
    #expect(try service.end() == Outcome(abandoned: 1))
    #expect(try client.receiveText()[0].contains("draining"))
    #expect(try worker.receiveFrames() == [Array("MDPW02".utf8), [6]])
  }

  @Test func aTakenPortIsNamed() throws {
    let service = try RunningService()
    #expect {
      _ = try RunningService(with: { $0.cameras = service.endpoints.cameras })
    } throws: { error in
      "\(error)".hasPrefix("cameras tcp://127.0.0.1:")
        && "\(error)".hasSuffix("Address already in use")
    }
  }

  @Test func aPathBelongsToOneProcessAndAStaleFileIsNoObstacle() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/vf-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoint = "ipc://\(directory)/requests"
    do {
      let service = try RunningService(with: { $0.requests = endpoint })
      let attributes = try FileManager.default.attributesOfItem(atPath: directory)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
      #expect {
        _ = try RunningService(with: { $0.requests = endpoint })
      } throws: { "\($0)".contains("another process holds") }
      let client = try dealer(context, endpoint)
      try client.send(request("a"))
      #expect(try client.receiveText() == [reply("a", 16)])
      try service.end()
    }
    #expect(FileManager.default.fileExists(atPath: directory + "/requests"))
    let service = try RunningService(with: { $0.requests = endpoint })
    let client = try dealer(context, endpoint)
    try client.send(request("b"))
    #expect(try client.receiveText() == [reply("b", 16)])
    try service.end()
  }

  /// Asks 60 times and answers with a megabyte each: neither the 40 messages that libzmq holds for a
  /// client nor what the system holds has room for them.
  private func answerAtLength(_ service: RunningService, _ client: borrowing Socket) throws {
    let worker = try dealer(context, service.endpoints.workers)
    try worker.send("MDPW02", "\u{1}", "long")
    _ = try worker.receiveFrames()
    let padding = [UInt8](repeating: 7, count: 1 << 20)
    for number in 0..<60 as Range<UInt8> {
      try client.send([Array("MDPC02".utf8), [1], Array("long".utf8), [number]])
      var frames = try worker.receiveFrames()
      // A heartbeat.
      while frames.count == 2 { frames = try worker.receiveFrames() }
      try #require(frames.count == 5)
      try worker.send([Array("MDPW02".utf8), [4], frames[2], [], frames[4], padding])
    }
    try worker.send("MDPW02", "\u{6}")
    service.wait { $0.counters.answered == 60 && $0.workers == 0 }
  }

  private func serviceOfLittleRoom() throws -> RunningService {
    try RunningService(
      threads: 0, handler: nil,
      with: {
        $0.requestsHighWaterMark = 1
        $0.bounds.perConnection = 20
        $0.bounds.sending = 1 << 30
        $0.bounds.sendingOfAll = 1 << 30
        $0.bounds.deadline = 60_000
        $0.bounds.foreignExpiry = 60_000
      })
  }

  private func clientThatTakesOneAtATime(_ service: RunningService) throws -> Socket {
    let client = try Socket(.dealer, in: context)
    try client.set(.receiveHighWaterMark, to: 1)
    try client.set(.receiveTimeout, to: 30_000)
    try client.connect(try #require(service.endpoints.requests))
    return client
  }

  @Test func repliesToAClientThatDoesNotReadWaitUntilItDoes() throws {
    let service = try serviceOfLittleRoom()
    let client = try clientThatTakesOneAtATime(service)
    try answerAtLength(service, client)
    #expect(service.figures.latest.unsent > 0)
    // Others are answered meanwhile.
    let other = try dealer(context, service.endpoints.requests)
    try other.send("MDPC02", "\u{1}", "mmi.service", "viewfence.v1")
    #expect(try other.receiveText().last == "404")
    for number in 0..<60 as Range<UInt8> {
      let frames = try client.receiveFrames()
      #expect(
        Array(frames.dropLast()) == [Array("MDPC02".utf8), [3], Array("long".utf8), [number]])
    }
    service.wait { $0.unsent == 0 }
    #expect(service.figures.latest.delivery.withoutRoom == 0)
    #expect(try service.end() == Outcome())
  }

  @Test(arguments: [false, true])
  func aWorkerGetsTheFramesThatItOffersToTake(isCompact: Bool) throws {
    let service = try RunningService(threads: 0, handler: nil)
    let worker = try dealer(context, service.endpoints.workers)
    let offer = WorkerOffer(credit: 2, wantsTimeLeft: true, isCompact: isCompact)
    try worker.send("MDPW02", "\u{1}", "viewfence.v1", offer.text)
    _ = try worker.receiveFrames()
    let client = try dealer(context, service.endpoints.requests)
    try client.send(request("a"))
    var frames = try worker.receiveFrames()
    while frames.count == 2 && frames[1] == [5] { frames = try worker.receiveFrames() }
    #expect(frames.count == (isCompact ? 2 : 5))
    #expect(frames.last == Array(request("a").utf8))
    let answer = Array(reply("a", 16).utf8)
    if isCompact {
      frames[0][6] = 4
      try worker.send([frames[0], answer])
    } else {
      try worker.send([frames[0], [4], frames[2], [], answer])
    }
    #expect(try client.receiveText() == [reply("a", 16)])
  }

  @Test func largeRepliesWaitWhereTheyAreCountedThoughTheMessagesWouldHaveRoom() throws {
    let service = try RunningService(threads: 0, handler: nil) {
      $0.bounds.deadline = 60_000
      $0.bounds.foreignExpiry = 60_000
    }
    let client = try clientThatTakesOneAtATime(service)
    try answerAtLength(service, client)
    // 16 of the 60 MiB may be in libzmq; the system takes a few.
    #expect(service.figures.latest.unsent > 10)
    for number in 0..<60 as Range<UInt8> {
      let frames = try client.receiveFrames()
      #expect(frames.count == 5 && frames[3] == [number] && frames[4].count == 1 << 20)
    }
    service.wait { $0.unsent == 0 }
    #expect(service.figures.latest.delivery.withoutRoom == 0)
    #expect(try service.end() == Outcome())
  }

  @Test func repliesThatWaitForAClientThatIsGoneAreFreed() throws {
    let service = try serviceOfLittleRoom()
    do {
      let client = try clientThatTakesOneAtATime(service)
      try answerAtLength(service, client)
      #expect(service.figures.latest.unsent > 0)
    }
    service.wait { $0.unsent == 0 }
    #expect(service.figures.latest.delivery.toNobody > 0)
    #expect(try service.end() == Outcome())
  }

  @Test func aClientThatNeverReadsIsGivenUpAtTheEnd() throws {
    let service = try serviceOfLittleRoom()
    let client = try clientThatTakesOneAtATime(service)
    try answerAtLength(service, client)
    let unsent = service.figures.latest.unsent
    #expect(unsent > 0)
    service.stop.send()
    service.stop.send()
    // It counts once more for what libzmq has; the system may have found room for one.
    let outcome = try service.outcome()
    #expect(outcome.wasForced && 1...unsent + 1 ~= outcome.abandoned)
  }

  @Test func problemsOfTheBrokerEchoTheTraceParent() throws {
    let service = try RunningService(threads: 0, handler: nil) { $0.bounds.grace = 1 }
    let client = try dealer(context, service.endpoints.requests)
    let parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    try client.send(request("a", #","traceparent":"\#(parent)""#))
    let frame = try client.receiveText()[0]
    #expect(frame.contains("no-worker") && frame.hasSuffix(#","traceparent":"\#(parent)"}"#))
    try client.send(request("b", #","traceparent":"nonsense""#))
    #expect(try !client.receiveText()[0].contains("traceparent"))
  }

  @Test func aWorkerThreadThatFailsBeginsAnew() throws {
    var settings = WorkerSettings()
    // This is no address, and so the loop fails when it connects.
    settings.brokers = ["inproc:nobody"]
    let begun = try (0..<3).map { _ in try #require(WakeUp()) }
    let count = Mutex(0)
    let crew = try WorkerCrew(
      settings, in: context, threads: 1,
      handler: {
        count.withLock {
          if $0 < begun.count { begun[$0].send() }
          $0 += 1
        }
        return echo
      }, log: Log(threshold: .error))
    for life in begun { #expect(try wait(for: life, milliseconds: 30_000)) }
    crew.stop()
  }

  @Test func itIsReadyWhenEachOfItsThreadsWorks() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/vf-\(UUID())"
    defer { try? FileManager.default.removeItem(atPath: directory) }
    var settings = BrokerSettings()
    (settings.workers, settings.cameras, settings.ingest) = (nil, nil, nil)
    settings.requests = "ipc://\(directory)/requests"
    let (final, stop) = (settings, try TestStop())
    let (ready, gate) = (try #require(WakeUp()), try #require(WakeUp()))
    let begun = Mutex(0)
    let thread = try #require(
      Operations.Thread("broker") {
        _ = try? Service.run(
          settings: final, threads: 2,
          handler: {
            // The first works at once, the other when the gate is open.
            let number = begun.withLock { count in
              count += 1
              return count
            }
            if number == 2 { _ = try? wait(for: gate) }
            return echo
          }, log: Log(threshold: .error), stop: stop.signal
        ) { _ in ready.send() }
      })
    let client = try dealer(context, settings.requests)
    try client.send(request("a"))
    #expect(try client.receiveText() == [reply("a", 16)])
    #expect(try !wait(for: ready, milliseconds: 0))
    gate.send()
    #expect(try wait(for: ready, milliseconds: 30_000))
    stop.send()
    thread.join()
  }

  // MARK: Helpers

  private func subscriber(_ service: RunningService, _ topic: String) throws -> Socket {
    let socket = try Socket(.sub, in: context)
    try socket.set(.receiveTimeout, to: 30_000)
    try socket.subscribe(to: topic)
    try socket.connect(try #require(service.endpoints.cameras))
    return socket
  }

  /// Publishes until the subscriber has seen one, and takes away all that it has seen.
  private func waitUntilSubscribed(
    _ client: borrowing Socket, _ subscriber: borrowing Socket, topic: String
  ) throws {
    let message = Message()
    var number = 0
    repeat {
      number += 1
      try client.send(request("wait\(number)", #","publish":"\#(topic)""#))
      _ = try client.receiveFrames()
    } while try !subscriber.receive(into: message, wait: false)
    try subscriber.set(.receiveTimeout, to: 100)
    while try subscriber.receive(into: message) {}
    try subscriber.set(.receiveTimeout, to: 30_000)
  }
}
