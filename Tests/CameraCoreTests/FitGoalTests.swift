import CameraCore
import Foundation
import Testing

/// Goals other than the centred one, and the best bearing.
@Suite struct FitGoalTests {
  /// A fit of a few places near each other, so that one copy of the world is meant.
  private func near(_ seed: UInt64, count: Int = 5, footprints: Bool = false) -> RandomFit {
    var random = SeededGenerator(seed: seed &* 31)
    var fit = RandomFit(using: &random, count: count, footprints: footprints)
    let middle = (random.number(in: -70...70), random.number(in: -180...180))
    let size = pow(10, random.number(in: -5...0.6))
    fit.places = fit.places.map {
      FitContent.Place(
        .place(
          middle.0 + random.number(in: -size...size), middle.1 + random.number(in: -size...size)),
        footprint: $0.footprint)
    }
    return fit
  }

  private func items(_ fit: RandomFit, around target: Coordinate) -> [FitOracle.Item] {
    fit.items.map { item in
      var item = item
      item.x = TestPoint(x: item.x, y: 0).turned(near: TestPoint(target)).x
      return item
    }
  }

  @Test func noTargetAllowsAGreaterZoomThanGreatestZoom() throws {
    var count = 0
    for seed in UInt64(1)...1500 {
      let fit = near(seed)
      var request = fit.request
      request.goal = .greatestZoom
      guard let result = try? fit.viewport.fit(request, within: FitPropertyTests.free),
        let centered = try? fit.viewport.fit(fit.request, within: FitPropertyTests.free),
        result.adjusted.union(centered.adjusted).isEmpty
      else { continue }
      count += 1
      let (oracle, camera) = (fit.oracle, result.camera)
      let items = items(fit, around: camera.target)
      #expect(result.fits, "seed \(seed): \(fit)")
      #expect(camera.zoom >= centered.camera.zoom - 1e-9, "seed \(seed): \(fit)")
      #expect(
        oracle.holdsSomewhere(items, zoom: camera.zoom - 1e-7, angle: fit.angle)
          && !oracle.holdsSomewhere(items, zoom: camera.zoom + 1e-6, angle: fit.angle),
        "seed \(seed): \(result) \(fit)")
      // Straight down the centred answer is one of the tightest, and the nearest to itself.
      if fit.angle == 0 {
        let way = TestPoint(camera.target).turned(near: TestPoint(centered.camera.target))
          .distance(to: TestPoint(centered.camera.target))
        #expect(
          way * 256 * exp2(camera.zoom) < 1e-5 + 1e-13 * exp2(camera.zoom), "seed \(seed): \(fit)")
      }
    }
    #expect(count > 700)
  }

  @Test func aLimitedGreatestZoomStaysNearTheCenteredTarget() throws {
    for seed in UInt64(1)...300 {
      let fit = near(seed)
      guard let free = try? fit.viewport.fit(fit.request, within: FitPropertyTests.free),
        free.adjusted.isEmpty, free.camera.zoom > 1
      else { continue }
      // Far enough out that the centred answer itself is allowed.
      let limits = CameraLimits(
        zoomRange: 0...(free.camera.zoom - 0.5),
        viewingAngleCaps: FitPropertyTests.free.viewingAngleCaps)
      var request = fit.request
      let centered = try fit.viewport.fit(request, within: limits)
      request.goal = .greatestZoom
      let result = try fit.viewport.fit(request, within: limits)
      guard centered.adjusted == .zoomMax else { continue }
      let a = TestPoint(centered.camera.target)
      let way = TestPoint(result.camera.target).turned(near: a).distance(to: a)
      #expect(way * 256 * exp2(result.camera.zoom) < 1e-5, "seed \(seed): \(fit)")
      #expect(result.fits && result.adjusted == .zoomMax)
    }
  }

  /// nil if there is none.
  private func result(of request: FitRequest, in viewport: Viewport) -> FitResult? {
    try? viewport.fit(request, within: FitPropertyTests.free)
  }

  @Test(arguments: [false, true])
  func aGivenTargetGetsTheGreatestZoom(footprints: Bool) throws {
    var (solved, infeasible) = (0, 0)
    for seed in UInt64(1)...1500 {
      let fit = near(seed, footprints: footprints)
      var random = SeededGenerator(seed: seed)
      let place = fit.places[0].coordinate
      let target = Coordinate.place(
        place.latitude + random.number(in: -1...1), place.longitude + random.number(in: -1...1))
      var request = fit.request
      request.goal = .fixedTarget(target)
      let (oracle, items) = (fit.oracle, items(fit, around: target))
      let turned = oracle.turned(TestPoint(target))
      let radians = fit.angle * .pi / 180
      guard oracle.distance * cos(radians) > oracle.top * sin(radians) else { continue }
      func isInside(_ zoom: Double) -> Bool {
        let box = oracle.box(items, target: turned, zoom: zoom, angle: fit.angle)
        return box.isInFront && box.left >= oracle.left && box.right <= oracle.right
          && box.bottom >= oracle.bottom && box.top <= oracle.top
      }
      guard let result = result(of: request, in: fit.viewport) else {
        infeasible += 1
        for zoom in stride(from: -8.0, to: 30, by: 0.25) {
          #expect(!isInside(zoom), "seed \(seed) at \(zoom): \(fit)")
        }
        continue
      }
      guard result.adjusted.isEmpty else { continue }
      solved += 1
      let zoom = result.camera.zoom
      #expect(result.camera.target == target && result.fits)
      for above in [1e-6, 1e-3, 0.1, 1, 4] {
        #expect(!isInside(zoom + above), "seed \(seed) + \(above): \(fit)")
      }
    }
    #expect(solved > 300 && infeasible > 100)
  }

  @Test func noBearingIsBetterThanTheBest() throws {
    for seed in UInt64(1)...40 {
      var fit = near(seed, count: 6, footprints: seed % 4 == 0)
      if seed % 2 == 0 { fit.angle = 0 }
      var request = fit.request
      request.bearing = .best
      guard let best = try? fit.viewport.fit(request, within: FitPropertyTests.free),
        best.adjusted.isEmpty
      else { continue }
      request.bearing = .degrees(best.camera.bearing)
      let again = try fit.viewport.fit(request, within: FitPropertyTests.free)
      #expect(again.camera.zoom == best.camera.zoom, "seed \(seed)")
      for step in 0..<720 {
        request.bearing = .degrees(Double(step) / 2 + 0.123)
        guard let other = try? fit.viewport.fit(request, within: FitPropertyTests.free) else {
          continue
        }
        #expect(
          other.camera.zoom <= best.camera.zoom + 1e-9,
          "seed \(seed): \(best.camera) but \(other.camera) \(fit)")
      }
    }
  }

  /// Under tilt two edges of the hull may lie along side planes at bearings only a degree apart, with
  /// a peak at each.
  @Test func theBetterOfTwoPeaksADegreeApartIsTheBest() throws {
    let insets = try #require(EdgeInsets(all: 64))
    let places = [(-26.86, 0.14), (-26.88, -0.07), (-27.1, 0.14), (-27.1, -0.04)]
    var request = FitRequest(
      content: FitContent(places: places.map { FitContent.Place(.place($0, $1)) }),
      insets: insets, bearing: .best, viewingAngle: 30)
    let best = try Viewport.phone.fit(request, within: .standard).camera
    for bearing in stride(from: 350.0, to: 360, by: 0.001) {
      request.bearing = .degrees(bearing)
      let other = try Viewport.phone.fit(request, within: .standard).camera
      #expect(other.zoom <= best.zoom + 1e-9, "\(best) but \(other)")
    }
  }

  /// Where two places lie along an edge of the room, or along a side plane of a tilted one, the zoom
  /// has its kinks, however narrow the peak between them: places nearly on a line have such.
  @Test func noNarrowPeakOfTheBestBearingIsMissed() throws {
    var count = 0
    for seed in UInt64(1)...30 {
      var fit = near(seed, count: seed % 3 == 0 ? 2 : 5, footprints: seed % 5 == 0)
      var random = SeededGenerator(seed: seed)
      let width = pow(10, random.number(in: -7...(-1)))
      let (start, end) = (TestPoint(fit.places[0].coordinate), TestPoint(fit.places[1].coordinate))
      fit.places = fit.places.enumerated().map { index, place in
        guard index > 1 else { return place }
        let (along, across) = (random.number(in: -1...1), random.number(in: -width...width))
        let (x, y) = (end.x - start.x, end.y - start.y)
        let point = TestPoint(
          x: start.x + x * along - y * across, y: start.y + y * along + x * across)
        return FitContent.Place(
          .place(point.latitude, point.longitude), footprint: place.footprint)
      }
      var request = fit.request
      request.bearing = .best
      guard let best = try? fit.viewport.fit(request, within: FitPropertyTests.free),
        best.adjusted.isEmpty
      else { continue }
      count += 1
      let oracle = FitOracle(fit.viewport, insets: fit.insets, bearing: 0)
      let slope = sin(best.camera.viewingAngle * .pi / 180) / oracle.distance
      let slants = [0, atan(oracle.left * slope), atan(oracle.right * slope)]
      let points = fit.places.map { TestPoint($0.coordinate).turned(near: start) }
      var bearings: [Double] = []
      for (index, a) in points.enumerated() {
        for b in points[..<index] {
          for slant in slants {
            let bearing = (atan2(b.x - a.x, b.y - a.y) + slant) * 180 / .pi
            bearings += (0..<4).map { reduceBearing(bearing + Double($0) * 90) }
          }
        }
      }
      bearings.sort()
      for (from, to) in zip(bearings, bearings.dropFirst()) {
        for bearing in [from, (from + to) / 2] {
          request.bearing = .degrees(bearing)
          guard let other = try? fit.viewport.fit(request, within: FitPropertyTests.free) else {
            continue
          }
          #expect(
            other.camera.zoom <= best.camera.zoom + 1e-9,
            "seed \(seed): \(best.camera) but \(other.camera) \(fit)")
        }
      }
    }
    #expect(count > 15)
  }

  @Test func theBestBearingOfALineLaysItAlongTheLongerSide() throws {
    // Mercator keeps angles: along the equator a line to the north-east bears 45 degrees.
    let places = [FitContent.Place(.place(0, 0)), FitContent.Place(.place(0.001, 0.001))]
    for (viewport, bearing) in [(Viewport.viewport(390, 844), 45.0), (.viewport(844, 390), 315)] {
      let result = try viewport.fit(
        FitRequest(content: FitContent(places: places), bearing: .best), within: .standard)
      // Of a line's best views from both sides the one nearer to north, and any narrow place has
      // them all within its diagonal.
      #expect(result.fits)
      let turned = try viewport.fit(
        FitRequest(content: FitContent(places: places), bearing: .degrees(bearing)),
        within: .standard)
      #expect(result.camera.zoom >= turned.camera.zoom)
    }
    // Alike from everywhere, so small that Mercator does not bend it: north.
    let circle = FitContent.Circle(center: .place(48, 11), radius: 1)
    let round = try Viewport.viewport(500, 500).fit(
      FitRequest(content: FitContent(circles: [circle]), bearing: .best), within: .standard)
    #expect(round.camera.bearing == 0)
    let one = try Viewport.viewport(500, 500).fit(
      FitRequest(content: FitContent(places: [places[0]]), bearing: .best), within: .standard)
    #expect(one.camera.bearing == 0 && one.camera.zoom == 21)
  }

  /// A rectangle as long as the room's long side bears best along its own sides, exactly.
  @Test(arguments: [29.0, -40, 13.7, 0, 44.9, 89])
  func theBestBearingOfARectangleIsItsOwn(turn: Double) throws {
    let (sine, cosine) = (sin(turn * .pi / 180), cos(turn * .pi / 180))
    let middle = TestPoint(.place(47, 8))
    let places = [(-1.0, -2.0), (1, -2), (1, 2), (-1, 2), (0, 0)].map { corner in
      let (x, y) = (corner.0 * 1e-6, corner.1 * 1e-6)
      let point = TestPoint(
        x: middle.x + x * cosine + y * sine, y: middle.y - x * sine + y * cosine)
      return FitContent.Place(.place(point.latitude, point.longitude))
    }
    let request = FitRequest(
      content: FitContent(places: places), insets: .zero, bearing: .best)
    let result = try Viewport.viewport(400, 800).fit(request, within: .standard)
    let expected = turn < 0 ? turn + 360 : turn
    let difference = (result.camera.bearing - expected).remainder(dividingBy: 360)
    #expect(abs(difference) < 1e-6, "\(result.camera)")
    #expect(result.fits)
  }
}
