import Foundation
import Testing

@testable import CameraCore

@Suite struct AnimationTests {
  private let viewport = Viewport.viewport(800, 600)

  private func animate(
    _ start: CameraPosition, _ end: CameraPosition, curve: CameraAnimation.Curve = .linear,
    easing: CameraAnimation.Easing = .linear, duration: Double? = nil,
    frames: CameraAnimation.Frames = .count(11), floor: Double? = nil,
    within limits: CameraLimits = .standard
  ) throws -> AnimationResult {
    try viewport.animate(
      CameraAnimation(
        start: start, destination: .camera(end), curve: curve, easing: easing, duration: duration,
        frames: frames, minZoomOnPath: floor), within: limits)
  }

  // MARK: Fences of many corners

  private func limits(starOfCorners count: Int) -> CameraLimits {
    let corners = (0..<count).compactMap { index in
      let radius = index.isMultiple(of: 2) ? 10.0 : 6
      let turn = 2 * Double.pi * Double(index) / Double(count)
      return Position(longitude: radius * cos(turn), latitude: radius * sin(turn))
    }
    return CameraLimits(
      zoomRange: 0...21,
      fence: Geofence(shape: .polygons([[corners + corners.prefix(1)]]), mode: .viewport))
  }

  @Test func framesThatManyCornersRaiseAreBounded() throws {
    let ends = (
      CameraPosition.camera(0, -8, zoom: 0), CameraPosition.camera(8, 3, zoom: 0.5, bearing: 40)
    )
    let animation = CameraAnimation(
      start: ends.0, destination: .camera(ends.1), frames: .count(300))
    let limits = limits(starOfCorners: 126)
    #expect(limits.fence?.riseLimit == 157)
    do {
      _ = try Viewport.viewport(400, 400).animate(animation, within: limits, raisingAtMost: 4)
      Issue.record("no error")
    } catch {
      guard case .unsupportedFence(let detail) = error else { throw error }
      #expect(detail.contains("in at most 4 frames"))
    }
    let few = try animate(ends.0, ends.1, frames: .count(5), within: limits)
    #expect(few.frames.count == 5 && few.adjusted.contains(.fenceZoom))
    let star = self.limits(starOfCorners: 8)
    #expect(try #require(star.fence?.riseLimit) > CameraAnimation.maximumFrameCount)
    let simple = try animate(ends.0, ends.1, frames: .count(40), within: star)
    #expect(simple.frames.count == 40 && simple.adjusted.contains(.fenceZoom))
  }

  // MARK: Time

  @Test func framesComeEvenlyAtTheRateAskedFor() throws {
    let standard = try animate(.start, .camera(1, 1, zoom: 6), frames: .perSecond(60))
    #expect(standard.duration == 300 && standard.frames.count == 19)
    #expect(standard.frames.map(\.time) == (0...18).map { 300 * (Double($0) / 18) })
    let counted = try animate(.start, .camera(1, 1, zoom: 6), duration: 50, frames: .count(2))
    #expect(counted.frames.map(\.time) == [0, 50])
    let slow = try animate(.start, .camera(1, 1, zoom: 6), duration: 10, frames: .perSecond(1))
    #expect(slow.frames.count == 2)
  }

  @Test func aFlightWithoutADurationTakesItsLengthOver1_2Seconds() throws {
    let flight = try animate(.start, .camera(40, 100, zoom: 9), curve: .fly)
    #expect(flight.pathLength > 1 && flight.duration == 1000 * flight.pathLength / 1.2)
    #expect(try animate(.start, .camera(40, 100, zoom: 9)).pathLength == 0)
  }

  @Test func timesAndFramesOutOfRangeAreRefused() {
    for duration in [0, -1, .nan, .infinity] {
      #expect(throws: CameraError.self) { try animate(.start, .start, duration: duration) }
    }
    for frames: CameraAnimation.Frames in [
      .count(1), .count(3601), .count(.min), .perSecond(.nan), .perSecond(1e300),
    ] {
      #expect(throws: CameraError.self) { try animate(.start, .start, frames: frames) }
    }
    #expect(throws: CameraError.self) { try animate(.start, .start, curve: .fly, floor: .nan) }
  }

  /// Solved with 50 digits for CSS's cubic-bezier curves.
  @Test(arguments: [
    (CameraAnimation.Easing.linear, 0.1, 0.5, 0.75),
    (.easeIn, 0.017026609651562942, 0.3153568125725393, 0.6218618691748902),
    (.easeOut, 0.16057215423753347, 0.6846431874274607, 0.90653534928117514),
    (.easeInOut, 0.019722453548311196, 0.5, 0.87083806895268019),
    (.standard, 0.094796305716043246, 0.80240338758485699, 0.96045897834897408),
  ])
  func easingFollowsItsCurve(
    easing: CameraAnimation.Easing, tenth: Double, half: Double, threeQuarters: Double
  ) throws {
    let end = CameraPosition.camera(0, 0, zoom: 6)
    let result = try animate(.start, end, easing: easing, frames: .count(21))
    for (index, expected) in [(2, tenth), (10, half), (15, threeQuarters)] {
      #expect(abs(result.frames[index].camera.zoom - 5 - expected) < 4e-15)
    }
  }

  // MARK: Linear

  @Test func everyPropertyChangesEvenly() throws {
    let start = CameraPosition.camera(-20, 10, zoom: 12, bearing: 350, angle: 40)
    let end = CameraPosition.camera(35, 40, zoom: 15, bearing: 10, angle: 10)
    let result = try animate(start, end)
    let (a, b) = (TestPoint(start.target), TestPoint(end.target))
    for (index, frame) in result.frames.enumerated() {
      let share = Double(index) / 10
      let place = TestPoint(frame.camera.target)
      #expect(abs(place.x - a.x - share * (b.x - a.x)) < 1e-15)
      #expect(abs(place.y - a.y - share * (b.y - a.y)) < 1e-15)
      #expect(abs(frame.camera.zoom - 12 - 3 * share) < 1e-14)
      #expect(abs(frame.camera.viewingAngle - 40 + 30 * share) < 1e-13)
      let bearing = (350 + 20 * share).truncatingRemainder(dividingBy: 360)
      #expect(abs(frame.camera.bearing - bearing) < 1e-12)
    }
    #expect(result.frames.first?.camera == start && result.frames.last?.camera == end)
    #expect(result.adjusted.isEmpty)
  }

  @Test func halfATurnGoesClockwiseAndEast() throws {
    for (west, east, bearings) in [(-90.0, 90.0, (0.0, 180.0)), (90, -90, (180, 0))] {
      let result = try animate(
        .camera(0, west, zoom: 5, bearing: bearings.0),
        .camera(0, east, zoom: 5, bearing: bearings.1), frames: .count(3))
      #expect(
        result.frames[1].camera.bearing == (bearings.0 + 90).truncatingRemainder(dividingBy: 360))
      let middle = result.frames[1].camera.target.longitude
      #expect(abs(middle) == (west < 0 ? 0 : 180))
    }
  }

  @Test func theShortWayOverTheAntimeridianIsTaken() throws {
    for curve in [CameraAnimation.Curve.linear, .fly] {
      let result = try animate(
        .camera(-18.1014, 178.473, zoom: 4), .camera(-18.1979, -178.8177, zoom: 4), curve: curve)
      #expect(result.frames.allSatisfy { abs($0.camera.target.longitude) >= 178.473 - 1e-9 })
    }
  }

  @Test func animatedUpdatesEndWhereThePlainOnesDo() throws {
    let updates: [CameraUpdate] = [.scrollBy(x: 50, y: 75), .zoomBy(30, around: nil)]
    let start = CameraPosition.camera(40, -100, zoom: 6)
    let plain = try viewport.apply(updates, to: start, within: .standard)
    let animation = CameraAnimation(start: start, destination: .updates(updates))
    let animated = try viewport.animate(animation, within: .standard)
    #expect(animated.frames.last?.camera == plain.camera)
    #expect(animated.adjusted == .zoomMax)
  }

  // MARK: Flights

  /// Worked out with 50 digits from the paper's formulas as printed: path length, then zoom and
  /// target after a share of the path. With next to no way the centre has hardly anywhere to be.
  @Test(arguments: [
    Flown(
      from: (-33.8688, 151.2093, 18), to: (51.5074, -0.1278, 20), side: 844, rho: 1.42, at: 0.25,
      length: 16.875493652337163, zoom: 9.3571383079520716,
      target: (-33.866797896758219, 151.20551166103668)),
    Flown(
      from: (48.85, 2.35, 16), to: (48.850000001, 2.35, 7), side: 800, rho: 1.42, at: 0.5,
      length: 4.3931863556616254, zoom: 11.5, target: (48.850000000001951, 2.35)),
    Flown(
      from: (0, 0, 3), to: (1e-9, 1e-9, 22), side: 4096, rho: 1.42, at: 0.75,
      length: 9.274504528618987, zoom: 17.25,
      target: (9.9999999736946001e-10, 9.9999999736946001e-10)),
    Flown(
      from: (60, -130, 14), to: (-60, 130, 14), side: 512, rho: 0.5, at: 0.75,
      length: 27.748876293315985, zoom: 8.9972529907876649,
      target: (-59.926795871208797, 130.09690832240523)),
    Flown(
      from: (10, 20, 12), to: (10.0000001, 20, 12.0000001), side: 390, rho: 1.42, at: 0.25,
      length: 1.0779916680065863e-6, zoom: 12.000000024999684, target: (10.000000025000001, 20)),
  ])
  func flightsKeepTheirDigits(_ flown: Flown) throws {
    let viewport = Viewport.viewport(flown.side, flown.side / 2)
    let result = try viewport.animate(
      CameraAnimation(
        start: .camera(flown.from.0, flown.from.1, zoom: flown.from.2),
        destination: .camera(.camera(flown.to.0, flown.to.1, zoom: flown.to.2)), curve: .fly,
        duration: 1000, frames: .count(5), rho: flown.rho),
      within: CameraLimits(zoomRange: 0...30))
    let camera = result.frames[Int(flown.at * 4)].camera
    #expect(abs(result.pathLength - flown.length) < 1e-13)
    #expect(abs(camera.zoom - flown.zoom) < 1e-13)
    #expect(abs(camera.target.latitude - flown.target.0) < 1e-11)
    #expect(abs(camera.target.longitude - flown.target.1) < 1e-11)
  }

  struct Flown: Sendable {
    let from, to: (Double, Double, Double)
    let side, rho, at, length, zoom: Double
    let target: (Double, Double)
  }

  @Test func aFlightWithoutAWayOnlyZooms() throws {
    for longitude in [2.35, 2.350000001, 2.35.nextUp] {
      let result = try animate(
        .camera(48.85, 2.35, zoom: 16), .camera(48.85, longitude, zoom: 7), curve: .fly)
      #expect(abs(result.pathLength - 9 * log(2) / 1.42) < 1e-12)
      for (index, frame) in result.frames.enumerated() {
        #expect(abs(frame.camera.zoom - 16 + 0.9 * Double(index)) < 1e-12)
        #expect(abs(frame.camera.target.longitude - 2.35) <= longitude - 2.35)
        #expect(frame.camera.target.latitude == 48.85)
      }
    }
    let still = try animate(.start, .start, curve: .fly)
    #expect(still.pathLength == 0 && still.duration == 0)
    #expect(still.frames.allSatisfy { $0.camera == .start })
  }

  @Test func aFloorIsReachedAndNotLeft() throws {
    let (start, end) = (
      CameraPosition.camera(52.5, 13.4, zoom: 14), CameraPosition.camera(48.1, 11.6, zoom: 15)
    )
    let free = try animate(start, end, curve: .fly, frames: .count(2001))
    let lowest = free.frames.map(\.camera.zoom).min() ?? 0
    #expect(lowest < 7.5)
    for floor in [8.0, 11, 13.9] {
      let held = try animate(start, end, curve: .fly, frames: .count(2001), floor: floor)
      let zooms = held.frames.map(\.camera.zoom)
      #expect((zooms.min() ?? 0) >= floor && (zooms.min() ?? 0) < floor + 1e-3)
      #expect(held.adjusted.isEmpty)
    }
    // One below the free path changes nothing, one above the ends is cut to them.
    #expect(try animate(start, end, curve: .fly, frames: .count(2001), floor: 5) == free)
    let pan = try animate(start, end, curve: .fly, frames: .count(3), floor: 20)
    #expect(abs(pan.frames[1].camera.zoom - 14.5) < 0.5)
    let level = try animate(
      start, .camera(48.1, 11.6, zoom: 14), curve: .fly, frames: .count(3), floor: 14)
    #expect(level.frames.allSatisfy { $0.camera.zoom == 14 })
    let middle = TestPoint(level.frames[1].camera.target)
    let (a, b) = (TestPoint(start.target), TestPoint(end.target))
    #expect(abs(middle.x - (a.x + b.x) / 2) < 1e-15 && abs(middle.y - (a.y + b.y) / 2) < 1e-15)
  }

  @Test func theZoomRangeIsAFloorAndSaysSo() throws {
    let limits = CameraLimits(zoomRange: 10...21)
    let flight = try animate(
      .camera(52.5, 13.4, zoom: 14), .camera(48.1, 11.6, zoom: 15), curve: .fly,
      frames: .count(500), within: limits)
    #expect(flight.frames.allSatisfy { $0.camera.zoom >= 10 })
    #expect(flight.adjusted == .zoomMin)
  }

  // MARK: Limits

  @Test func aFenceThatForbidsTheShortWaySendsThePathTheOtherWay() throws {
    let bounds = try #require(CoordinateBounds(south: -80, west: -179.9, north: 80, east: 179.9))
    let ring = [(-179.9, -80.0), (179.9, -80), (179.9, 80), (-179.9, 80), (-179.9, -80)]
    let polygon = ring.compactMap { Position(longitude: $0.0, latitude: $0.1) }
    for shape: Geofence.Shape in [.bounds(bounds), .polygons([[polygon]])] {
      let limits = CameraLimits(fence: Geofence(shape: shape))
      for curve in [CameraAnimation.Curve.linear, .fly] {
        let result = try animate(
          .camera(60, -130, zoom: 3), .camera(60, 130, zoom: 3), curve: curve,
          frames: .count(100), within: limits)
        let longitudes = result.frames.map(\.camera.target.longitude)
        #expect(zip(longitudes, longitudes.dropFirst()).allSatisfy { $0 < $1 })
        #expect(longitudes.first == -130 && longitudes.last == 130)
        #expect(!result.adjusted.contains(.fenceTarget))
      }
    }
  }

  @Test func aFenceInTwoPartsOverTheAntimeridianIsNoHindrance() throws {
    func ring(_ west: Double, _ east: Double) -> [[Position]] {
      [
        [(west, -20.0), (east, -20), (east, 20), (west, 20), (west, -20)]
          .compactMap { Position(longitude: $0.0, latitude: $0.1) }
      ]
    }
    let fence = Geofence(shape: .polygons([ring(170, 180), ring(-180, -170)]))
    let result = try animate(
      .camera(0, 172, zoom: 5), .camera(0, -172, zoom: 5), within: CameraLimits(fence: fence))
    #expect(result.frames.allSatisfy { abs($0.camera.target.longitude) >= 172 })
    #expect(result.adjusted.isEmpty)
  }

  @Test func everyFrameIsLegal() throws {
    for seed in 0..<600 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, start, end) = (random.viewport(), random.camera(), random.camera())
      let (south, west) = (random.number(in: -80...20), random.number(in: -180...180))
      let bounds = try #require(
        CoordinateBounds(
          south: south, west: west, north: random.number(in: south + 5...80),
          east: west + random.number(in: 5...300)))
      let modes: [Geofence.Mode?] = [nil, .target, .viewport, .viewportShowAll]
      let mode = modes[Int(random.number(in: 0...3.999))]
      let limits = CameraLimits(
        zoomRange: 1...20,
        fence: mode.map { Geofence(shape: .bounds(bounds), mode: $0) })
      let animation = CameraAnimation(
        start: start, destination: .camera(end), curve: random.chance(0.5) ? .fly : .linear,
        easing: .easeInOut, duration: 500, frames: .count(12), rho: random.number(in: 0.1...3))
      guard let result = try? viewport.animate(animation, within: limits) else { continue }
      #expect(result.frames.count == 12 && result.pathLength.isFinite)
      for frame in result.frames {
        let again = try viewport.clamp(frame.camera, to: limits)
        #expect(again == AdjustedCamera(camera: frame.camera, adjusted: []), "seed \(seed)")
      }
      #expect(result.frames.first?.camera == (try viewport.clamp(start, to: limits).camera))
      #expect(result.frames.last?.camera == (try viewport.clamp(end, to: limits).camera))
    }
  }

  @Test func noEndsBreakAFlight() throws {
    let places = [
      (0.0, 0.0), (0, Double.leastNonzeroMagnitude), (85, 180), (-85, -180), (85, 1e300),
      (1e-300, 0),
    ]
    let cameras = places.flatMap { place in
      [0, 2, 22, 30].map { CameraPosition.camera(place.0, place.1, zoom: $0) }
    }
    for side in [Double.leastNonzeroMagnitude, 1e-3, 400, 16384] {
      let viewport = Viewport.viewport(side, side)
      for (start, end) in cameras.flatMap({ start in cameras.map { (start, $0) } }) {
        for rho in [0.1, 1.42, 10] {
          let flight = CameraAnimation(
            start: start, destination: .camera(end), curve: .fly, duration: 1, frames: .count(7),
            rho: rho)
          let result = try viewport.animate(flight, within: CameraLimits(zoomRange: 0...30))
          #expect(result.pathLength.isFinite && result.pathLength >= 0)
          #expect(
            result.frames.allSatisfy {
              (0...30).contains($0.camera.zoom) && abs($0.camera.target.latitude) <= 85
                && abs($0.camera.target.longitude) <= 180
            })
        }
      }
    }
  }
}
