import Foundation
import Synchronization
import Testing
import ZeroMQ

@Suite struct SocketTests {
  let context: Context

  init() throws { context = try Context() }

  @Test func portZeroIsResolved() throws {
    let router = try Socket(.router, in: context)
    try router.bind("tcp://127.0.0.1:*")
    let endpoint = try router.lastEndpoint
    #expect(endpoint.hasPrefix("tcp://127.0.0.1:"))
    #expect(Int(endpoint.dropFirst("tcp://127.0.0.1:".count)) ?? 0 > 0)
  }

  private static let hasIPv6 = access("/proc/net/if_inet6", F_OK) == 0

  @Test(.enabled(if: hasIPv6, "this machine has no IPv6"))
  func addressesOfIPv6AreUnderstood() throws {
    let router = try Socket(.router, in: context)
    try router.bind("tcp://[::1]:0")
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(try router.lastEndpoint)
    try dealer.send([[1]])
    let message = Message()
    try router.receive(into: message)
    #expect(message.count == 2)
  }

  /// All contexts of this process: those of other tests are alike.
  @Test func theThreadsThatMoveBytesAreNicerThanTheOwn() throws {
    let pull = try Socket(.pull, in: context)
    try pull.bind("tcp://127.0.0.1:*")
    let push = try Socket(.push, in: context)
    try push.connect(try pull.lastEndpoint)
    try push.send([[1]])
    // From now on the thread has its name.
    try pull.receive(into: Message())

    let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
    let movers = try nicenesses(ofThreads: "ZMQbg/IO")
    #expect(!movers.isEmpty)
    #expect(movers.allSatisfy { $0 > own || $0 == 19 }, "\(own) \(movers)")
  }

  private func nicenesses(ofThreads prefix: String) throws -> [CInt] {
    let tasks = "/proc/self/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { thread in
      // That of another test may have ended.
      guard let text = try? String(contentsOfFile: "\(tasks)/\(thread)/stat", encoding: .utf8),
        text.contains("(\(prefix)"), let end = text.lastIndex(of: ")")
      else { return nil }
      // proc_pid_stat(5): the nineteenth value, counted from the number before the name.
      return CInt(text[end...].split(separator: " ")[17])
    }
  }

  @Test func aTakenPortIsRefused() throws {
    let first = try Socket(.router, in: context)
    try first.bind("tcp://127.0.0.1:0")
    let endpoint = try first.lastEndpoint
    let second = try Socket(.router, in: context)
    #expect(throws: ZeroMQError.addressInUse) { try second.bind(endpoint) }
    #expect(ZeroMQError.addressInUse.description == "Address already in use")
  }

  @Test(arguments: ["127.0.0.1:5555", "tcp://127.0.0.1", "localhost", ""])
  func whatIsNoEndpointIsTold(endpoint: String) throws {
    let socket = try Socket(.dealer, in: context)
    #expect(throws: ZeroMQError.noEndpoint) { try socket.connect(endpoint) }
    #expect(throws: ZeroMQError.noEndpoint) { try socket.bind(endpoint) }
  }

  @Test func allFramesOfAMessageArriveAndComeBack() throws {
    let router = try Socket(.router, in: context)
    try router.bind("tcp://127.0.0.1:0")
    let dealer = try Socket(.dealer, in: context)
    try dealer.connect(try router.lastEndpoint)
    let large = [UInt8](repeating: 7, count: 100_000)
    try dealer.send([[], [1, 2, 3], large])

    let message = Message()
    try router.receive(into: message)
    #expect(message.count == 4)
    #expect(message[1].isEmpty && Array(message[2]) == [1, 2, 3] && Array(message[3]) == large)
    #expect(message.byteCount == message[0].count + 100_003)
    try router.send(message)
    #expect(message.count == 0)

    let answer = Message()
    try dealer.receive(into: answer)
    #expect((0..<answer.count).map { Array(answer[$0]) } == [[], [1, 2, 3], large])
  }

  @Test func framesBeyondTheCapacityAreThrownAwayAndTheNextMessageIsWhole() throws {
    let pair = try Pair(context)
    try pair.a.send([[UInt8]](repeating: [9], count: 200))
    try pair.a.send([[1], [2]])
    let message = Message(capacity: 5)
    try pair.b.receive(into: message)
    #expect(message.count == 5 && message.excess == 195)
    try pair.b.receive(into: message)
    #expect(message.count == 2 && message.excess == 0 && Array(message[1]) == [2])
  }

  @Test func aKeptFrameCanBeSentAgain() throws {
    let pair = try Pair(context)
    let body = [UInt8](repeating: 5, count: 5000)
    let message = Message(capacity: 2)
    message.append(body)
    try pair.a.send(message, frame: 0, keep: true)
    try pair.a.send(message, frame: 0)
    #expect(message[0].isEmpty)
    let received = Message()
    for _ in 0..<2 {
      try pair.b.receive(into: received)
      #expect(Array(received[0]) == body)
    }
  }

  @Test func nothingToReadIsNoError() throws {
    let pair = try Pair(context)
    #expect(try pair.b.receive(into: Message(), wait: false) == false)
  }

  @Test func aRouterSaysWhomItCannotReach() throws {
    let router = try Socket(.router, in: context)
    try router.set(.routerMandatory, to: 1)
    try router.bind("inproc://mandatory")
    #expect(throws: ZeroMQError.unreachable) { try router.send([[1, 2], [3]], wait: false) }
  }

  @Test func aFrameAboveTheLimitCutsThePeerOffAndNobodyElse() throws {
    let pull = try Socket(.pull, in: context)
    try pull.set(.maximumFrameSize, to: 1000)
    try pull.bind("tcp://127.0.0.1:0")
    let endpoint = try pull.lastEndpoint
    let bad = try Socket(.push, in: context)
    let good = try Socket(.push, in: context)
    try bad.connect(endpoint)
    try good.connect(endpoint)
    try bad.send([[UInt8](repeating: 0, count: 1001)])
    try good.send([[UInt8](repeating: 1, count: 1000)])
    let message = Message()
    try pull.receive(into: message)
    #expect(message[0].count == 1000)
  }

  private func message(of count: Int) -> Message {
    let message = Message(capacity: 1)
    message.append([UInt8](repeating: 7, count: count))
    return message
  }

  @Test func theBytesOfAnAccountAreThoseThatNobodyHasTaken() throws {
    let pair = try Pair(context)
    let calls = Atomic(0)
    let whole = ByteAccount(limit: 100_000) {}
    let account = ByteAccount(limit: 12_000, within: whole) { calls.add(1, ordering: .relaxed) }
    #expect(account.hasRoom(for: 20_000))
    for _ in 0..<2 {
      try pair.a.lend(message(of: 5000), frame: 0, on: account, more: false)
    }
    #expect(account.bytes == 10_000 && whole.bytes == 10_000)
    #expect(account.hasRoom(for: 2000) && !account.isAwaited)
    #expect(!account.hasRoom(for: 2001) && account.isAwaited)

    let taken = Message()
    try pair.b.receive(into: taken)
    #expect(taken[0].elementsEqual(repeatElement(7, count: 5000)) && account.bytes == 10_000)
    try pair.b.receive(into: taken)
    #expect(account.bytes == 5000 && !account.isAwaited)
    taken.removeAll()
    #expect(account.bytes == 0 && whole.bytes == 0)
    #expect(calls.load(ordering: .relaxed) == 1)
  }

  @Test func aFullWholeLeavesOneMessageToEachAccount() throws {
    let pair = try Pair(context)
    let whole = ByteAccount(limit: 10_000) {}
    let (one, other) = (
      ByteAccount(limit: 50_000, within: whole) {}, ByteAccount(limit: 50_000, within: whole) {}
    )
    for _ in 0..<2 { try pair.a.lend(message(of: 5000), frame: 0, on: one, more: false) }
    #expect(!one.hasRoom(for: 1))
    #expect(other.hasRoom(for: 5000))
    try pair.a.lend(message(of: 5000), frame: 0, on: other, more: false)
    #expect(!other.hasRoom(for: 1))
  }

  @Test func whatIsNotSentIsOnNoAccount() throws {
    let router = try Socket(.router, in: context)
    try router.set(.routerMandatory, to: 1)
    let account = ByteAccount(limit: 1) {}
    #expect(throws: ZeroMQError.unreachable) {
      try router.lend(message(of: 5000), frame: 0, on: account, more: true)
    }
    #expect(account.bytes == 0)
  }

  @Test func whatIsGivenUpWithASocketIsGivenBack() throws {
    let account = ByteAccount(limit: 1) {}
    do {
      let context = try Context()
      let push = try Socket(.push, in: context)
      try push.connect("tcp://127.0.0.1:9")
      try push.lend(message(of: 5000), frame: 0, on: account, more: false)
      #expect(account.bytes == 5000)
    }
    #expect(account.bytes == 0)
  }

  @Test func thePollerFindsWhatCameWhileASocketWasUsed() throws {
    let pair = try Pair(context)
    var poller = Poller()
    let here = poller.add(pair.b)
    let message = Message()
    for number in 0..<2000 {
      try pair.a.send([[1]])
      // Every send may take in what the other side did, so that the file descriptor says nothing.
      try pair.b.send([[2]])
      if number % 3 == 0 { #expect(try poller.wait(milliseconds: 0) == 1) }
      #expect(try poller.wait(milliseconds: nil) == 1 && poller.isReadable(here))
      #expect(try pair.b.receive(into: message, wait: false))
      if number % 2 == 0 { #expect(try !pair.b.receive(into: message, wait: false)) }
      #expect(try poller.wait(milliseconds: 0) == 0 && !poller.isReadable(here))
      try pair.a.receive(into: message)
    }
  }

  @Test func whoIsLeftOutOfTheWaitingIsHeardLater() throws {
    let pair = try Pair(context)
    var poller = Poller()
    let here = poller.add(pair.b)
    #expect(try poller.wait(milliseconds: 0) == 0)
    poller.setActive(false, here)
    try pair.a.send([[1]])
    #expect(try poller.wait(milliseconds: 1) == 0)
    poller.setActive(true, here)
    #expect(try poller.wait(milliseconds: nil) == 1 && poller.isReadable(here))
  }

  @Test func thePollerTellsSocketsAndFileDescriptorsApart() throws {
    let pair = try Pair(context)
    var ends: (CInt, CInt) = (0, 0)
    withUnsafeMutableBytes(of: &ends) {
      _ = pipe($0.baseAddress?.assumingMemoryBound(to: CInt.self))
    }
    defer {
      close(ends.0)
      close(ends.1)
    }
    var poller = Poller()
    let socket = poller.add(pair.b)
    let file = poller.add(fileDescriptor: ends.0)
    #expect(try poller.wait(milliseconds: 0) == 0)
    try pair.a.send([[1]])
    #expect(try poller.wait(milliseconds: nil) == 1)
    #expect(poller.isReadable(socket) && !poller.isReadable(file))
    write(ends.1, "x", 1)
    poller.setActive(false, socket)
    #expect(try poller.wait(milliseconds: nil) == 1)
    #expect(poller.isReadable(file) && !poller.isReadable(socket))
  }
}

/// Two sockets that talk to each other.
private struct Pair: ~Copyable {
  let a: Socket
  let b: Socket

  init(_ context: Context) throws {
    let a = try Socket(.dealer, in: context)
    let b = try Socket(.dealer, in: context)
    try b.bind("inproc://pair")
    try a.connect("inproc://pair")
    self.a = a
    self.b = b
  }
}
