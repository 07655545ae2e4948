import CameraCore
import JSON

/// Why a fence file was refused.
public struct FenceFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A JSON Pointer to the member that is to blame.
  public let pointer: String
  public let reason: String

  public var description: String { pointer.isEmpty ? reason : "\(pointer): \(reason)" }
}

/// Reads a fence file: a GeoJSON Feature (RFC 7946) whose geometry is a Polygon or MultiPolygon, or
/// null with a `bbox` `[west, south, east, north]`. Its properties are `name` and, as in the limits
/// of a request, `fence_mode`, `keep_zoom`, `min_zoom`, `max_zoom`; others begin with `x_`.
func readFenceFile(_ file: [UInt8]) throws(FenceFileError) -> NamedFence {
  let result = file.withUnsafeBytes { bytes in
    Result { () throws(Problem) in try readFence(bytes) }
  }
  switch result {
  case .success(let fence): return fence
  case .failure(let problem):
    throw FenceFileError(pointer: problem.pointer ?? "", reason: problem.detail)
  }
}

private func readFence(_ bytes: UnsafeRawBufferPointer) throws(Problem) -> NamedFence {
  let reader = JSONReader(takingOut: Excerpts.names)
  func refusal(_ error: JSONError) -> Problem { Problem(error, in: bytes) }
  return try reader.read(bytes, refusal: refusal) {
    (root) throws(Problem) in
    let excerpts = Excerpts(text: bytes, scanner: reader.scanner)
    let feature = try ObjectReader(
      root, expected: "a GeoJSON Feature",
      names: featureNames)
    try feature.read("type", expected: "\"Feature\"") { (node) throws(Problem) in
      try readChoice(node, ["Feature": ()])
    }
    let properties = try feature.read(
      "properties", expected: "an object with the name of the fence"
    ) { (node) throws(Problem) in
      try FenceProperties(node)
    }
    let shape = try readShape(feature, excerpts)
    return NamedFence(
      name: properties.name,
      fence: Geofence(shape: shape, mode: properties.mode, keepsZoom: properties.keepsZoom),
      zoomRange: properties.zoomRange)
  }
}

private let featureNames: [MemberName] = [
  "type", "id", "title", "geometry", "bbox", "properties",
]

private func readShape(
  _ feature: ObjectReader, _ excerpts: Excerpts
) throws(Problem) -> Geofence.Shape {
  let polygons = try feature.read(
    "geometry", expected: "a Polygon or MultiPolygon, or null beside a bbox"
  ) { (node) throws(Problem) in
    node.kind == .null ? nil : try GeoJSONReader(excerpts).readPolygons(node)
  }
  let bounds = try feature.readIfPresent("bbox", readBBox)
  if let polygons { return .polygons(polygons) }
  guard let bounds else {
    throw .missing("bbox", expected: "[west, south, east, north], as the geometry is null")
  }
  return .bounds(bounds)
}

private let expectedBBox: StaticString = "[west, south, east, north] in degrees, south first"

private func readBBox(_ node: JSONNode) throws(Problem) -> CoordinateBounds {
  let edges = try readList(node, expected: expectedBBox, counts: 4...4, NumberRule.any.read)
  guard
    let bounds = CoordinateBounds(
      south: edges[1], west: edges[0], north: edges[3], east: edges[2])
  else { throw .expected(expectedBBox, found: "others") }
  return bounds
}

private struct FenceProperties {
  let name: String
  let mode: Geofence.Mode
  let keepsZoom: Bool
  let zoomRange: ClosedRange<Double>?

  private static let names: [MemberName] = [
    "name", "title", "fence_mode", "keep_zoom", "min_zoom", "max_zoom",
  ]

  init(_ node: JSONNode) throws(Problem) {
    let object = try ObjectReader(
      node, expected: "an object with the name of the fence",
      names: Self.names)
    name = try object.read("name", expected: expectedName, readName)
    mode =
      try object.readIfPresent("fence_mode") { (node) throws(Problem) in
        try readChoice(node, fenceModes)
      } ?? .target
    keepsZoom = try object.readIfPresent("keep_zoom", readBool) ?? false
    let range = try readZoomRange(object, standard: nil)
    zoomRange = object.has("min_zoom") || object.has("max_zoom") ? range : nil
  }
}

private let expectedName: StaticString = "a name of 1 ... 128 bytes"

private func readName(_ node: JSONNode) throws(Problem) -> String {
  guard let name = node.string, (1...128).contains(name.utf8.count) else {
    throw .expected(expectedName, found: node.found)
  }
  return name
}
