import Testing

@Suite struct UpdateCaseTests {
  /// update-01, -02, -03, -05 and -13.
  @Test(arguments: Case.cases("update", outcome: "ok"))
  private func updatesGiveTheListedCamera(_ item: Case) throws {
    let asker = Asker()
    let request = try item.request().with(["updates": [try update(item)]])
    let result = try asker.result("update", request)
    let camera = try #require(result["camera"])
    try item.expect(camera, is: item.right)
    #expect(result["adjusted"] == [])
    if let fixed = item.right["fixed"] {
      let point = try #require(
        try item.screenPoints(of: [item.place(fixed)], from: camera, asking: asker).first)
      #expect(abs(point.x - (fixed["x"]?.double ?? 0)) <= 0.01)
      #expect(abs(point.y - (fixed["y"]?.double ?? 0)) <= 0.01)
    }
  }

  /// update-09.
  @Test private func bearingsAreTakenModulo360() throws {
    let (item, asker) = (try Case.numbered("update-09"), Asker())
    let pairs = zip(
      item.input["set_bearings"]?.items ?? [], item.right["bearings"]?.items ?? [])
    for (asked, expected) in pairs {
      let result = try asker.result(
        "update",
        try item.request().with(["updates": [["type": "set_bearing", "bearing": asked]]]))
      let bearing = try #require(result["camera"]?["bearing"]?.double)
      #expect((0..<360).contains(bearing))
      #expect(abs(bearing - (expected.double ?? .nan)) <= 1e-9, "\(asked)")
    }
  }

  /// update-10: 120 and -10 are no viewing angles and are refused; 90 is cut, and said.
  @Test private func viewingAnglesBeyondTheLimitAreCutOrRefused() throws {
    let (item, asker) = (try Case.numbered("update-10"), Asker())
    func request(_ tilt: Double) throws -> JSONValue {
      try item.request().with([
        "updates": [["type": "set_viewing_angle", "viewing_angle": .number(tilt)]]
      ])
    }
    for tilt in [120.0, -10] {
      let problem = try asker.problem("update", request(tilt))
      #expect(problem["pointer"] == "/updates/0/viewing_angle")
    }
    let result = try asker.result("update", request(90))
    // 30 degrees at zoom 10, 65 at 16: at 12 it is 30 + 35 / 3.
    let angle = try #require(result["camera"]?["viewing_angle"]?.double)
    #expect(abs(angle - (30 + 35.0 / 3)) < 1e-9)
    #expect(result["adjusted"] == ["viewing_angle.max"])
    try asker.expectAlive()
  }

  /// update-11: a scroll beyond the pole stops at the latitude of 85.
  @Test private func scrollsStopAtTheEdgeOfTheWorld() throws {
    let (item, asker) = (try Case.numbered("update-11"), Asker())
    let result = try asker.result(
      "update", try item.request().with(["updates": [try update(item)]]))
    let target = try #require(result["camera"]?["target"])
    try item.expect(target, isAt: ["lat": 85, "lon": 20], within: 1e-9)
    #expect(result["adjusted"] == ["latitude"])
    try asker.expectAlive()
  }

  /// update-12: no zoom satisfies both.
  @Test private func aZoomRangeUpsideDownIsRefused() throws {
    let (item, asker) = (try Case.numbered("update-12"), Asker())
    let request = try item.request().with(["updates": [try update(item)]])
    let problem = try asker.problem("update", request)
    #expect(problem["type"] == "urn:viewfence:problem:bad-schema")
    #expect(problem["pointer"]?.string?.hasPrefix("/limits/m") == true)
    try asker.expectAlive()
    let fixed = try asker.result(
      "update", request.with(["limits": ["min_zoom": 5, "max_zoom": 5]]))
    #expect(fixed["camera"]?["zoom"] == 5)
  }

  /// update-14 and -17.
  @Test(arguments: ["update-14", "update-17"])
  private func targetsAreWrappedAndCut(_ number: String) throws {
    let (item, asker) = (try Case.numbered(number), Asker())
    let lons = try #require(item.right["allowed"]?[0]?["lons"]?.items)
    for (index, asked) in (item.input["set_targets"]?.items ?? []).enumerated() {
      let result = try asker.result(
        "update",
        try item.request().with([
          "updates": [["type": "set_target", "target": item.place(asked)]]
        ]))
      let target = try #require(result["camera"]?["target"])
      let longitude = try #require(target["longitude"]?.double)
      #expect((-180...180).contains(longitude))
      if lons.indices.contains(index) {
        try item.expect(target, isAt: ["lat": 10, "lon": lons[index]], within: 1e-6)
      }
      if asked["lat"] == 100 {
        try item.expect(target, isAt: ["lat": 85, "lon": 10], within: 0)
        #expect(result["adjusted"] == ["latitude"])
      }
    }
    try asker.expectAlive()
  }

  private func update(_ item: Case) throws -> JSONValue {
    if let scroll = item.input["scroll"] {
      return ["type": "scroll_by", "x": scroll["x"] ?? .null, "y": scroll["y"] ?? .null]
    }
    if let amount = item.input["zoom_by"] {
      return JSONValue.object(["type": "zoom_by", "amount": amount])
        .with(["point": item.input["focus"]])
    }
    let target = try #require(item.input["set_target"])
    return ["type": "set_target", "target": item.place(target)]
  }
}
