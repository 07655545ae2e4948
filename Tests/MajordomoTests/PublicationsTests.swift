import Testing

@testable import Majordomo

@Suite struct PublicationsTests {
  private var publications: Publications

  init() {
    var bounds = BrokerBounds()
    bounds.topics = 500
    bounds.lastValueBytes = 100_000
    bounds.longestLastValue = 1000
    publications = Publications(bounds, hash: ByteHash(secret: 42))
  }

  private mutating func publish(_ topic: String, _ value: String, at wall: UInt64 = 7) -> [UInt64] {
    let stamp = Array(value.utf8).withUnsafeBytes {
      publications.publish(Array(topic.utf8), value: $0, wallMicroseconds: wall)
    }
    return [stamp.epoch, stamp.sequence]
  }

  private mutating func lastValues(_ prefix: String, at now: Milliseconds) -> [String] {
    var values: [String] = []
    Array(prefix.utf8).withUnsafeBytes {
      publications.lastValues(for: $0, at: now) { topic, value, _ in
        values.append(String(decoding: topic + value, as: UTF8.self))
      }
    }
    return values
  }

  @Test mutating func eachTopicCountsFromOneInItsOwnEpoch() {
    #expect(publish("a/", "1", at: 10) == [10, 1])
    #expect(publish("a/", "2", at: 20) == [10, 2])
    #expect(publish("b/", "1", at: 30) == [30, 1])
  }

  @Test mutating func anExactTopicGetsItsOwnLastValueAtMostEvery100Milliseconds() {
    _ = publish("mall-1/", "x")
    _ = publish("mall-10/", "y")
    #expect(lastValues("mall-1/", at: 0) == ["mall-1/x"])
    #expect(lastValues("mall-1/", at: 99).isEmpty)
    #expect(lastValues("mall-1/", at: 100) == ["mall-1/x"])
    #expect(lastValues("mall-2/", at: 100).isEmpty)
  }

  private mutating func owedValues(at now: Milliseconds) -> [String] {
    var values: [String] = []
    publications.owedValues(at: now) { topic, value, _ in
      values.append(String(decoding: topic + value, as: UTF8.self))
    }
    return values
  }

  @Test mutating func whoComesWithinThe100MillisecondsIsOwedTheLastValue() {
    _ = publish("mall-1/", "x")
    #expect(lastValues("mall-1/", at: 5) == ["mall-1/x"])
    #expect(publications.nextLook == nil)
    for now in [6, 50, 99] as [Milliseconds] { #expect(lastValues("mall-1/", at: now).isEmpty) }
    #expect(publications.nextLook == 105)
    #expect(owedValues(at: 104).isEmpty)
    #expect(owedValues(at: 105) == ["mall-1/x"])
    #expect(publications.nextLook == nil && owedValues(at: 500).isEmpty)
  }

  @Test mutating func aNewCameraPaysWhatIsOwed() {
    _ = publish("mall-1/", "x")
    #expect(lastValues("mall-1/", at: 0) == ["mall-1/x"])
    #expect(lastValues("", at: 1).isEmpty)
    _ = publish("mall-1/", "y")
    #expect(owedValues(at: 100).isEmpty && publications.nextLook == nil)
  }

  @Test mutating func aPrefixGetsAHundredAtMostTheLatestFirst() {
    for number in 0..<300 { _ = publish("t/\(number)/", "v") }
    let values = lastValues("t/", at: 0)
    #expect(values.count == 100 && values.first == "t/299/v")
    #expect(lastValues("", at: 1000).count == 100)
  }

  @Test mutating func theLeastRecentlyPublishedTopicGoesFirstAndComesBackInANewEpoch() {
    for number in 0..<500 { _ = publish("t\(number)/", "v", at: 1) }
    _ = publish("t0/", "again", at: 2)
    _ = publish("new/", "v", at: 3)
    #expect(publications.count == 500)
    #expect(publish("t0/", "v", at: 4) == [1, 3])
    #expect(publish("t1/", "v", at: 5) == [5, 1])
  }

  @Test mutating func valuesAreBoundedInBytes() {
    for number in 0..<400 { _ = publish("t\(number)/", String(repeating: "v", count: 1000)) }
    #expect(publications.valueBytes == 100_000)
    #expect(lastValues("t399/", at: 0).count == 1 && lastValues("t0/", at: 0).isEmpty)
  }

  @Test mutating func aValueThatIsTooLongTakesTheOlderOneAway() {
    _ = publish("a/", "short")
    _ = publish("a/", String(repeating: "v", count: 1001))
    #expect(lastValues("a/", at: 0).isEmpty && publications.valueBytes == 0)
    #expect(publish("a/", "short")[1] == 3)
  }
}
