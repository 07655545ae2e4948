import Testing

@Suite struct AnimationCaseTests {
  private struct Frame { let latitude, longitude, zoom, bearing: Double }

  /// anim-01: straight and flown, the way over 180 is 2.7093 degrees.
  @Test(arguments: ["linear", "fly"])
  private func theShortWayLeadsOver180(_ curve: String) throws {
    let item = try Case.numbered("anim-01")
    let frames = try frames(item, ["curve": .string(curve)])
    var travelled = 0.0
    for (frame, next) in zip(frames, frames.dropFirst()) {
      let step = (next.longitude - frame.longitude).remainder(dividingBy: 360)
      #expect(step >= 0)
      travelled += step
    }
    #expect(abs(travelled - (item.right["lon_travel"]?.double ?? .nan)) <= 1e-4)
    #expect(frames.allSatisfy { abs($0.longitude) >= 178.4730 && abs($0.longitude) <= 180 })
    #expect(frames.allSatisfy { (-18.1979 ... -18.1014).contains($0.latitude) })
  }

  /// anim-02: 350 to 10 and 0 to 355.
  @Test private func bearingsTurnTheShortWay() throws {
    let item = try Case.numbered("anim-02")
    let first = try frames(item)
    #expect(abs(first[first.count / 2].bearing) <= 1e-6)
    #expect(first.allSatisfy { $0.bearing <= 10 || $0.bearing >= 350 })

    let turned = item.input.with([
      "from": item.input["from"]?.with(["bearing": item.input["second"]?["from_bearing"]]),
      "to": item.input["to"]?.with(["bearing": item.input["second"]?["to_bearing"]]),
    ])
    let second = try frames(
      Case(
        id: item.id, sources: item.sources, input: turned, right: item.right,
        tolerance: item.tolerance))
    #expect(abs(second[second.count / 2].bearing - 357.5) <= 1e-6)
  }

  /// anim-04: no way at all, and one of 1e-9 degrees.
  @Test(arguments: [0, 1e-9])
  private func aFlightOnTheSpotOnlyZooms(_ distance: Double) throws {
    let item = try Case.numbered("anim-04")
    let to: JSONValue = [
      "target": ["lat": 48.85, "lon": .number(2.35 + distance)], "zoom": 7, "bearing": 0,
      "tilt": 0,
    ]
    let moved = Case(
      id: item.id, sources: item.sources, input: item.input.with(["to": to]),
      right: item.right, tolerance: item.tolerance)
    let frames = try frames(moved, ["curve": "fly"])
    for (frame, next) in zip(frames, frames.dropFirst()) { #expect(next.zoom <= frame.zoom) }
    for frame in frames {
      #expect(abs(frame.latitude - 48.85) <= 1e-6 && abs(frame.longitude - 2.35) <= 1e-6)
    }
  }

  /// anim-06: of the two answers that are allowed, ours is the error.
  @Test private func aDurationOfZeroIsRefused() throws {
    let (item, asker) = (try Case.numbered("anim-06"), Asker())
    let request = try request(item)
    let duration = try asker.problem("animate", request.with(["duration_ms": 0, "frames": nil]))
    #expect(duration["pointer"] == "/duration_ms")
    let frames = try asker.problem("animate", request.with(["frames": 1]))
    #expect(frames["pointer"] == "/frames")
    try asker.expectAlive()
  }

  /// anim-09: over 180 it would be 100 degrees, but the fence has a gap there.
  @Test(arguments: ["linear", "fly"])
  private func aFenceThatForbidsTheShortWaySendsTheOther(_ curve: String) throws {
    let item = try Case.numbered("anim-09")
    let frames = try frames(item, ["curve": .string(curve)])
    var travelled = 0.0
    for (frame, next) in zip(frames, frames.dropFirst()) {
      travelled += (next.longitude - frame.longitude).remainder(dividingBy: 360)
    }
    #expect(abs(travelled - (item.right["lon_travel"]?.double ?? .nan)) <= 1e-4)
    #expect(
      frames.allSatisfy { abs($0.longitude) <= 179.9 && (-80...80).contains($0.latitude) })
  }

  private func request(_ item: Case) throws -> JSONValue {
    try item.request().with([
      "camera": try item.camera(try #require(item.input["from"])),
      "to": try item.camera(try #require(item.input["to"])), "frames": 101,
    ])
  }

  /// The frames of an animation, whose ends must be exact.
  private func frames(_ item: Case, _ members: [String: JSONValue?] = [:]) throws -> [Frame] {
    let request = try request(item).with(members)
    let frames = try #require(try Asker().result("animate", request)["frames"]?.items)
    #expect(frames.count == 101)
    #expect(frames.first?["camera"] == request["camera"])
    #expect(frames.last?["camera"] == request["to"])
    return try frames.map { frame in
      let camera = try #require(frame["camera"])
      return Frame(
        latitude: try #require(camera["target"]?["latitude"]?.double),
        longitude: try #require(camera["target"]?["longitude"]?.double),
        zoom: try #require(camera["zoom"]?.double),
        bearing: try #require(camera["bearing"]?.double))
    }
  }
}
