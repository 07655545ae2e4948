import Testing

@testable import JSON

struct NearestNameTests {
  @Test(arguments: [
    ("heartbeat_ms", "heartbeat_ms", 0), ("hartbeat_ms", "heartbeat_ms", 1),
    ("haertbeat", "heartbeat", 1), ("", "abc", 3), ("abc", "", 3), ("kitten", "sitting", 3),
    ("ID", "id", 0),
  ])
  func editsAreCounted(from: String, to: String, count: Int) {
    #expect(editDistance(from, to) == count)
  }

  @Test func aMisspeltNameFindsItsNeighbour() {
    let names = ["requests", "workers", "cameras", "heartbeat_ms"]
    #expect(nearestName(to: "request", among: names) == "requests")
    #expect(nearestName(to: "heartbeat", among: names) == "heartbeat_ms")
    #expect(nearestName(to: "carmeras", among: names) == "cameras")
    #expect(nearestName(to: "opp", among: ["v", "id", "op"]) == "op")
    #expect(nearestName(to: "tp", among: ["top", "left", "bottom", "right"]) == "top")
  }

  @Test func aStrangeNameFindsNone() {
    #expect(nearestName(to: "tls_certificate", among: ["requests", "workers"]) == nil)
    #expect(nearestName(to: "x", among: []) == nil)
    #expect(nearestName(to: "z", among: ["x", "y"]) == nil)
  }
}
