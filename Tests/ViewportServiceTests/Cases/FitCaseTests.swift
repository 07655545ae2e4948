import Testing
import ViewportService

@Suite struct FitCaseTests {
  /// Which of the allowed answers is ours.
  private static let choices = [
    "fit-28": "resets to 0", "fit-38": "clamped to +-85.0511287798", "fit-40": "clamped",
  ]
  /// The member or the problem by which ours names what the case names.
  private static let blamed = [
    "insets": "no-room", "viewport": "/viewport", "pois": "/content",
    "pois[13]": "/content/pois/13",
  ]

  @Test(arguments: Case.cases("fit", outcome: "ok"))
  private func fitsGiveTheListedCamera(_ item: Case) throws {
    try expectFit(item, right: item.right, request: item.request())
  }

  @Test(arguments: Case.cases("fit", outcome: "either"))
  private func fitsGiveOneOfTheAllowedCameras(_ item: Case) throws {
    let label = try #require(FitCaseTests.choices[item.number])
    let right = try #require(
      item.right["allowed"]?.items.first { $0["label"]?.string == label })
    try expectFit(item, right: right, request: item.request())
  }

  @Test(arguments: Case.cases("fit", outcome: "error"))
  private func refusedFitsNameTheCause(_ item: Case) throws {
    let asker = Asker()
    let problem = try asker.problem("fit", item.request())
    for name in (item.right["names"]?.items ?? []).compactMap(\.string) {
      let blamed = try #require(FitCaseTests.blamed[name])
      #expect(
        problem["pointer"]?.string?.hasPrefix(blamed) == true
          || problem["type"]?.string == "urn:viewfence:problem:\(blamed)", "\(problem)")
    }
    try asker.expectAlive()
  }

  @Test(arguments: [(0, 600), (800, 0)])
  private func oneZeroSideIsRefusedToo(_ width: Int, _ height: Int) throws {
    let item = try Case.numbered("fit-42")
    let viewport: JSONValue = ["width": .number(Double(width)), "height": .number(Double(height))]
    let problem = try Asker().problem("fit", item.request().with(["viewport": viewport]))
    #expect(problem["pointer"]?.string == (width == 0 ? "/viewport/width" : "/viewport/height"))
  }

  /// fit-23 in all 24 orders, and fit-37 in both, with the longitudes exchanged as well.
  @Test(arguments: ["fit-23", "fit-37"])
  private func theOrderOfPlacesDoesNotMatter(_ number: String) throws {
    let item = try Case.numbered(number)
    let asker = Asker()
    let request = try item.request()
    let places = request["content"]?["pois"]?.items ?? []
    let orders = permutations(places)
    #expect(orders.count == (number == "fit-23" ? 24 : 2))
    let first = try asker.result("fit", request)
    for order in orders {
      let result = try asker.result("fit", request.with(["content": ["pois": .array(order)]]))
      #expect(result == first)
    }
    try expectFit(item, right: item.right, request: request)
    guard number == "fit-37" else { return }
    let mirrored = zip(places, places.reversed()).map {
      $0.with(["longitude": $1["longitude"]])
    }
    let result = try asker.result("fit", request.with(["content": ["pois": .array(mirrored)]]))
    #expect(result == first)
  }

  /// fit-30: the number depends on the field of view, containment and tightness do not.
  @Test private func aTiltedFitHoldsAllAndIsTight() throws {
    let item = try Case.numbered("fit-30")
    let asker = Asker()
    let request = try item.request()
    let result = try asker.result("fit", request)
    let camera = try #require(result["camera"])
    let zoom = try #require(camera["zoom"]?.double)
    #expect((2...21).contains(zoom) && result["fits"] == true)
    #expect(camera["viewing_angle"]?.double ?? 0 > 30)
    #expect(try allInside(item, from: camera, asking: asker, within: 0.5))
    let nearer = camera.with(["zoom": .number(zoom + 0.1)])
    #expect(try !allInside(item, from: nearer, asking: asker, within: 0))

    let flat = try asker.result("fit", request.with(["viewing_angle": 0]))
    let expected: JSONValue = [
      "zoom": item.right["flat_zoom"] ?? .null, "target": item.right["flat_target"] ?? .null,
    ]
    let case30 = Case(
      id: item.id, sources: item.sources, input: item.input, right: item.right,
      tolerance: ["zoom": 1e-4])
    try case30.expect(try #require(flat["camera"]), is: expected)
  }

  /// fit-45, whose places by the recipe are too many for one JSON frame of the default size.
  @Test private func manyPlacesFitLikeTheirExtremes() throws {
    let item = try Case.numbered("fit-45")
    let asker = Asker(settings: ServiceSettings(maximumJSONBytes: 16 << 20))
    let places = (0..<120_000).map { index -> JSONValue in
      let latitude = 35 + Double(index * 7919 % 100_003) / 100_003 * 20
      let longitude = -10 + Double(index * 104_729 % 100_019) / 100_019 * 40
      return [
        "latitude": .number((latitude * 1e6).rounded() / 1e6),
        "longitude": .number((longitude * 1e6).rounded() / 1e6),
      ]
    }
    let request = try item.request()
    let start = ContinuousClock.now
    let bytes = try request.with([
      "v": 1, "id": "many", "op": "fit", "content": ["pois": .array(places)],
    ]).encoded()
    let encoded = ContinuousClock.now
    let reply = try asker.reply(to: bytes)
    #expect(ContinuousClock.now - encoded < .seconds(30), "encoding: \(encoded - start)")
    let result = try #require(reply["result"], "\(reply)")
    try item.expect(try #require(result["camera"]), is: item.right)
    #expect(result["fits"] == true && result["adjusted"] == [])

    func extremes(_ name: String) -> [JSONValue] {
      let sorted = places.sorted { ($0[name]?.double ?? 0) < ($1[name]?.double ?? 0) }
      return [sorted[0], sorted[sorted.count - 1]]
    }
    let four = extremes("latitude") + extremes("longitude")
    #expect(
      try asker.result("fit", request.with(["content": ["pois": .array(four)]])) == result)
    try asker.expectAlive()
  }

  /// fit-59: the same answer as from a worker that has seen nothing before.
  @Test private func thereIsNoMemoryBetweenRequests() throws {
    let item = try Case.numbered("fit-59")
    let request = try item.request()
    let fresh = try Asker().result("fit", request)
    let asker = Asker()
    _ = try asker.result(
      "fit",
      request.with([
        "insets": item.input["first_request"]?["insets"],
        "bearing": item.input["first_request"]?["bearing"],
      ]))
    #expect(try asker.result("fit", request) == fresh)
    try expectFit(item, right: item.right, request: request)
  }

  private func expectFit(_ item: Case, right: JSONValue, request: JSONValue) throws {
    let asker = Asker()
    let result = try asker.result("fit", request)
    let camera = try #require(result["camera"])
    try item.expect(camera, is: right)
    let all = right["all_visible"]?.bool ?? true
    #expect(result["fits"] == .bool(all))
    #expect((result["outside"] == nil) == all)
    if !all { #expect((result["outside"]?["count"]?.double ?? 0) > 0) }

    for place in right["screen"]?.items ?? [] {
      let points = try item.screenPoints(
        of: [item.place(place)], from: camera, asking: asker)
      let point = try #require(points.first)
      let tolerance = item.tolerance["screen_points"]?.double ?? 0.1
      let distance = max(
        abs(point.x - (try #require(place["x"]?.double))),
        abs(point.y - (try #require(place["y"]?.double))))
      #expect(distance <= tolerance, "\(place["what"] ?? .null) is at \(point)")
    }
    if all { #expect(try allInside(item, from: camera, asking: asker, within: 1e-6)) }
    if item.checks.contains("tight") {
      let reach = try reach(item, from: camera, asking: asker)
      let room = try room(item)
      #expect(
        abs(reach.width - room.width) < 1e-3 || abs(reach.height - room.height) < 1e-3,
        "\(reach) is loose in \(room)")
    }
    let adjusted = (result["adjusted"]?.items ?? []).compactMap(\.string)
    #expect(adjusted.contains("zoom.max") == item.checks.contains("zoom_is_range_max"))
    #expect(adjusted.contains("zoom.min") == item.checks.contains("zoom_is_range_min"))
  }

  // MARK: Rectangles on the screen

  private struct Reach {
    var left, top, right, bottom: Double
    var width: Double { right - left }
    var height: Double { bottom - top }
  }

  private func allInside(
    _ item: Case, from camera: JSONValue, asking asker: Asker, within tolerance: Double
  ) throws -> Bool {
    let (reach, room) = (try reach(item, from: camera, asking: asker), try room(item))
    return reach.left >= room.left - tolerance && reach.top >= room.top - tolerance
      && reach.right <= room.right + tolerance && reach.bottom <= room.bottom + tolerance
  }

  /// The screen box around the content with its icons. A box of more than half a world is drawn
  /// around the target, each edge on its own side.
  private func reach(_ item: Case, from camera: JSONValue, asking asker: Asker) throws -> Reach {
    let points = try item.screenPoints(of: item.places(), from: camera, asking: asker)
    let icon = item.input["icon"]
    let (width, height) = (icon?["width"]?.double ?? 0, icon?["height"]?.double ?? 0)
    let (x, y) = (points.map(\.x), points.map(\.y))
    return Reach(
      left: (try #require(x.min())) - width / 2, top: (try #require(y.min())) - height,
      right: (try #require(x.max())) + width / 2, bottom: try #require(y.max()))
  }

  private func room(_ item: Case) throws -> Reach {
    let (viewport, insets) = (item.input["viewport"], item.input["insets"])
    func edge(_ name: String) -> Double { insets?[name]?.double ?? 0 }
    return Reach(
      left: edge("left"), top: edge("top"),
      right: (try #require(viewport?["width"]?.double)) - edge("right"),
      bottom: (try #require(viewport?["height"]?.double)) - edge("bottom"))
  }

  private func permutations(_ items: [JSONValue]) -> [[JSONValue]] {
    if items.count < 2 { return [items] }
    return items.indices.flatMap { index in
      var others = items
      let first = others.remove(at: index)
      return permutations(others).map { [first] + $0 }
    }
  }
}
