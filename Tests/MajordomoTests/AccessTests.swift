import Operations
import Testing
import ZeroMQ

@testable import Majordomo

/// Who is let in, and that no question can stop the one who answers.
@Suite struct AccessTests {
  private let client, worker, both, stranger: CurveKey
  private var keys: BrokerKeys

  init() throws {
    keys = BrokerKeys(own: try CurveKeyPair())
    (client, worker) = (try CurveKeyPair().publicKey, try CurveKeyPair().publicKey)
    (both, stranger) = (try CurveKeyPair().publicKey, try CurveKeyPair().publicKey)
    keys.add(client, .client)
    keys.add(worker, .worker)
    keys.add(both, .subscriber)
    keys.add(both, .ingest)
  }

  /// A question as libzmq asks it, and as a ROUTER gets it.
  private func question(
    _ port: String, _ key: [UInt8]?, version: String = "1.0", mechanism: String = "CURVE"
  ) -> Message {
    let message = Message()
    for text in ["peer", "", version, "7", port, "10.0.0.9", "", mechanism] { message.append(text) }
    if let key { message.append(key) }
    return message
  }

  private func roles(_ port: String, _ key: CurveKey) throws -> [Role]? {
    try #require(AccessRequest(question(port, key.bytes))).roles(by: keys)
  }

  @Test func aKeyOpensThePortsOfItsRoles() throws {
    #expect(try roles("requests", client) == [.client])
    #expect(try roles("workers", client) == nil)
    #expect(try roles("workers", worker) == [.worker])
    #expect(try roles("requests", worker) == [.worker])
    #expect(try roles("cameras", both) == [.subscriber, .ingest])
    #expect(try roles("ingest", both) == [.subscriber, .ingest])
    #expect(try roles("requests", both) == nil)
    for port in ["requests", "workers", "cameras", "ingest"] {
      #expect(try roles(port, stranger) == nil)
    }
    #expect(try roles("elsewhere", client) == nil)
  }

  @Test func onlyAProvedKeyCounts() throws {
    for (key, mechanism) in [
      (nil, "CURVE"), (client.bytes, "NULL"), (client.bytes, "PLAIN"), (client.bytes, "GSSAPI"),
      (Array(client.bytes.dropLast()), "CURVE"), (client.bytes + [0], "CURVE"), ([], "CURVE"),
    ] {
      let request = try #require(AccessRequest(question("requests", key, mechanism: mechanism)))
      #expect(request.key == nil)
      #expect(request.roles(by: keys) == nil)
    }
  }

  @Test func theAnswerNamesTheRoles() {
    let message = question("requests", client.bytes)
    AccessRequest.answer([.subscriber, .worker], in: message)
    let frames = (0..<message.count).map { String(decoding: message[$0], as: UTF8.self) }
    #expect(frames == ["peer", "", "1.0", "7", "200", "OK", "subscriber worker", ""])
    #expect(AccessRequest.user(frames[6], is: .worker))
    #expect(!AccessRequest.user(frames[6], is: .client))
    #expect(!AccessRequest.user("workers", is: .worker))
  }

  @Test func aRefusalNamesNobody() {
    let message = question("requests", stranger.bytes)
    AccessRequest.answer(nil, in: message)
    #expect(message[4].elementsEqual("400".utf8))
    #expect(message[6].isEmpty && message[7].isEmpty)
  }

  @Test func garbageIsNoQuestionAndStopsNobody() throws {
    let context = try Context()
    let gatekeeper = try Gatekeeper(keys, in: context, log: Log(threshold: .error))
    var poller = Poller()
    let gate = gatekeeper.add(to: &poller)
    let asker = try Socket(.dealer, in: context)
    try asker.connect("inproc://zeromq.zap.01")

    var generator = SplitMix64(seed: 27)
    for _ in 0..<500 {
      let frames = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        (0..<Int.random(in: 0...40, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
      }
      try asker.send(frames)
    }
    for frames in [["", "2.0", "7", "requests", "", "", "CURVE"], ["", "1.0", "7"], [""]] {
      try asker.send(frames.map { Array($0.utf8) })
    }
    // Nothing of that is answered, so that the first answer is that to this one.
    let good = ["", "1.0", "right", "requests", "10.0.0.9", "", "CURVE"].map { Array($0.utf8) }
    try asker.send(good + [client.bytes])
    let answers = poller.add(asker)
    repeat {
      try poller.wait(milliseconds: nil)
      try gatekeeper.take(poller, from: gate, at: 0)
    } while !poller.isReadable(answers)
    let answer = Message()
    try asker.receive(into: answer)
    #expect(answer[2].elementsEqual("right".utf8))
    #expect(answer[3].elementsEqual("200".utf8))
  }

  @Test func aRefusedRoleIsToldSoAsIfItHadBeenLetIn() throws {
    var keys = BrokerKeys(own: try CurveKeyPair())
    let worker = try CurveKeyPair()
    keys.add(worker.publicKey, .worker)
    let final = keys
    let service = try RunningService(with: {
      $0.keys = final
      $0.maximumJSON = 1000
    })
    let context = try Context()
    let asker = try Socket(.dealer, in: context)
    try asker.set(.receiveTimeout, to: 30_000)
    try asker.useCurve(CurveClientKeys(own: worker, server: final.own.publicKey))
    try asker.connect(try #require(service.endpoints.requests))

    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    func answer(_ framing: [String], size: Int = 0) throws -> String {
      let padding = String(repeating: "x", count: size)
      let body = request("a", #","traceparent":"\#(parent)","more":"\#(padding)""#)
      try asker.send((framing + [body]).map { Array($0.utf8) })
      return try #require(try asker.receiveText().last)
    }
    for (framing, size) in [([], 0), ([], 1500), (["MDPC02", "\u{1}", "viewfence.v1"], 0)] {
      let text = try answer(framing, size: size)
      #expect(text.contains("unauthorized") && text.contains(#""id":"a""#), "\(framing) \(size)")
      #expect(text.hasSuffix(#","traceparent":"\#(parent)"}"#), "\(framing) \(size)")
    }
    // What is far too large is not read, and what is said to other services is not ours to read.
    for (framing, size) in [([], 2500), (["MDPC02", "\u{1}", "other"], 0)] {
      let text = try answer(framing, size: size)
      #expect(text.contains("unauthorized") && text.contains(#""id":null"#), "\(framing) \(size)")
      #expect(!text.contains(parent), "\(framing) \(size)")
    }
  }

  @Test func strangersFillNoLog() {
    var pace = LogPace()
    #expect(pace.unlogged(at: 5) == 0)
    #expect(pace.unlogged(at: 6) == nil)
    #expect(pace.unlogged(at: 1004) == nil)
    #expect(pace.unlogged(at: 1005) == 2)
    #expect(pace.unlogged(at: 5000) == 0)
  }
}
