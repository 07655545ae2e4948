import CameraCore
import Foundation
import Testing

private struct ZoomLimitInput: VectorInput {
  struct Expected: Decodable, Sendable { let zoom: Double }
  static let kind = "zoom_limit"
  let camera: VectorCamera
  let viewport: VectorSize
  let minZoom, maxZoom: Double
}

private struct ConstrainInput: VectorInput {
  struct Expected: Decodable, Sendable { let camera: VectorCamera }
  enum Rule: String, Decodable, Sendable {
    case targetInside = "target_inside"
    case viewportInside = "viewport_inside"
    case showAll = "viewport_inside_show_all"
    case keepZoom = "viewport_inside_keep_zoom"
    case worldVertically = "viewport_inside_world_vertically"
  }
  static let kind = "constrain"
  let rule: Rule
  let camera: VectorCamera
  let viewport: VectorSize
  let bounds: VectorBounds?
  let insets: VectorInsets?
  let minZoom, maxZoom: Double?

  func fence() throws -> Geofence {
    // Without bounds the world is meant, which leaves longitude free.
    let world = VectorBounds(south: -90, west: -180, north: 90, east: 180)
    let shape = Geofence.Shape.bounds(try (bounds ?? world).bounds())
    switch rule {
    case .targetInside: return Geofence(shape: shape, mode: .target)
    case .viewportInside, .worldVertically: return Geofence(shape: shape, mode: .viewport)
    case .showAll: return Geofence(shape: shape, mode: .viewportShowAll)
    case .keepZoom: return Geofence(shape: shape, mode: .viewport, keepsZoom: true)
    }
  }
}

private struct NearestInput: VectorInput {
  struct Expected: Decodable, Sendable {
    struct Point: Decodable, Sendable {
      let lat, lon, mercatorDistanceM: Double
      let inside: Bool?
    }
    let points: [Point]
  }
  struct Polygon: Decodable, Sendable {
    let outer: [[Double]]
    let holes: [[[Double]]]
  }
  static let kind = "nearest_on_polygon"
  let polygons: [Polygon]
  let points: [VectorPlace]
}

@Suite struct ClampVectorTests {
  @Test(arguments: try vectors(ZoomLimitInput.self))
  private func zoomGoesToTheNearestLimit(_ vector: Vector<ZoomLimitInput>) throws {
    let input = vector.input
    let limits = CameraLimits(zoomRange: vectorZoomRange(input.minZoom, input.maxZoom))
    let clamped = try input.viewport.viewport().clamp(input.camera.position(), to: limits)
    try expectNear(
      clamped.camera.zoom, vector.expected.zoom, within: vector.tolerance.zoom, "zoom")
    #expect(
      clamped.adjusted.contains(.zoomMin) == (input.camera.zoom < input.minZoom)
        && clamped.adjusted.contains(.zoomMax) == (input.camera.zoom > input.maxZoom))
  }

  @Test(arguments: try vectors(ConstrainInput.self))
  private func fencesHoldAsInOtherLibraries(_ vector: Vector<ConstrainInput>) throws {
    let (input, expected) = (vector.input, vector.expected.camera)
    let limits = CameraLimits(
      zoomRange: vectorZoomRange(input.minZoom, input.maxZoom), fence: try input.fence())
    let camera = try input.camera.position()
    let clamped = try input.viewport.viewport(padding: input.insets).clamp(camera, to: limits)
    try expectNear(clamped.camera.zoom, expected.zoom, within: vector.tolerance.zoom, "zoom")
    try expectPlace(
      clamped.camera.target, latitude: expected.lat, longitude: expected.lon,
      within: vector.tolerance.deg)
    #expect(clamped.camera.bearing == camera.bearing)
    #expect(clamped.camera.viewingAngle == camera.viewingAngle)
  }

  /// At a zoom where the 1e-6 points by which a camera may be outside are less than a micrometre.
  @Test(arguments: try vectors(NearestInput.self))
  private func targetsGoToTheNearestPlaceOfAPolygon(_ vector: Vector<NearestInput>) throws {
    let viewport = try #require(Viewport(width: 400, height: 400))
    let fence = Geofence(
      shape: .polygons(
        try vector.input.polygons.map { polygon in
          try ([polygon.outer] + polygon.holes).map(closedRing)
        }))
    let limits = CameraLimits(zoomRange: 0...30, fence: fence)
    for (point, expected) in zip(vector.input.points, vector.expected.points) {
      let asked = try point.coordinate()
      let camera = try #require(CameraPosition(target: asked, zoom: 26))
      let clamped = try viewport.clamp(camera, to: limits)
      let target = clamped.camera.target
      try expectPlace(
        target, latitude: expected.lat, longitude: expected.lon, within: vector.tolerance.deg)
      try expectNear(
        mercatorMeters(asked, target), expected.mercatorDistanceM,
        within: vector.tolerance.meters, "distance in Mercator metres")
      if let inside = expected.inside {
        #expect(clamped.adjusted.contains(.fenceTarget) == !inside)
        #expect((target == asked) == inside)
      }
    }
  }

  static func count() throws -> Int {
    try vectors(ZoomLimitInput.self).count + vectors(ConstrainInput.self).count
      + vectors(NearestInput.self).count
  }

  private func closedRing(_ ring: [[Double]]) throws -> [Position] {
    let positions = try ring.map { pair in
      try #require(pair.count == 2 ? Position(longitude: pair[1], latitude: pair[0]) : nil)
    }
    return positions + [try #require(positions.first)]
  }

  private func mercatorMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radius = 6378137.0
    let turn = (b.longitude - a.longitude).remainder(dividingBy: 360)
    func y(_ latitude: Double) -> Double { atanh(sin(latitude * .pi / 180)) }
    return radius * hypot(turn * .pi / 180, y(b.latitude) - y(a.latitude))
  }
}
