import Testing

/// What cases expect of replies.
extension Case {
  /// Expects `camera` to have the target, zoom, bearing and tilt that `right` lists.
  func expect(
    _ camera: JSONValue, is right: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    // Where only screen points have a tolerance, targets are listed to nine decimals.
    let degrees = tolerance["degrees"]?.double ?? 1e-6
    let zoomTolerance = tolerance["zoom"]?.double ?? 0
    for (name, ours, tolerance) in [
      ("zoom", "zoom", zoomTolerance), ("bearing", "bearing", degrees),
      ("tilt", "viewing_angle", degrees),
    ] {
      guard let expected = right[name]?.double else { continue }
      let value = try #require(camera[ours]?.double, sourceLocation: sourceLocation)
      #expect(abs(value - expected) <= tolerance, "\(name)", sourceLocation: sourceLocation)
    }
    if let target = right["target"] {
      try expect(
        try #require(camera["target"], sourceLocation: sourceLocation), isAt: target,
        within: degrees, sourceLocation: sourceLocation)
    }
  }

  /// Expects a place of ours to be that of the case, longitudes modulo 360.
  func expect(
    _ place: JSONValue, isAt expected: JSONValue, within degrees: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let latitude = try #require(place["latitude"]?.double, sourceLocation: sourceLocation)
    let longitude = try #require(place["longitude"]?.double, sourceLocation: sourceLocation)
    #expect((-180...180).contains(longitude), sourceLocation: sourceLocation)
    let north = latitude - (try #require(expected["lat"]?.double))
    let east = (longitude - (try #require(expected["lon"]?.double))).remainder(dividingBy: 360)
    #expect(
      abs(north) <= degrees && abs(east) <= degrees,
      "\(latitude), \(longitude) is not \(expected)", sourceLocation: sourceLocation)
  }

  /// Where `camera` draws `places` in the case's viewport.
  func screenPoints(
    of places: [JSONValue], from camera: JSONValue, asking asker: Asker
  ) throws -> [(x: Double, y: Double)] {
    let result = try asker.result(
      "project",
      [
        "viewport": input["viewport"] ?? .null, "camera": camera,
        "coordinates": .array(places.map { $0.with(["footprint": nil]) }),
        "limits": ["min_zoom": 0, "max_zoom": 30],
      ])
    #expect(result["adjusted"] == [])
    let points = try #require(result["points"]?.items)
    #expect(points.count == places.count)
    return try points.map { (try #require($0["x"]?.double), try #require($0["y"]?.double)) }
  }

  /// Expects an answer to be left alone when it comes back as a question.
  func expectFixedPoint(_ camera: JSONValue, of request: JSONValue, asking asker: Asker) throws {
    let again = try asker.result("clamp", request.with(["camera": camera, "updates": nil]))
    #expect(again["camera"] == camera)
  }
}
