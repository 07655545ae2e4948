import Testing

@testable import CameraCore

/// The bound of the work for one fit, by counts: no clock, so the same in every build.
@Suite struct FitWorkTests {
  private func request(
    _ count: Int, longitudes: ClosedRange<Double>, latitudes: ClosedRange<Double>,
    bearing: FitRequest.Bearing = .degrees(0), viewingAngle: Double = 0
  ) throws -> FitRequest {
    var generator = SeededGenerator(seed: 1)
    let places = try (0..<count).map { _ in
      FitContent.Place(
        try #require(
          Coordinate(
            latitude: .random(in: latitudes, using: &generator),
            longitude: .random(in: longitudes, using: &generator))),
        footprint: EdgeInsets(
          top: .random(in: 10...40, using: &generator),
          left: .random(in: 10...40, using: &generator),
          bottom: .random(in: 10...40, using: &generator),
          right: .random(in: 10...40, using: &generator)))
    }
    return FitRequest(
      content: FitContent(places: places), bearing: bearing, viewingAngle: viewingAngle)
  }

  private func fit(
    _ request: FitRequest, counting work: inout FitWork
  ) throws -> FitResult {
    let viewport = try #require(Viewport(width: 390, height: 844))
    return try viewport.fit(request, within: .standard, counting: &work)
  }

  @Test(arguments: [0.0, 30])
  func aCityIsFarBelowTheBound(_ viewingAngle: Double) throws {
    var work = FitWork()
    let city = try request(
      1000, longitudes: 8...8.1, latitudes: 50...50.1, viewingAngle: viewingAngle)
    _ = try fit(city, counting: &work)
    #expect(work.spent > 1000 && work.spent < FitWork.standardLimit / 1000)
  }

  @Test func theBestBearingOfACityIsBelowTheBound() throws {
    var work = FitWork()
    let city = try request(100, longitudes: 8...8.1, latitudes: 50...50.1, bearing: .best)
    _ = try fit(city, counting: &work)
    #expect(work.spent < FitWork.standardLimit / 50)
  }

  /// Next to the horizon labels may fit in a thousand places, each for itself: samples do not look for
  /// them all.
  @Test func theBestBearingBelowTheHorizonIsFarBelowTheBound() throws {
    let viewport = try #require(Viewport(width: 1024, height: 768, fieldOfView: 60))
    var wish = try request(
      4, longitudes: 8...8.1, latitudes: 50...50.1, bearing: .best, viewingAngle: 80)
    wish.insets = .zero
    var work = FitWork()
    let best = try viewport.fit(wish, within: .standard, counting: &work)
    #expect(best.fits && work.spent < FitWork.standardLimit / 10, "\(work.spent)")
    for bearing in stride(from: 0.0, to: 360, by: 15) {
      wish.bearing = .degrees(bearing)
      let other = try? viewport.fit(wish, within: .standard)
      #expect(other?.camera.zoom ?? 0 < best.camera.zoom + 1e-9, "\(bearing)")
    }
  }

  @Test func footprintsAroundTheWorldAreBelowTheBound() throws {
    for (count, bearing) in [(200, FitRequest.Bearing.degrees(40)), (16, .best)] {
      var work = FitWork()
      _ = try fit(
        try request(count, longitudes: -180...179, latitudes: -60...60, bearing: bearing),
        counting: &work)
      #expect(work.spent < FitWork.standardLimit / 20, "\(count)")
    }
  }

  /// The last look decides, and the bound does not change what is found.
  @Test(arguments: [
    (FitRequest.Bearing.degrees(40), 0.0), (.degrees(0), 30), (.best, 0),
  ])
  func theBoundRefusesAndNeverChangesAnAnswer(
    _ bearing: FitRequest.Bearing, _ viewingAngle: Double
  ) throws {
    let world = try request(
      24, longitudes: -180...179, latitudes: -60...60, bearing: bearing,
      viewingAngle: viewingAngle)
    var work = FitWork()
    let result = try fit(world, counting: &work)

    var enough = FitWork(limit: work.spent)
    #expect(try fit(world, counting: &enough) == result)
    #expect(enough.spent == work.spent)

    var short = FitWork(limit: work.spent - 1)
    #expect(throws: FitWork.refusal) { try fit(world, counting: &short) }
  }

  /// Each cut and each bearing is asked whether there is work left, so that little is done after.
  @Test(arguments: [FitRequest.Bearing.degrees(0), .best])
  func whatIsRefusedEndsSoon(_ bearing: FitRequest.Bearing) throws {
    let world = try request(
      500, longitudes: -180...179, latitudes: -60...60, bearing: bearing, viewingAngle: 30)
    var work = FitWork(limit: 100_000)
    #expect(throws: FitWork.refusal) { try fit(world, counting: &work) }
    #expect(work.spent > 100_000 && work.spent < 150_000)
  }
}
