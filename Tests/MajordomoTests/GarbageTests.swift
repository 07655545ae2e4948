import Glibc
import Operations
import Testing
import ZeroMQ

@testable import Majordomo

/// Whatever comes in on whatever port: the service lives, and the next good request is answered.
@Suite struct GarbageTests {
  let context: Context
  let service: RunningService
  private var random = SplitMix64(seed: 0x6172_6261_6765)

  init() throws {
    context = try Context()
    service = try RunningService()
  }

  private var endpoints: [String] {
    [
      service.endpoints.requests, service.endpoints.workers, service.endpoints.cameras,
      service.endpoints.ingest,
    ].compactMap(\.self)
  }

  private func expectAnAnswer(_ about: String) throws {
    let client = try dealer(context, service.endpoints.requests)
    try client.send(request("good"))
    #expect(try client.receiveText() == [reply("good", 19)], "after \(about)")
  }

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  @Test mutating func randomBytesOverTCP() throws {
    // The greeting of ZMTP 3.0 without security, then a READY command of a DEALER.
    let greeting: [UInt8] =
      [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0] + Array("NULL".utf8)
      + [UInt8](repeating: 0, count: 48)
    let hello: [UInt8] =
      [4, 26, 5] + Array("READY".utf8) + [11] + Array("Socket-Type".utf8) + [0, 0, 0, 6]
      + Array("DEALER".utf8)
    for endpoint in endpoints {
      for number in 0..<30 {
        let start = [[], greeting, greeting + hello][number % 3]
        let length = [1, 10, 100, 10_000][number % 4]
        try sendRaw(start + bytes(length), to: endpoint)
      }
      try expectAnAnswer("random bytes on \(endpoint)")
    }
  }

  @Test mutating func randomFramesOfEverySort() throws {
    let words: [[UInt8]] =
      ["", "MDPC01", "MDPC02", "MDPW01", "MDPW02", "viewfence.v1", "mmi.service", "{}", "[", "\0"]
      .map { Array($0.utf8) } + (1...6).map { [$0] }
    for endpoint in endpoints {
      for kind in [Socket.Kind.dealer, .push, .sub, .req, .pub] {
        let socket = try Socket(kind, in: context)
        try socket.connect(endpoint)
        for _ in 0..<100 {
          var frames: [[UInt8]] = []
          for _ in 0..<any([1, 2, 3, 4, 5, 6, 16, 17, 200]) {
            frames.append(
              Bool.random(using: &random)
                ? any(words)
                : bytes(any([0, 1, 5, 16, 300])))
          }
          // A peer that takes no more of this has had enough.
          do { try socket.send(frames, wait: false) } catch { break }
        }
      }
      try expectAnAnswer("random frames on \(endpoint)")
    }
  }

  @Test func deepAndLongFrames() throws {
    for endpoint in endpoints {
      let socket = try Socket(.dealer, in: context)
      try socket.connect(endpoint)
      for frame in [
        [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000),
        [UInt8](repeating: UInt8(ascii: " "), count: 4_500_000),
        // More than libzmq lets in: it costs the peer its connection.
        [UInt8](repeating: UInt8(ascii: "{"), count: 64 << 20),
      ] {
        try? socket.send([frame], wait: false)
      }
      try? socket.send([[UInt8]](repeating: [], count: 100_000), wait: false)
      try expectAnAnswer("long frames on \(endpoint)")
    }
  }

  private func sendRaw(_ bytes: [UInt8], to endpoint: String) throws {
    let port = try #require(endpoint.split(separator: ":").last.flatMap { UInt16($0) })
    let file = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    _ = Glibc.send(file, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
