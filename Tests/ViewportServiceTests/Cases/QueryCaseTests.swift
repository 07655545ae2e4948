import Testing

@Suite struct QueryCaseTests {
  private let asker = Asker()
  /// At zoom 0 a viewport of the world's size shows it from corner to corner.
  private let world: JSONValue = [
    "viewport": ["width": 256, "height": 256],
    "camera": ["target": ["latitude": 0, "longitude": 0], "zoom": 0],
    "limits": ["min_zoom": 0],
  ]

  /// proj-02: cut to the square world.
  @Test private func latitude88IsDrawnAtTheEdge() throws {
    let item = try Case.numbered("proj-02")
    let points = try asker.result("project", world.with(["coordinates": places(item)]))["points"]
    let y = try #require(points?[0]?["y"]?.double)
    #expect(abs(y / 256) <= 1e-9)
  }

  /// proj-03.
  @Test private func latitude70IsNotTheLimit() throws {
    let item = try Case.numbered("proj-03")
    let projected = try asker.result("project", world.with(["coordinates": places(item)]))
    let points = try #require(projected["points"]?.items)
    for (index, point) in points.enumerated() {
      for axis in ["x", "y"] {
        let value = try #require(point[axis]?.double) / 256
        let expected = try #require(item.right[axis]?[index]?.double)
        #expect(abs(value - expected) <= 1e-9, "\(axis) of \(index)")
      }
    }
    let back = try asker.result(
      "unproject", world.with(["points": .array(points.map { $0.with(["visible": nil]) })]))
    for (place, asked) in zip(
      try #require(back["coordinates"]?.items), item.input["points"]?.items ?? [])
    {
      try item.expect(place, isAt: asked, within: 1e-9)
    }
  }

  /// proj-04.
  @Test private func theVisibleBoxOfATurnedMapIsThatOfItsCorners() throws {
    let item = try Case.numbered("proj-04")
    let request = try item.request()
    let ground = try #require(item.right["ground"]?.items)
    let places = try asker.result(
      "unproject", request.with(["points": item.input["screen_points"]]))["coordinates"]
    for (place, expected) in zip(try #require(places?.items), ground) {
      try item.expect(place, isAt: expected, within: 1e-6)
    }
    let region = try asker.result("visible_region", request)
    for (corner, expected) in zip(["far_left", "far_right", "near_right", "near_left"], ground) {
      try item.expect(try #require(region[corner]), isAt: expected, within: 1e-6)
    }
    for edge in ["south", "west", "north", "east"] {
      let value = try #require(region["bounds"]?[edge]?.double)
      #expect(abs(value - (item.right["box"]?[edge]?.double ?? .nan)) <= 1e-6, "\(edge)")
    }
  }

  /// proj-06.
  @Test private func theNearestCopyOfTheWorldIsDrawn() throws {
    let item = try Case.numbered("proj-06")
    let points = try asker.result(
      "project", try item.request().with(["coordinates": places(item)]))["points"]
    let expected = item.right["screen"]?[0]
    for axis in ["x", "y"] {
      let value = try #require(points?[0]?[axis]?.double)
      #expect(abs(value - (expected?[axis]?.double ?? .nan)) <= 1e-3)
    }
  }

  private func places(_ item: Case) -> JSONValue {
    .array((item.input["points"]?.items ?? []).map(item.place))
  }
}
