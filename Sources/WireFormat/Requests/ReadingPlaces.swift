import CameraCore
import JSON

let coordinateNames: [MemberName] = ["latitude", "longitude"]

/// A place of content, of a fence or of a query: its latitude must be one.
func readCoordinate(_ node: JSONNode) throws(Problem) -> Coordinate {
  let object = try ObjectReader(
    node, expected: "a place {latitude, longitude}", names: coordinateNames)
  return try coordinate(
    latitude: object.number("latitude", .any), longitude: object.number("longitude", .any))
}

/// The target of a camera: any finite latitude, which the limits cut.
func readTarget(_ node: JSONNode) throws(Problem) -> Coordinate {
  let object = try ObjectReader(
    node, expected: "a place {latitude, longitude}", names: coordinateNames)
  let latitude = try object.number("latitude", .any)
  let longitude = try object.number("longitude", .any)
  guard let target = Coordinate(cuttingLatitude: latitude, longitude: longitude) else {
    throw .expected("finite numbers", found: "others")
  }
  return target
}

func coordinate(latitude: Double, longitude: Double) throws(Problem) -> Coordinate {
  guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
    throw Problem.badLatitude(latitude, longitude: longitude).within("latitude")
  }
  return coordinate
}

extension Problem {
  static func badLatitude(
    _ latitude: Double, longitude: Double?, hint: StaticString = "are they swapped?"
  ) -> Problem {
    let text = "expected a latitude of -90 ... 90 degrees, found \(numberText(latitude))"
    guard let longitude, (-90...90).contains(longitude), abs(latitude) <= 360 else {
      return Problem(.badCoordinates, text)
    }
    return Problem(
      .badCoordinates, "\(text) with the longitude \(numberText(longitude)); \(hint)")
  }
}

private let boxNames: [MemberName] = ["south", "west", "north", "east"]

func readBounds(_ node: JSONNode) throws(Problem) -> CoordinateBounds {
  let object = try ObjectReader(
    node, expected: "a box {south, west, north, east}", names: boxNames)
  let (west, east) = (try object.number("west", .any), try object.number("east", .any))
  let south = try readLatitude(object, "south", besides: west)
  let north = try readLatitude(object, "north", besides: east)
  guard let bounds = CoordinateBounds(south: south, west: west, north: north, east: east) else {
    throw Problem(
      .badCoordinates,
      "expected south at or below north, found \(numberText(south)) above \(numberText(north))"
    ).within("south")
  }
  return bounds
}

private func readLatitude(
  _ object: ObjectReader, _ name: MemberName, besides longitude: Double
) throws(Problem) -> Double {
  let latitude = try object.number(name, .any)
  guard (-90...90).contains(latitude) else {
    throw Problem.badLatitude(latitude, longitude: longitude).within(name.text)
  }
  return latitude
}

/// One number for all edges, or an object whose absent edges are 0.
func readInsets(_ node: JSONNode) throws(Problem) -> EdgeInsets {
  if node.kind == .number, let insets = EdgeInsets(all: try NumberRule.edge.read(node)) {
    return insets
  }
  let object = try ObjectReader(
    node, expected: "points 0 ... 16384, or {top, left, bottom, right}", names: edgeNames)
  return try edgeInsets([
    try object.numberIfPresent("top", .edge) ?? 0, try object.numberIfPresent("left", .edge) ?? 0,
    try object.numberIfPresent("bottom", .edge) ?? 0,
    try object.numberIfPresent("right", .edge) ?? 0,
  ])
}

let edgeNames: [MemberName] = ["top", "left", "bottom", "right"]

/// From top, left, bottom and right.
func edgeInsets(_ edges: [Double]) throws(Problem) -> EdgeInsets {
  guard
    let insets = EdgeInsets(top: edges[0], left: edges[1], bottom: edges[2], right: edges[3])
  else { throw .expected(NumberRule.edge.expected, found: "others") }
  return insets
}
