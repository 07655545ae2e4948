import CameraCore
import Foundation
import Testing

/// What must not change an answer, and what no input may do.
@Suite struct FitInvarianceTests {
  private func expectSame(
    _ a: FitResult, _ b: FitResult, _ comment: Comment, zooms: Double = 1e-9
  ) {
    #expect(abs(a.camera.zoom - b.camera.zoom) < zooms, comment)
    let p = TestPoint(a.camera.target)
    let way = TestPoint(b.camera.target).turned(near: p).distance(to: p)
    #expect(way * 256 * exp2(a.camera.zoom) < 1e-4 + 4 * exactness(zoom: a.camera.zoom), comment)
    #expect(a.fits == b.fits, comment)
  }

  @Test func orderAndWholeTurnsChangeNothing() throws {
    for seed in UInt64(1)...1500 {
      var random = SeededGenerator(seed: seed &* 13)
      let fit = RandomFit(using: &random, footprints: seed % 2 == 0)
      guard let first = try? fit.viewport.fit(fit.request, within: .standard) else { continue }
      var shuffled = fit
      shuffled.places.shuffle(using: &random)
      expectSame(
        first, try fit.viewport.fit(shuffled.request, within: .standard), "seed \(seed): \(fit)")
      var turned = fit
      turned.places = fit.places.map { place in
        FitContent.Place(
          .place(
            place.coordinate.latitude,
            place.coordinate.longitude + 360 * Double(Int.random(in: -2...2, using: &random))),
          footprint: place.footprint)
      }
      // Rounding in the ninth digit of a degree is all of a small span's size.
      expectSame(
        first, try fit.viewport.fit(turned.request, within: .standard), "seed \(seed): \(fit)",
        zooms: 1e-4)
    }
  }

  @Test func aFitOfTheSameRequestAgainIsTheSame() throws {
    for seed in UInt64(1)...300 {
      var random = SeededGenerator(seed: seed &* 17)
      let fit = RandomFit(using: &random)
      guard let first = try? fit.viewport.fit(fit.request, within: .standard) else { continue }
      // With the answer as the camera, and the answer's zoom as the only one allowed.
      var request = fit.request
      request.camera = first.camera
      let again = try fit.viewport.fit(request, within: .standard)
      #expect(abs(again.camera.zoom - first.camera.zoom) < 1e-9, "seed \(seed)")
      let zoom = first.camera.zoom
      let held = try fit.viewport.fit(request, within: CameraLimits(zoomRange: zoom...zoom))
      #expect(held.camera.zoom == zoom && held.adjusted == first.adjusted, "seed \(seed): \(fit)")
    }
  }

  @Test func boxesAreAsGoodAsTheirCorners() throws {
    for seed in UInt64(1)...400 {
      var random = SeededGenerator(seed: seed &* 19)
      var fit = RandomFit(using: &random)
      let (south, north) = (random.number(in: -80...0), random.number(in: 0...80))
      let west = random.number(in: -400...400)
      let width = random.number(in: 0...170)
      let box = try #require(
        CoordinateBounds(south: south, west: west, north: north, east: west + width))
      let content = FitContent(bounds: [box])
      fit.places = [(south, west), (south, west + width), (north, west), (north, west + width)]
        .map { FitContent.Place(.place($0.0, $0.1)) }
      var request = fit.request
      request.content = content
      // A box is never cut, and of its corners a turned view may make more by another cut.
      guard let boxed = try? fit.viewport.fit(request, within: FitPropertyTests.free),
        let corners = try? fit.viewport.fit(fit.request, within: FitPropertyTests.free)
      else { continue }
      if width < 30, fit.angle == 0 {
        expectSame(boxed, corners, "seed \(seed): \(box) \(fit)")
      }
      #expect(boxed.camera.zoom <= corners.camera.zoom + 1e-9, "seed \(seed): \(box) \(fit)")
      // The same box as a closed path.
      let ring = [(west, south), (west + width, south), (west + width, north), (west, north)]
      request.content = FitContent(
        geometry: .path(ring.compactMap { Position(longitude: $0.0, latitude: $0.1) }))
      expectSame(
        boxed, try fit.viewport.fit(request, within: FitPropertyTests.free),
        "seed \(seed): \(box) \(fit)", zooms: 1e-7)
    }
  }

  /// Content that covers all longitudes is shown around the camera, 360 degrees wide.
  @Test func contentAllAroundIsCentredOnTheCamera() throws {
    let viewport = Viewport.viewport(1000, 1000)
    let boxes = [(-100.0, 80.0), (60, 240), (-170, -90)].compactMap {
      CoordinateBounds(south: -40, west: $0.0, north: 40, east: $0.1)
    }
    var request = FitRequest(content: FitContent(bounds: boxes), insets: .zero)
    let limits = CameraLimits(zoomRange: 0...21)
    let plain = try viewport.fit(request, within: limits)
    #expect(abs(plain.camera.target.longitude) < 1e-9 && plain.fits)
    #expect(abs(plain.camera.zoom - log2(1000.0 / 256)) < 1e-9)
    request.camera = .camera(0, 77, zoom: 3)
    let around = try viewport.fit(request, within: limits)
    #expect(abs(around.camera.target.longitude - 77) < 1e-9 && around.fits)
    request.content = FitContent(
      geometry: .path(
        [-170.0, 0, 200, 500].compactMap { Position(longitude: $0, latitude: $0 / 20) }))
    let path = try viewport.fit(request, within: limits)
    #expect(abs(path.camera.target.longitude - 77) < 1e-9 && path.fits)
  }

  @Test func aTargetBeyondItsLatitudeIsFixedThere() throws {
    let places = [(85.0, 0.0), (84.9, 1.0)].map { FitContent.Place(.place($0.0, $0.1)) }
    // The room lies low, so that its middle wants a target north of 85.
    let insets = try #require(EdgeInsets(top: 500, left: 0, bottom: 0, right: 0))
    let result = try Viewport.viewport(600, 900).fit(
      FitRequest(content: FitContent(places: places), insets: insets), within: .standard)
    #expect(result.camera.target.latitude == 85)
    #expect(result.adjusted.contains(.latitude))
    #expect(abs(result.camera.target.longitude - 0.5) < 1e-9)
  }

  /// Nothing traps and no answer has a number that is not finite, whatever goes in.
  @Test func extremeInputGetsAFiniteAnswerOrAnError() throws {
    var answers = 0
    for seed in UInt64(1)...1500 {
      var random = SeededGenerator(seed: seed &* 23)
      func extreme(_ numbers: [Double]) -> Double {
        numbers[Int(random.next() % UInt64(numbers.count))]
      }
      let sizes = [1e-308, 1e-9, 1, 390, 4096, 16384, 1e6, 1e9]
      let lengths = [0, 1e-300, 1e-9, 1, 64, 1e4, 1e6, 1e9]
      let longitudes = [
        0, 180, -180, 179.9999999, 360, 540, -1e5, 1e17, 1e300, -1e308, .nan, .infinity,
      ]
      let latitudes = [0, 90, -90, 85.0511287798, -85.1, 1e-300, 45, 91, .nan]
      guard
        let viewport = Viewport(
          width: extreme(sizes), height: extreme(sizes),
          padding: EdgeInsets(
            top: extreme(lengths), left: extreme(lengths), bottom: 0, right: extreme(lengths))
            ?? .zero, fieldOfView: extreme([5, 36.87, 90])),
        let insets = EdgeInsets(
          top: extreme(lengths), left: 0, bottom: extreme(lengths), right: extreme(lengths))
      else { continue }
      func coordinate() -> Coordinate? {
        Coordinate(latitude: extreme(latitudes), longitude: extreme(longitudes))
      }
      var content = FitContent()
      for _ in 0..<Int(extreme([0, 1, 2, 5])) {
        if let place = coordinate() {
          content.places.append(
            FitContent.Place(
              place, footprint: random.chance(0.3) ? EdgeInsets(all: extreme(lengths)) : nil))
        }
      }
      if random.chance(0.3),
        let box = CoordinateBounds(
          south: extreme(latitudes), west: extreme(longitudes), north: extreme(latitudes),
          east: extreme(longitudes))
      {
        content.bounds.append(box)
      }
      if random.chance(0.3), let center = coordinate() {
        content.circles.append(
          FitContent.Circle(center: center, radius: extreme([0, 1e-9, 1, 1e3, 1e6, 5e6])))
      }
      if random.chance(0.3) {
        let path = (0..<4).compactMap { _ in
          Position(longitude: extreme(longitudes), latitude: extreme(latitudes))
        }
        content.geometry = .collection([.path(path), .points(path), .path([])])
      }
      let goals: [FitRequest.Goal] = [
        .centered, .greatestZoom, .fixedTarget(coordinate() ?? .origin),
      ]
      let request = FitRequest(
        content: content, insets: random.chance(0.5) ? .zero : insets,
        bearing: seed % 40 == 0 ? .best : .degrees(extreme([0, 90, 33, -1e17, 1e300, 360])),
        viewingAngle: extreme([0, 1e-9, 30, 65, 89.99, 90]), goal: goals[Int(seed % 3)],
        camera: seed % 5 == 0 ? .start : nil)
      let limits = CameraLimits(
        zoomRange: random.chance(0.5) ? 2...21 : 0...30,
        zoomStep: random.chance(0.2) ? extreme([1, 0.25, 5, 0.1]) : nil)
      guard let result = try? viewport.fit(request, within: limits) else { continue }
      answers += 1
      let camera = result.camera
      #expect(
        limits.zoomRange.contains(camera.zoom) && (-85...85).contains(camera.target.latitude)
          && (-180...180).contains(camera.target.longitude)
          && (0..<360).contains(camera.bearing) && (0...65).contains(camera.viewingAngle),
        "seed \(seed): \(result) \(request) \(viewport)")
    }
    #expect(answers > 100)
  }
}
