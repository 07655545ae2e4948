import CameraCore
import Foundation
import Testing

private struct ProjectInput: VectorInput {
  struct Expected: Decodable, Sendable { let points: [VectorPoint] }
  static let kind = "project"
  let camera: VectorCamera
  let viewport: VectorSize
  let insets: VectorInsets
  let fovDeg: Double?
  let points: [VectorPlace]
}

private struct UnprojectInput: VectorInput {
  struct Expected: Decodable, Sendable { let points: [VectorPlace] }
  static let kind = "unproject"
  let camera: VectorCamera
  let viewport: VectorSize
  let insets: VectorInsets
  let fovDeg: Double?
  let points: [VectorPoint]
}

private struct VisibleBoundsInput: VectorInput {
  typealias Expected = VectorBounds
  static let kind = "visible_bounds"
  let camera: VectorCamera
  let viewport: VectorSize
  let insets: VectorInsets
  let fovDeg: Double?
}

private struct MetersPerPointInput: VectorInput {
  struct Expected: Decodable, Sendable { let metersPerPoint: Double }
  static let kind = "meters_per_point"
  let lat, zoom: Double
}

private struct WorldPointInput: VectorInput {
  typealias Expected = VectorPoint
  static let kind = "world_point"
  static let file = "world_points"
  let lat, lon, zoom: Double
}

private struct WorldPointInverseInput: VectorInput {
  typealias Expected = VectorPlace
  static let kind = "world_point_inverse"
  static let file = "world_points"
  let x, y, zoom: Double
}

/// Queries take their camera as it is, so the angles and zooms of the vectors are not admitted.
@Suite struct QueryVectorTests {
  @Test(arguments: try vectors(ProjectInput.self))
  private func placesLandWhereLibrariesDrawThem(_ vector: Vector<ProjectInput>) throws {
    let input = vector.input
    let camera = try input.camera.position()
    let viewport = try input.viewport.viewport(padding: input.insets, fieldOfView: input.fovDeg)
    let points = viewport.project(try input.points.map { try $0.coordinate() }, from: camera)
    #expect(points.count == vector.expected.points.count)
    for (index, expected) in vector.expected.points.enumerated() where index < points.count {
      let point = try #require(points[index], "point \(index) is behind the camera")
      let asked = input.points[index]
      if abs(asked.lon - camera.target.longitude) > 180 {
        // Drawn on the copy as written; ours is nearer. The ground tells that the place is the same.
        #expect(VectorSkips.onAnotherCopy.contains(vector.id))
        try expectGround(
          of: [ScreenPoint(x: expected.x, y: expected.y), ScreenPoint(x: point.x, y: point.y)],
          is: asked, in: viewport, from: camera, within: vector.tolerance.points)
        continue
      }
      try expectNear(point.x, expected.x, within: vector.tolerance.points, "x of point \(index)")
      try expectNear(point.y, expected.y, within: vector.tolerance.points, "y of point \(index)")
    }
  }

  private func expectGround(
    of points: [ScreenPoint], is place: VectorPlace, in viewport: Viewport,
    from camera: CameraPosition, within tolerance: Double?
  ) throws {
    // A point is 360 / (256 * 2^zoom) degrees at the target, and more beyond it.
    let degrees = tolerance.map { $0 * 10 * 360 / worldSize(camera.zoom) }
    for ground in viewport.unproject(points, from: camera) {
      try expectPlace(
        try #require(ground), latitude: place.lat, longitude: place.lon, within: degrees)
    }
  }

  @Test(arguments: try vectors(UnprojectInput.self))
  private func screenPointsHaveTheGroundThatLibrariesSay(
    _ vector: Vector<UnprojectInput>
  ) throws {
    let input = vector.input
    let viewport = try input.viewport.viewport(padding: input.insets, fieldOfView: input.fovDeg)
    let places = viewport.unproject(
      input.points.map { ScreenPoint(x: $0.x, y: $0.y) }, from: try input.camera.position())
    #expect(places.count == vector.expected.points.count)
    for (place, expected) in zip(places, vector.expected.points) {
      try expectPlace(
        try #require(place), latitude: expected.lat, longitude: expected.lon,
        within: vector.tolerance.deg)
    }
  }

  @Test(arguments: try vectors(VisibleBoundsInput.self))
  private func visibleBoundsAreTheBoxOfTheCorners(_ vector: Vector<VisibleBoundsInput>) throws {
    let (input, expected, tolerance) = (vector.input, vector.expected, vector.tolerance.deg)
    let viewport = try input.viewport.viewport(padding: input.insets, fieldOfView: input.fovDeg)
    let region = viewport.visibleRegion(from: try input.camera.position())
    let bounds = try #require(region.bounds)
    try expectNear(bounds.south, expected.south, within: tolerance, "south")
    try expectNear(bounds.north, expected.north, within: tolerance, "north")
    try expectSameTurn(bounds.west, expected.west, within: tolerance, "west")
    try expectSameTurn(bounds.east, expected.east, within: tolerance, "east")
    try expectNear(
      bounds.longitudeSpan, expected.east - expected.west, within: tolerance.map { 2 * $0 },
      "width")
  }

  @Test(arguments: try vectors(MetersPerPointInput.self))
  private func metersPerPointAreThoseOfTheSphere(_ vector: Vector<MetersPerPointInput>) throws {
    let target = try #require(Coordinate(latitude: vector.input.lat, longitude: 0))
    let camera = try #require(CameraPosition(target: target, zoom: vector.input.zoom))
    let viewport = try #require(Viewport(width: 400, height: 400))
    let expected = vector.expected.metersPerPoint
    try expectNear(
      viewport.visibleRegion(from: camera).metersPerPoint / expected, 1,
      within: vector.tolerance.ratio, "ratio")
  }

  /// The world's middle is drawn at the viewport's, so a world point is a screen point from there.
  @Test(arguments: try vectors(WorldPointInput.self))
  private func theWorldHasItsSizeAndOrigin(_ vector: Vector<WorldPointInput>) throws {
    let (input, tolerance) = (vector.input, vector.tolerance.points)
    let place = try #require(Coordinate(latitude: input.lat, longitude: input.lon))
    let half = worldSize(input.zoom) / 2
    let points = try tinyViewport().project([place], from: try nullIsland(zoom: input.zoom))
    let point = try #require(points.first ?? nil)
    try expectNear(point.x - 1 + half, vector.expected.x, within: tolerance, "x")
    try expectNear(point.y - 1 + half, vector.expected.y, within: tolerance, "y")
  }

  @Test(arguments: try vectors(WorldPointInverseInput.self))
  private func worldPointsHaveTheirPlaces(_ vector: Vector<WorldPointInverseInput>) throws {
    let half = worldSize(vector.input.zoom) / 2
    let point = ScreenPoint(x: vector.input.x - half + 1, y: vector.input.y - half + 1)
    let places = try tinyViewport().unproject(
      [point], from: try nullIsland(zoom: vector.input.zoom))
    try expectPlace(
      try #require(places.first ?? nil), latitude: vector.expected.lat,
      longitude: vector.expected.lon, within: vector.tolerance.deg)
  }

  static func count() throws -> Int {
    try vectors(ProjectInput.self).count + vectors(UnprojectInput.self).count
      + vectors(VisibleBoundsInput.self).count + vectors(MetersPerPointInput.self).count
      + vectors(WorldPointInput.self).count + vectors(WorldPointInverseInput.self).count
  }

  private func worldSize(_ zoom: Double) -> Double { 256 * exp2(zoom) }

  private func tinyViewport() throws -> Viewport { try #require(Viewport(width: 2, height: 2)) }

  private func nullIsland(zoom: Double) throws -> CameraPosition {
    let target = try #require(Coordinate(latitude: 0, longitude: 0))
    return try #require(CameraPosition(target: target, zoom: zoom))
  }
}
