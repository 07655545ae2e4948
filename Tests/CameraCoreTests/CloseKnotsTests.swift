import Testing

@testable import CameraCore

/// Found by fuzzing: between knots that are closer than doubles a search went on for ever.
@Test(arguments: [10.000000000000002, 10.000000000000004, 10.00000000000001, 10.000000001])
func fitsEndBetweenKnotsHoweverClose(_ zoom: Double) throws {
  let caps = try #require(
    ViewingAngleCaps([.init(zoom: 10, angle: 30), .init(zoom: zoom, angle: 65)]))
  let viewport = try #require(Viewport(width: 800, height: 600))
  let places = try [0, 1].map {
    FitContent.Place(try #require(Coordinate(latitude: 47, longitude: 8 + $0)))
  }
  let result = try viewport.fit(
    FitRequest(content: FitContent(places: places), viewingAngle: 45),
    within: CameraLimits(viewingAngleCaps: caps))
  #expect(result.camera.zoom < 10 && result.camera.viewingAngle == 30 && result.fits)
}
