import CameraCore
import Foundation
import Testing

/// The core against 50-digit arithmetic: `Fixtures/accuracy/generate.py` made the values, by formulas
/// of its own. A zoom is right to 1e-9; a place, on the screen at the answer's zoom, to 1e-6 points or
/// 4e-15 of the world's width.
@Suite struct AccuracyTests {
  struct Size: Decodable, Sendable {
    let width, height, fov: Double
    let padding: VectorInsets

    func viewport() throws -> Viewport {
      try VectorSize(width: width, height: height).viewport(padding: padding, fieldOfView: fov)
    }
  }

  struct Camera: Decodable, Sendable {
    let lat, lon, zoom: Double
    let bearing, angle: Double?

    func position() throws -> CameraPosition {
      try VectorCamera(lat: lat, lon: lon, zoom: zoom, bearing: bearing, viewingAngle: angle)
        .position()
    }
  }

  struct Fit: Decodable, Sendable, CustomTestStringConvertible {
    struct Circle: Decodable, Sendable { let lat, lon, radius: Double }
    let id: String
    let viewport: Size
    let insets: VectorInsets
    let bearing: Double
    let angle: Double?
    let places: [VectorPlace]?
    let box: VectorBounds?
    let circle: Circle?
    let target: VectorPlace
    let zoom: Double
    var testDescription: String { id }

    func content() throws -> FitContent {
      FitContent(
        places: try (places ?? []).map { FitContent.Place(try $0.coordinate()) },
        bounds: try box.map { [try $0.bounds()] } ?? [],
        circles: try circle.map {
          let center = try VectorPlace(lat: $0.lat, lon: $0.lon).coordinate()
          return [FitContent.Circle(center: center, radius: $0.radius)]
        } ?? [])
    }
  }

  struct Projection: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let camera: Camera
    let viewport: Size
    let places: [VectorPlace]
    let points: [VectorPoint]
    var testDescription: String { id }
  }

  struct Clamp: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let camera: Camera
    let viewport: Size
    /// Longitude and latitude, not closed; of a box from its south-west corner.
    let ring: [[Double]]
    let box, raised: Bool
    let target: VectorPlace
    let zoom: Double
    var testDescription: String { id }

    func fence() throws -> Geofence {
      let corners = try ring.map { try #require(Position(longitude: $0[0], latitude: $0[1])) }
      if box {
        let bounds = VectorBounds(
          south: corners[0].latitude, west: corners[0].longitude, north: corners[2].latitude,
          east: corners[2].longitude)
        return Geofence(shape: .bounds(try bounds.bounds()), mode: .viewport)
      }
      return Geofence(shape: .polygons([[corners + corners.prefix(1)]]), mode: .viewport)
    }
  }

  struct Flight: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let viewport: Size
    let from, to: Camera
    let rho, length: Double
    let frames: [Camera]
    var testDescription: String { id }
  }

  private struct File: Decodable {
    let flatFit, tiltedFit, boxFit, circleFit: [Fit]
    let projection: [Projection]
    let fenceClamp: [Clamp]
    let flight: [Flight]
  }

  private static let file: Result<File, any Error> = Result {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/accuracy/accuracy.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(File.self, from: Data(contentsOf: url))
  }

  static let tilting = ViewingAngleCaps([.init(zoom: 0, angle: 84)])

  @Test(
    arguments: try file.get().flatFit + file.get().boxFit + file.get().tiltedFit)
  private func fitsAreExact(_ fit: Fit) throws {
    try expectExact(fit)
  }

  @Test(arguments: try file.get().circleFit)
  private func circlesAreExact(_ fit: Fit) throws {
    try expectExact(fit)
  }

  private func expectExact(_ fit: Fit) throws {
    let limits = CameraLimits(
      zoomRange: 0...30, viewingAngleCaps: try #require(AccuracyTests.tilting))
    let result = try fit.viewport.viewport().fit(
      FitRequest(
        content: try fit.content(), insets: try fit.insets.edges(),
        bearing: .degrees(fit.bearing), viewingAngle: fit.angle ?? 0), within: limits)
    #expect(result.fits && result.adjusted == [])
    #expect(result.camera.viewingAngle == fit.angle ?? 0)
    expectExact(result.camera, target: fit.target, zoom: fit.zoom)
  }

  @Test(arguments: try file.get().projection)
  private func projectionsAreExact(_ projection: Projection) throws {
    let camera = try projection.camera.position()
    let points = try projection.viewport.viewport().project(
      try projection.places.map { try $0.coordinate() }, from: camera)
    for (point, expected) in zip(points, projection.points) {
      let point = try #require(point)
      let distance = max(abs(point.x - expected.x), abs(point.y - expected.y))
      #expect(distance <= exactness(camera.zoom), "\(point) is not \(expected)")
    }
  }

  @Test(arguments: try file.get().fenceClamp)
  private func clampsAreExact(_ clamp: Clamp) throws {
    let limits = CameraLimits(
      zoomRange: 0...30, viewingAngleCaps: try #require(AccuracyTests.tilting),
      fence: try clamp.fence())
    let clamped = try clamp.viewport.viewport().clamp(clamp.camera.position(), to: limits)
    expectExact(clamped.camera, target: clamp.target, zoom: clamp.zoom)
    #expect(clamped.adjusted.contains(.fenceZoom) == clamp.raised)
    #expect(clamp.raised || clamped.camera.zoom == clamp.camera.zoom)
  }

  @Test(arguments: try file.get().flight)
  private func flightsAreExact(_ flight: Flight) throws {
    let animation = CameraAnimation(
      start: try flight.from.position(), destination: .camera(try flight.to.position()),
      curve: .fly, duration: 1000, frames: .count(flight.frames.count), rho: flight.rho)
    let result = try flight.viewport.viewport().animate(
      animation, within: CameraLimits(zoomRange: 0...30))
    #expect(abs(result.pathLength - flight.length) <= 1e-9 * max(1, flight.length))
    #expect(result.frames.count == flight.frames.count)
    for (frame, expected) in zip(result.frames, flight.frames) {
      expectExact(
        frame.camera, target: VectorPlace(lat: expected.lat, lon: expected.lon),
        zoom: expected.zoom)
    }
  }

  // MARK: Exactness

  private func exactness(_ zoom: Double) -> Double { max(1e-6, 4e-15 * 256 * exp2(zoom)) }

  private func expectExact(
    _ camera: CameraPosition, target: VectorPlace, zoom: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      abs(camera.zoom - zoom) <= 1e-9, "zoom off by \(camera.zoom - zoom)",
      sourceLocation: sourceLocation)
    let east = (camera.target.longitude - target.lon).remainder(dividingBy: 360) / 360
    // A difference of Mercator y that does not cancel.
    let (a, b) = (camera.target.latitude * .pi / 180, target.lat * .pi / 180)
    let north = 2 * atanh(sin((a - b) / 2) / cos((a + b) / 2)) / (2 * .pi)
    let points = max(abs(east), abs(north)) * 256 * exp2(zoom)
    #expect(
      points <= exactness(zoom), "target off by \(points) points", sourceLocation: sourceLocation)
  }
}
