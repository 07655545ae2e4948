import CameraCore
import JSON

let fenceModes: KeyValuePairs<String, Geofence.Mode> = [
  "target": .target, "viewport": .viewport, "viewport_show_all": .viewportShowAll,
]

extension Geofence.Mode {
  /// Its name on the wire.
  public var word: StaticString {
    switch self {
    case .target: "target"
    case .viewport: "viewport"
    case .viewportShowAll: "viewport_show_all"
    }
  }
}

private let limitNames: [MemberName] = [
  "min_zoom", "max_zoom", "zoom_step", "viewing_angle_caps", "fence", "fence_mode", "keep_zoom",
]
private let fenceNames: [MemberName] = ["bounds", "geometry"]

/// What every camera of the request is held to; a named fence brings its own mode and zoom range
/// for what the request leaves open.
func readLimits(
  _ node: JSONNode, fences: FenceCatalog, excerpts: Excerpts
) throws(Problem) -> CameraLimits {
  let object = try ObjectReader(
    node, expected: "limits {min_zoom, max_zoom, …}",
    names: limitNames)
  let fence = try object.readIfPresent("fence") { (node) throws(Problem) in
    try readFence(node, fences: fences, excerpts: excerpts)
  }
  let mode = try object.readIfPresent("fence_mode") { (node) throws(Problem) in
    try readChoice(node, fenceModes)
  }
  let keepsZoom = try object.readIfPresent("keep_zoom", readBool)
  return CameraLimits(
    zoomRange: try readZoomRange(object, standard: fence?.zoomRange),
    zoomStep: try object.numberIfPresent("zoom_step", .zoomStep),
    viewingAngleCaps: try object.readIfPresent("viewing_angle_caps", readCaps) ?? .standard,
    fence: fence.map {
      Geofence(
        shape: $0.fence.shape, mode: mode ?? $0.fence.mode,
        keepsZoom: keepsZoom ?? $0.fence.keepsZoom)
    })
}

/// `min_zoom` ... `max_zoom`, each from `standard` if it is absent.
func readZoomRange(
  _ object: ObjectReader, standard: ClosedRange<Double>?
) throws(Problem) -> ClosedRange<Double> {
  let standard = standard ?? CameraLimits.standard.zoomRange
  let least = try object.numberIfPresent("min_zoom", .zoomLimit) ?? standard.lowerBound
  let greatest = try object.numberIfPresent("max_zoom", .zoomLimit) ?? standard.upperBound
  guard least <= greatest else {
    throw Problem(
      .badSchema,
      "expected min_zoom at or below max_zoom, found \(numberText(least)) above "
        + numberText(greatest)
    ).within(object.has("min_zoom") ? "min_zoom" : "max_zoom")
  }
  return least...greatest
}

func readBool(_ node: JSONNode) throws(Problem) -> Bool {
  guard let value = node.bool else { throw .expected("true or false", found: node.found) }
  return value
}

private func readFence(
  _ node: JSONNode, fences: FenceCatalog, excerpts: Excerpts
) throws(Problem) -> NamedFence {
  if let name = node.string {
    guard let fence = fences[name] else {
      guard !fences.names.isEmpty else {
        throw Problem(
          .unknownFence,
          "expected {bounds} or {geometry}, as no fence is known by name here, found \(node.found)")
      }
      throw .unknownWord(node, known: fences.names, kind: .unknownFence)
    }
    return fence
  }
  let object = try ObjectReader(
    node, expected: "the name of a fence, or {bounds} or {geometry}",
    names: fenceNames)
  let bounds = try object.readIfPresent("bounds", readBounds)
  let polygons = try object.readIfPresent("geometry") { (node) throws(Problem) in
    try GeoJSONReader(excerpts).readPolygons(node)
  }
  switch (bounds, polygons) {
  case (let bounds?, nil):
    return NamedFence(name: "", fence: Geofence(shape: .bounds(bounds)), zoomRange: nil)
  case (nil, let polygons?):
    return NamedFence(name: "", fence: Geofence(shape: .polygons(polygons)), zoomRange: nil)
  case (nil, nil): throw .missing("bounds", expected: "a box, or geometry")
  case (_?, _?):
    throw Problem(.badSchema, "expected bounds or geometry, found both").within("geometry")
  }
}

private let expectedCaps: StaticString =
  "1 ... 64 pairs [zoom, angle] with rising zooms and angles 0 ..< 85 that do not fall"

private func readCaps(_ node: JSONNode) throws(Problem) -> ViewingAngleCaps {
  // They are gone through for each zoom that is looked at.
  let knots = try readList(node, expected: expectedCaps, counts: 1...64) {
    (knot) throws(Problem) -> ViewingAngleCaps.Knot in
    let pair = try readList(
      knot, expected: "a pair [zoom, angle]", counts: 2...2, NumberRule.any.read)
    return ViewingAngleCaps.Knot(zoom: pair[0], angle: pair[1])
  }
  guard let caps = ViewingAngleCaps(knots) else {
    throw .expected(expectedCaps, found: "others")
  }
  return caps
}
