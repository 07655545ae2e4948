import CameraCore
import Testing

// The parts of which the vectors are made, and the way from their words to ours.

struct VectorPlace: Decodable, Sendable {
  let lat, lon: Double

  func coordinate() throws -> Coordinate {
    try #require(Coordinate(latitude: lat, longitude: lon))
  }
}

struct VectorPoint: Decodable, Sendable {
  let x, y: Double
}

struct VectorCamera: Decodable, Sendable {
  let lat, lon, zoom: Double
  let bearing, viewingAngle: Double?

  func position() throws -> CameraPosition {
    let target = try #require(Coordinate(latitude: lat, longitude: lon))
    return try #require(
      CameraPosition(
        target: target, zoom: zoom, bearing: bearing ?? 0, viewingAngle: viewingAngle ?? 0))
  }
}

struct VectorBounds: Decodable, Sendable {
  let south, west, north, east: Double

  func bounds() throws -> CoordinateBounds {
    try #require(CoordinateBounds(south: south, west: west, north: north, east: east))
  }
}

struct VectorInsets: Decodable, Sendable {
  let top, left, bottom, right: Double

  func edges() throws -> EdgeInsets {
    try #require(EdgeInsets(top: top, left: left, bottom: bottom, right: right))
  }
}

struct VectorSize: Decodable, Sendable {
  let width, height: Double

  /// The insets of a vector's camera are the viewport's padding: the target is drawn at the centre
  /// of what they leave.
  func viewport(padding: VectorInsets? = nil, fieldOfView: Double? = nil) throws -> Viewport {
    try #require(
      Viewport(
        width: width, height: height, padding: padding?.edges() ?? .zero,
        fieldOfView: fieldOfView ?? Viewport.defaultFieldOfView))
  }
}

/// The zoom limits of a vector; none stands for all that can be set.
func vectorZoomRange(_ lowest: Double?, _ highest: Double?) -> ClosedRange<Double> {
  max(lowest ?? 0, 0)...min(highest ?? 30, 30)
}

/// Expects two numbers to differ by at most `tolerance`.
func expectNear(
  _ value: Double, _ expected: Double, within tolerance: Double?, _ what: Comment,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let tolerance = try #require(
    tolerance, "the vector gives no tolerance", sourceLocation: sourceLocation)
  #expect(
    abs(value - expected) <= tolerance, "\(what): \(value), expected \(expected)",
    sourceLocation: sourceLocation)
}

/// Expects two angles in degrees to differ by at most `tolerance` and whole turns.
func expectSameTurn(
  _ value: Double, _ expected: Double, within tolerance: Double?, _ what: Comment,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let difference = (value - expected).remainder(dividingBy: 360)
  try expectNear(
    expected + difference, expected, within: tolerance, what, sourceLocation: sourceLocation)
}

func expectPlace(
  _ place: Coordinate, latitude: Double, longitude: Double, within tolerance: Double?,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try expectNear(
    place.latitude, latitude, within: tolerance, "latitude", sourceLocation: sourceLocation)
  try expectSameTurn(
    place.longitude, longitude, within: tolerance, "longitude", sourceLocation: sourceLocation)
}
