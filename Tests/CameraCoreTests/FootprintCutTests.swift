import CameraCore
import Testing

@Suite struct FootprintCutTests {
  /// Two places two metres apart, on either side of 180. Their positions in the plane have lost so
  /// many digits that the zoom without footprints, which bounds the one with them, came out lower.
  @Test func placesAtTheDatelineAreNotTakenTheLongWayRound() throws {
    func zoom(turnedBy degrees: Double) throws -> Double {
      let viewport = try #require(Viewport(width: 3583.3, height: 1222.8))
      let places = try [
        (
          31.880754213147092, -179.99999018155776,
          EdgeInsets(top: 0, left: 0, bottom: 10.1, right: 0)
        ),
        (31.88073604603907, -180.00000844458518, EdgeInsets(top: 50, left: 0, bottom: 0, right: 0)),
      ].map { latitude, longitude, footprint in
        let place = try #require(
          Coordinate(latitude: latitude, longitude: longitude + degrees))
        return FitContent.Place(place, footprint: footprint)
      }
      return try viewport.fit(
        FitRequest(
          content: FitContent(places: places), insets: .zero, bearing: .degrees(45)),
        within: CameraLimits(zoomRange: 0...30)
      ).camera.zoom
    }
    let elsewhere = try zoom(turnedBy: 170)
    #expect(elsewhere > 25)
    #expect(abs(try zoom(turnedBy: 0) - elsewhere) < 1e-6)
  }
}
