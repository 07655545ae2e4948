import Testing

@Suite struct ClampCaseTests {
  @Test(arguments: Case.cases("clamp", outcome: "ok"))
  private func clampsGiveTheListedCamera(_ item: Case) throws {
    let (asker, request) = (Asker(), try item.request())
    let result = try asker.result("clamp", request)
    let camera = try #require(result["camera"])
    try item.expect(camera, is: item.right)
    try item.expectFixedPoint(camera, of: request, asking: asker)
    let adjusted = result["adjusted"]
    if item.checks.contains("unchanged") {
      #expect(camera == request["camera"] && adjusted == [])
    }
    if item.number == "clamp-01" { #expect(adjusted?.items.contains("fence.centered") == true) }
    if item.number == "clamp-11" { #expect(adjusted == ["zoom.min", "fence.target"]) }
  }

  /// clamp-04: the zoom has no say in target mode.
  @Test(arguments: [3.0, 10, 20])
  private func aTargetOutsideGoesToTheNearestPlace(_ zoom: Double) throws {
    let (item, asker) = (try Case.numbered("clamp-04"), Asker())
    let request = try item.request()
    let camera = try #require(request["camera"]).with(["zoom": .number(zoom)])
    let result = try asker.result("clamp", request.with(["camera": camera]))
    let answer = try #require(result["camera"])
    try item.expect(answer, is: item.right)
    #expect(answer["zoom"] == .number(zoom) && result["adjusted"] == ["fence.target"])
    try item.expectFixedPoint(answer, of: request, asking: asker)
  }

  /// clamp-06: a fence of 360 degrees leaves longitude free, so only the height counts.
  @Test private func aWorldFenceIsNoFenceForLongitude() throws {
    let (item, asker) = (try Case.numbered("clamp-06"), Asker())
    let request = try item.request()
    let result = try asker.result("clamp", request)
    let camera = try #require(result["camera"])
    let right = item.right["allowed"]?.items.first {
      $0["label"]?.string == "no limit on longitude"
    }
    try item.expect(camera, is: try #require(right))
    try item.expectFixedPoint(camera, of: request, asking: asker)
    try asker.expectAlive()
  }

  /// clamp-09: three targets and a fence astride 180.
  @Test(arguments: 0..<3)
  private func aFenceOver180HasANearestSide(_ index: Int) throws {
    let (item, asker) = (try Case.numbered("clamp-09"), Asker())
    let request = try item.request()
    let asked = item.place(try #require(item.input["targets"]?[index]))
    let result = try asker.result(
      "clamp",
      request.with(["camera": try #require(request["camera"]).with(["target": asked])]))
    let camera = try #require(result["camera"])
    try item.expect(camera, is: ["target": try #require(item.right["targets"]?[index])])
    #expect((camera["target"] == asked) == (index == 2))
    try item.expectFixedPoint(camera, of: request, asking: asker)
  }

  /// clamp-13: no latitude is inside.
  @Test private func aFenceUpsideDownIsRefused() throws {
    let asker = Asker()
    let problem = try asker.problem("clamp", try Case.numbered("clamp-13").request())
    #expect(problem["type"] == "urn:viewfence:problem:bad-coordinates")
    #expect(problem["pointer"]?.string?.hasPrefix("/limits/fence") == true)
    try asker.expectAlive()
  }

  /// clamp-15: the same fence in both meanings.
  @Test private func aModeSaysWhatAFenceMeans() throws {
    let (item, asker) = (try Case.numbered("clamp-15"), Asker())
    let request = try item.request()
    let modes = try #require(item.right["by_mode"])
    for mode in ["target", "viewport"] {
      let limits = try #require(request["limits"]).with(["fence_mode": .string(mode)])
      let request = request.with(["limits": limits])
      let camera = try #require(try asker.result("clamp", request)["camera"])
      let right = try #require(modes[mode])
      try item.expect(camera, is: right)
      if mode == "viewport" {
        // The least zoom is taken, and at it the northernmost target that the case allows.
        try item.expect(
          camera,
          is: [
            "zoom": right["zoom_at_least"] ?? .null,
            "target": right["target_at_that_zoom"] ?? .null,
          ])
      }
      try item.expectFixedPoint(camera, of: request, asking: asker)
    }
  }

  /// clamp-16: every operation that knows the fence returns a camera inside it.
  @Test private func settersObeyTheFence() throws {
    let (item, asker) = (try Case.numbered("clamp-16"), Asker())
    let request = try item.request()
    let target = item.place(try #require(item.input["steps"]?[0]?["set_target"]))
    let result = try asker.result(
      "update", request.with(["updates": [["type": "set_target", "target": target]]]))
    let camera = try #require(result["camera"])
    try item.expect(camera, is: item.right)
    #expect(result["adjusted"]?.items.contains("fence.target") == true)
    try item.expectFixedPoint(camera, of: request, asking: asker)
  }
}
