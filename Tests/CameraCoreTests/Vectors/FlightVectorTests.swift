import CameraCore
import Testing

private struct FlyInput: VectorInput {
  struct Expected: Decodable, Sendable {
    struct Frame: Decodable, Sendable {
      let t, lat, lon, zoom: Double
      let bearing, viewingAngle: Double?
    }
    let pathLength: Double?
    let frames: [Frame]
  }
  static let kind = "fly"
  let from, to: VectorCamera
  let viewport: VectorSize
  let rho: Double
}

@Suite struct FlightVectorTests {
  @Test(arguments: try vectors(FlyInput.self))
  private func flightsTakeThePathOfVanWijkAndNuij(_ vector: Vector<FlyInput>) throws {
    let (input, expected, tolerance) = (vector.input, vector.expected, vector.tolerance)
    // The vectors tilt at any zoom.
    let caps = try #require(ViewingAngleCaps([.init(zoom: 0, angle: 84)]))
    let limits = CameraLimits(zoomRange: 0...30, viewingAngleCaps: caps)
    let flight = CameraAnimation(
      start: try input.from.position(), destination: .camera(try input.to.position()),
      curve: .fly, duration: 1000, frames: .count(expected.frames.count), rho: input.rho)
    let result = try input.viewport.viewport().animate(flight, within: limits)

    if let length = expected.pathLength {
      try expectNear(result.pathLength, length, within: tolerance.length, "path length")
    }
    #expect(result.frames.count == expected.frames.count)
    for (frame, expected) in zip(result.frames, expected.frames) {
      try expectNear(frame.time, 1000 * expected.t, within: 1e-9, "time")
      try expectNear(frame.camera.zoom, expected.zoom, within: tolerance.zoom, "zoom")
      try expectPlace(
        frame.camera.target, latitude: expected.lat, longitude: expected.lon,
        within: tolerance.deg)
      if let bearing = expected.bearing {
        try expectSameTurn(frame.camera.bearing, bearing, within: tolerance.angle, "bearing")
      }
      if let angle = expected.viewingAngle {
        try expectNear(frame.camera.viewingAngle, angle, within: tolerance.angle, "viewing angle")
      }
    }
  }

  static func count() throws -> Int { try vectors(FlyInput.self).count }
}
