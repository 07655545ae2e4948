import Foundation
import Testing

@testable import CameraCore

/// Fits that can be worked out by hand, and the cases that stop other libraries.
@Suite struct FitTests {
  private func viewport(
    _ width: Double, _ height: Double, padding: EdgeInsets = .zero
  ) throws -> Viewport {
    try #require(Viewport(width: width, height: height, padding: padding))
  }

  private func place(
    _ latitude: Double, _ longitude: Double, footprint: EdgeInsets? = nil
  ) throws -> FitContent.Place {
    FitContent.Place(
      try #require(Coordinate(latitude: latitude, longitude: longitude)), footprint: footprint)
  }

  @Test func onePlaceGetsTheMaximumZoom() throws {
    let places = [try place(40.7128, -74.006)]
    let result = try viewport(800, 800).fit(
      FitRequest(content: FitContent(places: places)), within: .standard)
    #expect(result.camera.zoom == 21)
    #expect(result.camera.target == places[0].coordinate)
    #expect(result.adjusted == .zoomMax)
    #expect(result.fits)
  }

  @Test func twoPlacesAcrossTheAntimeridianTakeTheShortWay() throws {
    let places = [try place(-16.853, -179.915), try place(-16.802, 179.99)]
    let result = try viewport(600, 400).fit(
      FitRequest(content: FitContent(places: places), insets: .zero), within: .standard)
    #expect(abs(result.camera.zoom - 13.116600463) < 1e-8)
    #expect(abs(result.camera.target.longitude - -179.9625) < 1e-9)
    #expect(result.fits && result.adjusted == [])
  }

  /// Two halves of the world are equally good; then the camera's, else the western middle.
  @Test func ofEqualCutsTheCameraThenTheWestDecides() throws {
    let content = FitContent(places: [try place(0, -90), try place(0, 90)])
    let viewport = try viewport(800, 800)
    for bearing in [0.0, 90, 31] {
      var request = FitRequest(content: content, bearing: .degrees(bearing))
      let west = try viewport.fit(request, within: CameraLimits(zoomRange: 0...21))
      #expect(abs(abs(west.camera.target.longitude) - 180) < 1e-9, "\(bearing)")
      request.camera = .camera(10, 30, zoom: 4)
      let near = try viewport.fit(request, within: CameraLimits(zoomRange: 0...21))
      #expect(abs(near.camera.target.longitude) < 1e-9, "\(bearing)")
      #expect(near.fits && west.fits)
    }
  }

  /// A fit for each of them would take minutes.
  @Test func ofManyEqualCutsTheOneByTheCameraIsTaken() throws {
    let count = 20_000
    let places = try (0..<count).map { try place(10, -180 + 360 * Double($0) / Double(count)) }
    let insets = try #require(EdgeInsets(top: 0, left: 30, bottom: 0, right: 0))
    let request = FitRequest(
      content: FitContent(places: places), insets: insets, camera: .camera(0, 77.3, zoom: 3))
    let fitted = try viewport(400, 400).fit(request, within: CameraLimits(zoomRange: 0...21))
    #expect(abs(fitted.camera.target.longitude - 77.3) <= 360 / Double(count))
    #expect(fitted.fits)
  }

  /// From 200,000 steps away, past zooms at which the lesser tilt cuts the content off.
  @Test func aFineStepFindsItsZoomFromAfar() throws {
    let content = FitContent(places: [try place(-0.39, 0), try place(0.39, 0)])
    let viewport = try viewport(400, 400)
    let flat = try viewport.fit(
      FitRequest(content: content, insets: .zero), within: .standard
    ).camera.zoom
    let edge = 10.0000045
    let caps = try #require(
      ViewingAngleCaps([.init(zoom: edge, angle: 0), .init(zoom: edge + 1e-6, angle: 60)]))
    func limits(_ step: Double?) -> CameraLimits {
      CameraLimits(zoomRange: 2...(edge + 1e-6), zoomStep: step, viewingAngleCaps: caps)
    }
    let request = FitRequest(content: content, insets: .zero, viewingAngle: 60)
    try #require(flat < edge - 0.4)
    #expect(try viewport.fit(request, within: limits(nil)).camera.zoom > edge)
    for step in [2e-6, 0.5] {
      let fitted = try viewport.fit(request, within: limits(step))
      #expect(abs(fitted.camera.zoom - ((flat + 1e-9) / step).rounded(.down) * step) <= 1e-9)
      #expect(fitted.adjusted.contains([.zoomStep, .viewingAngleMax]))
    }
  }

  @Test(arguments: [1e-6, 1e-9, 3e-13, 1e-15, 1e-300, .leastNonzeroMagnitude])
  func theFinestStepsChangeNothingThatCanBeSeen(step: Double) throws {
    for footprint in [EdgeInsets.zero, try #require(EdgeInsets(all: 20))] {
      let content = FitContent(
        places: [
          try place(10, 76, footprint: footprint), try place(10, 78.5, footprint: footprint),
        ])
      let request = FitRequest(content: content, viewingAngle: 30)
      func fitted(_ step: Double?) throws -> FitResult {
        try viewport(375, 667).fit(request, within: CameraLimits(zoomStep: step))
      }
      let (free, stepped) = (try fitted(nil), try fitted(step))
      let below = free.camera.zoom - stepped.camera.zoom
      #expect(below >= -1e-9 && below <= max(step, 1e-9), "\(below)")
      #expect(stepped.fits)
    }
  }

  @Test func aMultipleThatRoundsJustOutOfTheRangeIsInIt() throws {
    // 3 * 0.7 is 2.0999999999999996, 3 * 0.1 is 0.30000000000000004.
    for (step, zoom) in [(0.7, 2.1), (0.1, 0.3)] {
      let request = FitRequest(content: FitContent(places: [try place(10, 76)]))
      let fitted = try viewport(375, 667).fit(
        request, within: CameraLimits(zoomRange: zoom...zoom, zoomStep: step))
      #expect(fitted.camera.zoom == zoom)
    }
  }

  @Test func emptyContentIsAnError() throws {
    let viewport = try viewport(800, 600)
    #expect(throws: CameraError.emptyContent) {
      try viewport.fit(FitRequest(content: FitContent()), within: .standard)
    }
  }

  @Test func insetsWithoutRoomAreNamedByAxis() throws {
    let viewport = try viewport(320, 240)
    let content = FitContent(places: [try place(48, 11), try place(48.3, 11.8)])
    let insets = try #require(EdgeInsets(all: 200))
    do {
      _ = try viewport.fit(FitRequest(content: content, insets: insets), within: .standard)
      Issue.record("no error")
    } catch {
      guard case .noRoom(let detail) = error else { throw error }
      #expect(detail.contains("width"))
    }
  }

  @Test func contentThatTheMinimumZoomCutsOffIsCounted() throws {
    let content = FitContent(places: [
      try place(51.5074, -0.1278), try place(46, -37), try place(40.7128, -74.006),
    ])
    let result = try viewport(400, 300).fit(
      FitRequest(content: content, insets: .zero), within: CameraLimits(zoomRange: 5...21))
    #expect(result.camera.zoom == 5)
    #expect(result.adjusted == .zoomMin)
    #expect(!result.fits && result.outsideCount == 2)
    #expect(result.outside == [.place(0), .place(2)])
  }

  @Test func oneLabelWiderThanTheRoomIsNamed() throws {
    let viewport = try viewport(300, 300)
    let label = EdgeInsets(top: 0, left: 100, bottom: 0, right: 100)
    for places in [
      [try place(10, 10, footprint: label)],
      [try place(10, 10), try place(11, 11, footprint: label), try place(12, 12)],
    ] {
      let request = FitRequest(content: FitContent(places: places))
      #expect(
        throws: CameraError.infeasible(
          "the footprint of place \(places.count / 2) is larger than the inset rectangle")
      ) { try viewport.fit(request, within: .standard) }
    }
  }

  @Test func twoLabelsThatNeedMoreThanTheRoomAreNamed() throws {
    let viewport = try viewport(300, 300)
    // Towards each other 2 x 100 of 172 points, and away from each other nothing to spare.
    let places = [
      try place(10, 10, footprint: EdgeInsets(top: 0, left: 90, bottom: 0, right: 80)),
      try place(10, 10.5),
      try place(10, 11, footprint: EdgeInsets(top: 0, left: 80, bottom: 0, right: 90)),
    ]
    let request = FitRequest(content: FitContent(places: places))
    #expect(
      throws: CameraError.infeasible(
        "the footprints of places 0 and 2 do not fit into the inset rectangle together")
    ) { try viewport.fit(request, within: .standard) }
  }
}

/// Packed coordinates are places like all others.
@Suite struct PackedFitTests {
  private func answers(
    _ numbers: [Double], bearing: Double, angle: Double
  ) throws -> (packed: FitResult, places: FitResult) {
    let viewport = Viewport.viewport(390, 844)
    let places = stride(from: 0, to: numbers.count, by: 2).map {
      FitContent.Place(.place(numbers[$0 + 1], numbers[$0]))
    }
    func fit(_ content: FitContent) throws -> FitResult {
      try viewport.fit(
        FitRequest(content: content, bearing: .degrees(bearing), viewingAngle: angle),
        within: .standard)
    }
    let packed = try numbers.withUnsafeBytes { bytes in
      let coordinates = try #require(PackedCoordinates(bytes))
      return try fit(FitContent(coordinates: coordinates))
    }
    return (packed, try fit(FitContent(places: places)))
  }

  @Test(arguments: [3, 100, 3000])
  func packedPlacesFitLikePlaces(count: Int) throws {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      let (latitude, longitude) = (random.number(in: -60...60), random.number(in: -175...175))
      let span = pow(10, random.number(in: -4...1))
      // A disc, a square and a line, so that outlines of every shape are taken.
      let numbers = (0..<count).flatMap { _ -> [Double] in
        let (x, y) = (random.number(in: -1...1), random.number(in: -1...1))
        let isOutside = seed % 3 == 0 && x * x + y * y > 1
        let flat = seed % 3 == 1 ? 1e-9 : 1.0
        return isOutside
          ? [longitude, latitude] : [longitude + span * x, latitude + span * (x + flat * y) / 2]
      }
      for (bearing, angle) in [(0.0, 0.0), (30, 0), (217, 25)] {
        let (packed, places) = try answers(numbers, bearing: bearing, angle: angle)
        #expect(abs(packed.camera.zoom - places.camera.zoom) < 1e-9, "seed \(seed)")
        let a = TestPoint(packed.camera.target)
        let b = TestPoint(places.camera.target).turned(near: a)
        #expect(a.distance(to: b) < 1e-6 / (256 * exp2(packed.camera.zoom)) + 1e-15, "seed \(seed)")
        #expect(packed.fits == places.fits && packed.outsideCount == places.outsideCount)
      }
    }
  }

  /// So many that parts are dealt out and outlined, on both sides of the best cut.
  @Test func packedPlacesAroundTheWorldFitLikeTheirHull() throws {
    for seed in UInt64(1)...4 {
      var random = SeededGenerator(seed: seed &* 3)
      let gap = random.number(in: -170...170)
      let numbers = (0..<2000).flatMap { _ -> [Double] in
        [wrapLongitude(gap + random.number(in: 3...357)), random.number(in: -60...60)]
      }
      for (bearing, angle) in [(0.0, 0.0), (30, 0), (217, 25)] {
        let (packed, places) = try answers(numbers, bearing: bearing, angle: angle)
        #expect(abs(packed.camera.zoom - places.camera.zoom) < 1e-9, "seed \(seed)")
        let a = TestPoint(packed.camera.target)
        let b = TestPoint(places.camera.target).turned(near: a)
        #expect(a.distance(to: b) < 1e-12, "seed \(seed) \(bearing)")
        #expect(packed.outsideCount == places.outsideCount)
      }
    }
  }

  /// However it is written, content over 180 is what it is elsewhere, moved.
  @Test(arguments: [3, 100, 3000])
  func packedPlacesOver180FitLikeTheSameElsewhere(count: Int) throws {
    for seed in UInt64(1)...8 {
      var random = SeededGenerator(seed: seed)
      let span = pow(2, random.number(in: -10...6)).rounded(.up)
      // Multiples of 2^-20 lose nothing by being moved.
      func number() -> Double { (random.number(in: -1...1) * 0x1p20).rounded() * 0x1p-20 }
      let places = (0..<count).map { _ in (x: span * number(), latitude: 60 * number()) }
      func numbers(around middle: Double, isWrapped: Bool = true) -> [Double] {
        places.flatMap { place in
          let longitude = middle + place.x
          return [isWrapped ? wrapLongitude(longitude) : longitude, place.latitude]
        }
      }
      for (bearing, angle) in [(0.0, 0.0), (30, 0), (217, 25)] {
        let there = try answers(numbers(around: 20), bearing: bearing, angle: angle).packed.camera
        for isWrapped in [true, false] {
          let numbers = numbers(around: 180, isWrapped: isWrapped)
          let (packed, places) = try answers(numbers, bearing: bearing, angle: angle)
          for here in [packed.camera, places.camera] {
            #expect(abs(here.zoom - there.zoom) < 1e-9, "seed \(seed)")
            let eastward = wrapLongitude(here.target.longitude - there.target.longitude - 160)
            let tolerance = 1e-6 * 360 / (256 * exp2(there.zoom)) + 1e-12
            #expect(abs(eastward) < tolerance, "seed \(seed)")
            #expect(abs(here.target.latitude - there.target.latitude) < tolerance, "seed \(seed)")
          }
        }
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func oddNumbersAreFound(_ odd: Double) {
    for count in [2, 16, 34] {
      for index in 0..<count {
        var numbers = [Double](repeating: 1, count: count)
        numbers[index] = odd
        #expect(numbers.withUnsafeBytes { PackedCoordinates($0) == nil })
      }
    }
  }

  @Test func hugeLongitudesAreFinite() throws {
    let numbers = [1e300, 10, -1e308, 20, 1e308, 30, 1e308, 30]
    #expect(numbers.withUnsafeBytes { PackedCoordinates($0) != nil })
  }

  /// No rounding moves a middle that is a number: the equator, Greenwich, 180, a place's own meridian.
  @Test func evenContentHasAnEvenAnswer() throws {
    func target(_ content: FitContent) throws -> Coordinate {
      try Viewport.viewport(600, 400).fit(
        FitRequest(content: content), within: CameraLimits(zoomRange: 0...22)
      ).camera.target
    }
    var random = SeededGenerator(seed: 3)
    for middle in [0.0, 180, -180, 45, -0.0] {
      for _ in 0..<200 {
        // What binary numbers can add without rounding.
        let (x, y) = (
          (random.number(in: 0...89) * 1024).rounded() / 1024,
          (random.number(in: 0...90) * 1024).rounded() / 1024
        )
        let box = try #require(
          CoordinateBounds(south: -y, west: middle - x, north: y, east: middle + x))
        let corners = [(-y, -x), (y, -x), (y, x), (-y, x)].compactMap {
          Coordinate(latitude: $0.0, longitude: middle + $0.1)
        }
        let path = corners.compactMap {
          Position(longitude: $0.longitude, latitude: $0.latitude)
        }
        for content in [
          FitContent(bounds: [box]), FitContent(places: corners.map { FitContent.Place($0) }),
          FitContent(places: corners.map { .init($0, footprint: EdgeInsets(all: 9)) }),
          FitContent(bounds: [box], geometry: .points(path)),
        ] {
          let target = try target(content)
          #expect(target.latitude == 0 && target.latitude.sign == .plus, "\(content)")
          #expect(abs(target.longitude) == abs(middle), "\(content)")
          #expect(target.longitude != 0 || target.longitude.sign == .plus, "\(content)")
        }
      }
    }
    let world = try #require(CoordinateBounds(south: -90, west: -180, north: 90, east: 180))
    #expect(try target(FitContent(bounds: [world])) == .origin)
  }

  /// The inset rectangle's own edge decides, whether or not all footprints keep the places below it.
  @Test func theHorizonIsJudgedBeforeFootprints() throws {
    let viewport = Viewport.viewport(400, 800, fieldOfView: 83)
    let label = try #require(EdgeInsets(top: 300, left: 0, bottom: 0, right: 0))
    let other = try #require(EdgeInsets(top: 301, left: 0, bottom: 0, right: 0))
    for footprints in [[label, label], [label, other]] {
      let places = zip([0.0, 0.001], footprints).map {
        FitContent.Place(.place($0, $0), footprint: $1)
      }
      let request = FitRequest(
        content: FitContent(places: places), insets: .zero, viewingAngle: 65)
      #expect {
        try viewport.fit(request, within: CameraLimits(zoomRange: 0...21))
      } throws: {
        if case CameraError.noRoom = $0 { true } else { false }
      }
    }
  }

  /// Places that would be larger than their angle's zoom up to the horizon have no camera, around a
  /// given target either, nor one of the whole world on their other side.
  @Test(arguments: [FitRequest.Goal.centered, .greatestZoom, .fixedTarget(.place(0.0005, 0.0005))])
  func aHorizonInTheRoomLeavesNoCamera(_ goal: FitRequest.Goal) throws {
    let places = [0.0, 0.001].map { FitContent.Place(.place($0, $0)) }
    let request = FitRequest(
      content: FitContent(places: places), insets: .zero, viewingAngle: 65, goal: goal)
    #expect {
      try Viewport.viewport(400, 800, fieldOfView: 83)
        .fit(request, within: CameraLimits(zoomRange: 0...30))
    } throws: {
      if case CameraError.noRoom = $0 { true } else { false }
    }
  }

  @Test func numbersThatNoTypeChecksAreRefused() {
    let place = FitContent(places: [FitContent.Place(.origin)])
    let bearings: [Double] = [.nan, .infinity, -.infinity]
    let angles = [.nan, -1e-9, 90.1, .infinity]
    let radii = [.nan, -1, 5_000_001, .infinity]
    let requests =
      bearings.map { ("the bearing", FitRequest(content: place, bearing: .degrees($0))) }
      + angles.map { ("the viewing angle", FitRequest(content: place, viewingAngle: $0)) }
      + radii.map { radius in
        let circles = [1, radius].map { FitContent.Circle(center: .origin, radius: $0) }
        return ("the radius of circle 1", FitRequest(content: FitContent(circles: circles)))
      }
    for (field, request) in requests {
      #expect {
        try Viewport.phone.fit(request, within: .standard)
      } throws: {
        if case CameraError.infeasible(let text) = $0 {
          text.hasPrefix("\(field) is ")
        } else {
          false
        }
      }
    }
    let limits = CameraLimits(zoomRange: -5...(.infinity), zoomStep: .nan)
    #expect(limits.zoomRange == 0...30 && limits.zoomStep == nil)
    #expect(EdgeInsets(all: 1.1e9) == nil && Viewport(width: 1.1e9, height: 1) == nil)
  }
}
