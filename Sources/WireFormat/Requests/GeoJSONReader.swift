import CameraCore
import JSON

/// Reads GeoJSON (RFC 7946): unknown members, null geometries, empty coordinates and heights are
/// ignored.
struct GeoJSONReader {
  private let excerpts: Excerpts

  init(_ excerpts: Excerpts) { self.excerpts = excerpts }

  private enum ObjectType: String, CaseIterable {
    case point = "Point"
    case multiPoint = "MultiPoint"
    case lineString = "LineString"
    case multiLineString = "MultiLineString"
    case polygon = "Polygon"
    case multiPolygon = "MultiPolygon"
    case geometryCollection = "GeometryCollection"
    case feature = "Feature"
    case featureCollection = "FeatureCollection"

    /// What may stand in a Feature or a GeometryCollection.
    static let geometries = allCases.filter { $0 != .feature && $0 != .featureCollection }
  }

  /// Any geometry, Feature or FeatureCollection.
  func readAny(_ node: JSONNode) throws(Problem) -> Geometry {
    try read(node, among: ObjectType.allCases)
  }

  private func read(
    _ node: JSONNode, among types: [ObjectType]
  ) throws(Problem) -> Geometry {
    switch try readType(node, among: types) {
    case .point:
      return try readCoordinates(node) { (token) throws(Problem) in
        .points([try readPosition(token)])
      }
    case .multiPoint:
      return try readCoordinates(node) { (token) throws(Problem) in
        .points(try excerpts.readElements(token, readPosition))
      }
    case .lineString:
      return try readCoordinates(node) { (token) throws(Problem) in .path(try readLine(token)) }
    case .multiLineString:
      return try readCoordinates(node) { (token) throws(Problem) in
        .collection(try excerpts.readElements(token, readLine).map(Geometry.path))
      }
    case .polygon:
      return try readCoordinates(node) { (token) throws(Problem) in
        .collection(try readPolygon(token).map(Geometry.path))
      }
    case .multiPolygon:
      return try readCoordinates(node) { (token) throws(Problem) in
        .collection(try excerpts.readElements(token, readPolygon).joined().map(Geometry.path))
      }
    case .geometryCollection:
      return .collection(
        try readMember(of: node, "geometries", expected: "a list of geometries") {
          (list) throws(Problem) in
          try readList(list, expected: "a list of geometries", readUnlessNull)
        })
    case .feature:
      return try readMember(
        of: node, "geometry", expected: "a geometry or null", readUnlessNull)
    case .featureCollection:
      return .collection(
        try readMember(of: node, "features", expected: "a list of Features") {
          (list) throws(Problem) in
          try readList(list, expected: "a list of Features") { (feature) throws(Problem) in
            try read(feature, among: [.feature])
          }
        })
    }
  }

  /// The rings of a Polygon or a MultiPolygon, at least one.
  func readPolygons(_ node: JSONNode) throws(Problem) -> [[[Position]]] {
    let type = try readType(node, among: [.polygon, .multiPolygon])
    let polygons = try readMember(of: node, "coordinates", expected: expectedCoordinates) {
      (list) throws(Problem) -> [[[Position]]] in
      guard let token = excerpts.token(of: list) else {
        throw .expected(expectedCoordinates, found: list.found)
      }
      return type == .polygon
        ? [try readPolygon(token)] : try excerpts.readElements(token, readPolygon)
    }
    guard polygons.contains(where: { !$0.isEmpty }) else {
      throw Problem.expected("a polygon with a ring", found: "none").within("coordinates")
    }
    return polygons
  }

  // MARK: - Members

  private func readUnlessNull(_ node: JSONNode) throws(Problem) -> Geometry {
    node.kind == .null ? .collection([]) : try read(node, among: ObjectType.geometries)
  }

  private func readType(
    _ node: JSONNode, among types: [ObjectType]
  ) throws(Problem) -> ObjectType {
    guard node.kind == .object else { throw .expected("a GeoJSON object", found: node.found) }
    guard let typeNode = node.member("type") else {
      throw .missing("type", expected: "a GeoJSON type, like \"Polygon\"")
    }
    guard let type = typeNode.string.flatMap(ObjectType.init), types.contains(type) else {
      throw Problem.unknownWord(typeNode, known: types.map(\.rawValue)).within("type")
    }
    return type
  }

  private func readMember<Value>(
    of node: JSONNode, _ name: StaticString, expected: StaticString,
    _ read: (JSONNode) throws(Problem) -> Value
  ) throws(Problem) -> Value {
    guard let value = try node.readMember(name, read) else {
      throw .missing(name, expected: expected)
    }
    return value
  }

  private func readCoordinates(
    _ node: JSONNode, _ read: (Int) throws(Problem) -> Geometry
  ) throws(Problem) -> Geometry {
    try readMember(of: node, "coordinates", expected: expectedCoordinates) {
      (list) throws(Problem) in
      guard let token = excerpts.token(of: list) else {
        throw .expected(expectedCoordinates, found: list.found)
      }
      return excerpts.tokens[token].count == 0 ? .collection([]) : try read(token)
    }
  }

  // MARK: - Positions

  private func readPolygon(_ token: Int) throws(Problem) -> [[Position]] {
    try requireList(token, "a polygon [ring, …]")
    return try excerpts.readElements(token, readRing)
  }

  private func readRing(_ token: Int) throws(Problem) -> [Position] {
    try requireList(token, "a ring [[longitude, latitude], …]")
    let ring = try excerpts.readElements(token, readPosition)
    guard ring.count >= 4 else {
      throw .expected("a ring of 4 positions or more", found: "\(ring.count) of them")
    }
    guard ring.first == ring.last else {
      throw Problem(
        .badCoordinates,
        "the ring is not closed: expected its last position to be its first, found "
          + "[\(numberText(ring[ring.count - 1].longitude)), "
          + "\(numberText(ring[ring.count - 1].latitude))]")
    }
    return ring
  }

  private func readLine(_ token: Int) throws(Problem) -> [Position] {
    try requireList(token, "a line [[longitude, latitude], …]")
    let line = try excerpts.readElements(token, readPosition)
    guard line.count >= 2 else {
      throw .expected("a line of 2 positions or more", found: "\(line.count) of them")
    }
    return line
  }

  private func readPosition(_ token: Int) throws(Problem) -> Position {
    try requireList(token, expectedPosition)
    guard 2...3 ~= excerpts.tokens[token].count else {
      throw .expected(expectedPosition, found: "\(excerpts.tokens[token].count) numbers")
    }
    let numbers = (token + 1)..<excerpts.tokens[token].end
    guard numbers.allSatisfy({ excerpts.tokens[$0].kind == .number }) else {
      throw .expected(expectedPosition, found: "other elements")
    }
    let longitude = excerpts.tokens[token + 1].number
    let latitude = excerpts.tokens[token + 2].number
    guard let position = Position(longitude: longitude, latitude: latitude) else {
      throw .badLatitude(
        latitude, longitude: longitude,
        hint: "are they swapped? GeoJSON has the longitude first")
    }
    return position
  }

  private func requireList(_ token: Int, _ expected: StaticString) throws(Problem) {
    guard excerpts.tokens[token].kind == .array else {
      throw .expected(expected, found: excerpts.found(token))
    }
  }
}

private let expectedCoordinates: StaticString = "a list of coordinates"
private let expectedPosition: StaticString = "a position [longitude, latitude]"

extension Geometry {
  /// It has no position at all.
  var isEmpty: Bool {
    switch self {
    case .points(let positions), .path(let positions): positions.isEmpty
    case .collection(let geometries): geometries.allSatisfy(\.isEmpty)
    }
  }
}
