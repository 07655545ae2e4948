import Operations
import Synchronization
import Testing
import ZeroMQ

@testable import Majordomo

/// Workers as `viewfence worker` runs them, on a thread of their own.
private final class RunningWorker: Sendable {
  let stop: TestStop
  let registered: WakeUp
  private let thread: Operations.Thread
  private let isJoined = Mutex(false)

  private final class Box: Sendable { let outcome = Mutex<Outcome?>(nil) }
  private let box: Box

  /// - Parameter patience: milliseconds of silence after which it leaves a broker.
  init(
    _ brokers: [String], threads: Int = 1, credit: Int = 32, version: Int = 2,
    patience: Int = 30_000, handler: @escaping @Sendable () -> RequestHandler = { echo }
  ) throws {
    var settings = WorkerSettings()
    settings.brokers = brokers
    settings.credit = credit
    settings.version = version
    settings.heartbeatMilliseconds = 100
    settings.expiryMilliseconds = patience
    let (final, stop, registered) = (settings, try TestStop(), try #require(WakeUp()))
    let box = Box()
    (self.stop, self.registered, self.box) = (stop, registered, box)
    thread = try #require(
      Operations.Thread("worker") {
        let outcome = try? Worker.run(
          settings: final, threads: threads, handler: handler, log: Log(threshold: .error),
          stop: stop.signal
        ) { registered.send() }
        box.outcome.withLock { $0 = outcome }
      })
  }

  func waitUntilRegistered() throws {
    #expect(try MajordomoTests.wait(for: registered, milliseconds: 10_000))
  }

  func end() -> Outcome? {
    stop.send()
    return wait()
  }

  func wait() -> Outcome? {
    join()
    return box.outcome.withLock { $0 }
  }

  private func join() {
    isJoined.withLock {
      if !$0 { thread.join() }
      $0 = true
    }
  }

  deinit {
    stop.send()
    join()
  }
}

@Suite struct WorkerTests {
  let context: Context

  init() throws { context = try Context() }

  /// A broker as RFC 7 or RFC 18 describe it, played by hand.
  private func broker() throws -> (Socket) {
    let socket = try Socket(.router, in: context)
    try socket.set(.receiveTimeout, to: 10_000)
    try socket.bind("tcp://127.0.0.1:0")
    return socket
  }

  @Test func itServesABrokerOfSomebodyElseByTheLetter() throws {
    for (version, final, heartbeat, disconnect) in [(1, 3, 4, 5), (2, 4, 5, 6)]
      as [(Int, UInt8, UInt8, UInt8)]
    {
      let broker = try broker()
      let worker = try RunningWorker([try broker.lastEndpoint], credit: 1, version: version)
      let header = (version == 1 ? [[]] : []) + [Array("MDPW0\(version)".utf8)]
      let hello = try broker.receiveFrames()
      // No further frame: a strict broker would refuse it.
      #expect(Array(hello.dropFirst()) == header + [[1], Array("viewfence.v1".utf8)])
      let peer = hello[0]
      try broker.send([peer] + header + [[heartbeat]])
      try worker.waitUntilRegistered()
      let json = Array(request("a").utf8)
      try broker.send([peer] + header + [[2], [1, 2, 3], [], json, [7]])
      var frames = try broker.receiveFrames()
      while frames.last == [heartbeat] { frames = try broker.receiveFrames() }
      #expect(
        Array(frames.dropFirst())
          == header + [[final], [1, 2, 3], [], Array(reply("a", 16, 1).utf8)])
      // Sent away, it comes back.
      try broker.send([peer] + header + [[disconnect]])
      frames = try broker.receiveFrames()
      while frames.last == [heartbeat] { frames = try broker.receiveFrames() }
      #expect(Array(frames.dropFirst()) == header + [[1], Array("viewfence.v1".utf8)])
      #expect(frames[0] != peer)
      // When it ends it says so.
      worker.stop.send()
      frames = try broker.receiveFrames()
      while frames.last == [heartbeat] { frames = try broker.receiveFrames() }
      #expect(Array(frames.dropFirst()) == header + [[disconnect]])
      #expect(worker.wait() == Outcome())
    }
  }

  @Test func whatIsTooLateIsNotComputed() throws {
    let broker = try broker()
    let worker = try RunningWorker([try broker.lastEndpoint])
    let hello = try broker.receiveFrames()
    #expect(hello.count == 5)
    #expect(
      hello.last.map { $0.withUnsafeBytes { WorkerOffer($0) } }
        == WorkerOffer(credit: 32, wantsTimeLeft: true, isCompact: true))
    let header = [hello[0], Array("MDPW02".utf8)]
    try broker.send(header + [[5]])
    for (left, isComputed) in [(0, false), (60_000, true)] as [(Milliseconds, Bool)] {
      var address: [UInt8] = []
      TokenMint(epoch: 1).withBytes(of: 7, timeLeft: TimeLeft(left)) { address = Array($0) }
      #expect(address.count == 24)
      try broker.send(header + [[2], address, [], Array(request("a").utf8)])
      var frames = try broker.receiveFrames()
      while frames.last == [5] { frames = try broker.receiveFrames() }
      #expect(Array(frames[1..<5]) == [Array("MDPW02".utf8), [4], address, []])
      let text = String(decoding: frames.last ?? [], as: UTF8.self)
      #expect(text.contains(#""id":"a""#))
      #expect(text.contains("deadline-exceeded") == !isComputed)
    }
    _ = worker.end()
  }

  @Test func aRequestUnderACompactHeadIsAnsweredUnderOne() throws {
    let broker = try broker()
    let worker = try RunningWorker([try broker.lastEndpoint])
    let peer = try broker.receiveFrames()[0]
    let mint = TokenMint(epoch: 1)
    for (left, isComputed) in [(0, false), (60_000, true)] as [(Milliseconds, Bool)] {
      let head = mint.compactHead(of: 7, timeLeft: TimeLeft(left))
      var bytes: [UInt8] = []
      head.withBytes { bytes = Array($0) }
      #expect(bytes.count == 32 && bytes.starts(with: Array("MDPW02".utf8) + [2, 0]))
      try broker.send([peer, bytes, Array(request("a").utf8), [7]])
      var frames = try broker.receiveFrames()
      while frames.last == [5] { frames = try broker.receiveFrames() }
      try #require(frames.count == 3)
      bytes[6] = 4
      #expect(frames[1] == bytes)
      #expect(frames[1].withUnsafeBytes { mint.count($0) } == 7)
      #expect(frames[1].withUnsafeBytes { TokenMint(epoch: 2).count($0) } == nil)
      let text = String(decoding: frames[2], as: UTF8.self)
      #expect(isComputed ? text == reply("a", 16, 1) : text.contains("deadline-exceeded"))
    }
    _ = worker.end()
  }

  @Test func itLeavesASilentBrokerAndComesBack() throws {
    let broker = try broker()
    let worker = try RunningWorker([try broker.lastEndpoint], patience: 300)
    var peers: Set<[UInt8]> = []
    while peers.count < 3 {
      let frames = try broker.receiveFrames()
      try #require(frames.count > 2)
      if frames[2] == [1] { peers.insert(frames[0]) }
    }
    _ = worker.end()
  }

  @Test func itWorksForSeveralBrokersWithAShareOfItsCreditEach() throws {
    // The worker is registered when one of them has taken it; the other one may take its time.
    let first = try RunningService(threads: 0, handler: nil) { $0.bounds.grace = 30_000 }
    let second = try RunningService(threads: 0, handler: nil) { $0.bounds.grace = 30_000 }
    let worker = try RunningWorker(
      [try #require(first.endpoints.workers), try #require(second.endpoints.workers)])
    try worker.waitUntilRegistered()
    for service in [first, second] {
      let client = try dealer(context, service.endpoints.requests)
      for number in 0..<100 { try client.send(request("\(number)")) }
      for number in 0..<100 {
        #expect(try client.receiveText() == [reply("\(number)", number < 10 ? 16 : 17)])
      }
    }
    #expect(worker.end() == Outcome())
  }

  @Test func afterARestartOfItsBrokerItIsThereAgain() throws {
    let first = try RunningService(threads: 0, handler: nil)
    let (requests, workers) = (first.endpoints.requests, first.endpoints.workers)
    let worker = try RunningWorker([try #require(workers)], patience: 300)
    try worker.waitUntilRegistered()
    try first.end()
    let second = try RunningService(
      threads: 0, handler: nil,
      with: {
        $0.requests = requests
        $0.workers = workers
        $0.bounds.grace = 10_000
      })
    let client = try dealer(context, second.endpoints.requests)
    try client.set(.receiveTimeout, to: 10_000)
    try client.send(request("a"))
    #expect(try client.receiveText() == [reply("a", 16)])
    #expect(worker.end() == Outcome())
  }

  @Test func whatItHasIsAnsweredBeforeItEnds() throws {
    let service = try RunningService(
      threads: 0, handler: nil, with: { $0.bounds.dispatchTimeout = 60_000 })
    let begun = try #require(WakeUp())
    let worker = try RunningWorker(
      [try #require(service.endpoints.workers)],
      handler: {
        { frames, _, reply in
          begun.send()
          echo(frames, nil, &reply)
        }
      })
    try worker.waitUntilRegistered()
    let client = try dealer(context, service.endpoints.requests)
    for number in 0..<3 { try client.send(request("slow\(number)")) }
    try client.send("MDPC02", "\u{1}", "mmi.service", "viewfence.v1")
    #expect(try client.receiveText().last == "200")
    #expect(try wait(for: begun, milliseconds: 30_000))
    #expect(worker.end() == Outcome())
    for number in 0..<3 { #expect(try client.receiveText() == [reply("slow\(number)", 20)]) }
  }

  @Test func noFreeJobKeepsARequestOrAReply() throws {
    final class Seen: Sendable { let jobs = Mutex<[Bool]>([]) }
    let broker = try broker()
    let (endpoint, stop, seen) = (try broker.lastEndpoint, try #require(WakeUp()), Seen())
    let context = context
    let thread = try #require(
      Operations.Thread("loop") {
        var settings = WorkerSettings()
        settings.brokers = [endpoint]
        let loop = WorkerLoop(
          settings, in: context, handler: echo, log: Log(threshold: .error), onFirstSession: {})
        try? loop.run(until: stop)
        seen.jobs.withLock { $0 = loop.freeJobs.map(\.isEmpty) }
      })
    let hello = try broker.receiveFrames()
    for number in 0..<3 {
      let json = Array(request("\(number)").utf8)
      try broker.send([hello[0], Array("MDPW02".utf8), [2], [1, 2, 3], [], json])
    }
    for _ in 0..<3 { while try broker.receiveFrames().last == [5] {} }
    stop.send()
    thread.join()
    let areEmpty = seen.jobs.withLock { $0 }
    #expect(!areEmpty.isEmpty && areEmpty.allSatisfy { $0 })
  }

  @Test func whoHadASessionBeginsAnewWithTheShortestPause() {
    var attempts: [Bool?] = [false, false, true, false, true, nil]
    var pauses: [Milliseconds] = []
    WorkerCrew.work {
      attempts.removeFirst()
    } pause: {
      pauses.append($0)
      return false
    }
    #expect(pauses == [100, 200, 100, 200, 100])
    #expect(attempts.isEmpty)
  }

  @Test func whoIsToStopDoesNotBeginAnew() {
    var count = 0
    WorkerCrew.work {
      count += 1
      return true
    } pause: { _ in
      true
    }
    #expect(count == 1)
  }

  @Test func anEndpointThatIsNoneStopsTheStart() throws {
    let stop = try TestStop()
    var settings = WorkerSettings()
    settings.brokers = ["nonsense"]
    let final = settings
    #expect {
      _ = try Worker.run(
        settings: final, threads: 1, handler: { echo }, stop: stop.signal, ready: {})
    } throws: { "\($0)".hasPrefix("broker nonsense: ") }
  }
}
