import Foundation
import Testing

@testable import CameraCore

extension RandomFit {
  /// How far apart two places are drawn at the most, in world widths.
  fileprivate func diameter(zoom: Double) -> Double {
    let points = places.map { TestPoint($0.coordinate) }
    let near = points.flatMap { a in points.map { $0.turned(near: a).distance(to: a) } }.max() ?? 0
    // Where the world is small a cut may draw them as it likes.
    return near < 1e-3 && near * 256 * exp2(zoom) > 30 ? near : 1.5
  }
}

/// The best bearing of content that has no list of kinks: footprints, many corners, cuts.
@Suite struct BestBearingTests {
  /// What the search relies on: no zoom changes faster with its bearing than the bound.
  @Test(arguments: [false, true])
  func noZoomTurnsFasterThanItsBound(footprints: Bool) throws {
    var checked = 0
    for seed in UInt64(1)...4000 {
      var random = SeededGenerator(seed: seed &* 7919)
      let fit = RandomFit(using: &random, count: 3, footprints: footprints)
      guard let room = try? fit.viewport.room(inside: fit.insets) else { continue }
      // Labels that leave next to nothing of the room have no bound.
      let labels = fit.places.compactMap(\.footprint)
      func most(_ side: KeyPath<EdgeInsets, Double>) -> Double {
        labels.map { $0[keyPath: side] }.max() ?? 0
      }
      guard most(\.top) + most(\.bottom) < room.height * 0.9,
        most(\.left) + most(\.right) < room.width * 0.9
      else { continue }
      let turn = pow(10, random.number(in: -4...0.5))
      var request = fit.request
      if random.chance(0.3) { request.goal = .greatestZoom }
      func zoom(_ bearing: Double) -> Double? {
        request.bearing = .degrees(bearing)
        let result = try? fit.viewport.fit(request, within: FitPropertyTests.free)
        guard let result, result.adjusted.isEmpty else { return nil }
        return result.camera.zoom
      }
      guard let from = zoom(fit.bearing), let to = zoom(fit.bearing + turn) else { continue }
      checked += 1
      var anchors = fit.places.map { FitAnchor(.zero, footprint: $0.footprint ?? .zero) }
      let steepness = anchors.withUnsafeMutableBufferPointer {
        FitSteepness(
          view: FitView(room: room, upperEdge: room.top), distance: fit.viewport.cameraDistance,
          anchors: $0, hasFootprints: footprints)
      }
      for diameter in [fit.diameter(zoom: max(from, to)), .infinity] {
        let slope = steepness.greatestTurn(
          at: fit.angle, diameter: diameter, upTo: max(from, to))
        #expect(abs(to - from) <= turn * slope + 1e-8, "seed \(seed): \(fit)")
      }
    }
    #expect(checked > 800)
  }

  enum Kind: CaseIterable { case line, lineWithLabels, round, labels, world }

  private func fit(_ kind: Kind, using random: inout SeededGenerator) -> RandomFit {
    var fit = RandomFit(
      using: &random, count: 4, footprints: kind == .labels || kind == .lineWithLabels)
    fit.angle = random.chance(0.4) ? 0 : random.number(in: 0...60)
    if kind == .world { return fit }
    let middle = TestPoint(.place(random.number(in: -60...60), random.number(in: -170...170)))
    let size = pow(10, random.number(in: -5...(-2.5)))
    let direction = random.number(in: 0...(2 * .pi))
    let share = kind == .labels ? 1 : pow(10, random.number(in: -7...(-1)))
    func place(_ x: Double, _ y: Double) -> Coordinate {
      let point = TestPoint(
        x: middle.x + size * (x * cos(direction) - y * sin(direction)),
        y: middle.y + size * (x * sin(direction) + y * cos(direction)))
      return .place(point.latitude, point.longitude)
    }
    if kind == .round {
      let flat = random.chance(0.7) ? 1 : random.number(in: 0.3...1)
      fit.places = (0..<80).map { _ in
        let turn = random.number(in: 0...(2 * .pi))
        return FitContent.Place(place(cos(turn), flat * sin(turn)))
      }
    } else {
      fit.places = fit.places.map {
        FitContent.Place(
          place(random.number(in: -1...1), share * random.number(in: -1...1)),
          footprint: $0.footprint)
      }
    }
    return fit
  }

  @Test(arguments: Kind.allCases)
  func noBearingIsBetterByMoreThanRounding(_ kind: Kind) throws {
    var checked = 0
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed &* 104_729)
      let fit = fit(kind, using: &random)
      let limits = random.chance(0.5) ? FitPropertyTests.free : .standard
      var request = fit.request
      func zoom(_ bearing: Double) -> Double {
        request.bearing = .degrees(bearing)
        return (try? fit.viewport.fit(request, within: limits).camera.zoom) ?? -.infinity
      }
      request.bearing = .best
      guard let best = try? fit.viewport.fit(request, within: limits),
        best.adjusted.isDisjoint(with: [.zoomMin, .zoomMax, .latitude])
      else { continue }
      checked += 1
      let camera = best.camera
      #expect(abs(zoom(camera.bearing) - camera.zoom) < 1e-9, "seed \(seed)")
      // Plain samples, more of them where they are highest, and the best peaks narrowed by thirds.
      func highest(_ count: Int, of bearings: [Double]) -> [Double] {
        bearings.map { ($0, zoom($0)) }.sorted { $0.1 > $1.1 }.prefix(count).map(\.0)
      }
      let coarse = highest(16, of: stride(from: 0, to: 360, by: 0.5).map { $0 })
      let fine = highest(
        6, of: coarse.flatMap { middle in (-60...60).map { middle + Double($0) / 240 } })
      for bearing in fine {
        var (low, high) = (bearing - 1 / 240.0, bearing + 1 / 240.0)
        for _ in 0..<50 {
          let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
          if zoom(a) < zoom(b) { low = a } else { high = b }
        }
        let other = (low + high) / 2
        #expect(
          zoom(other) <= camera.zoom + 1.1e-9,
          "\(kind), seed \(seed): \(camera), but \(zoom(other)) at \(other) \(fit)")
      }
    }
    #expect(checked > 3)
  }

  /// Two peaks a degree apart, and one label that is as good as none: no list of kinks tells of them.
  @Test func theBetterOfTwoPeaksADegreeApartIsTheBestWithLabels() throws {
    let places = [(-26.86, 0.14), (-26.88, -0.07), (-27.1, 0.14), (-27.1, -0.04)]
    let label = try #require(EdgeInsets(all: 1e-9))
    let content = FitContent(
      places: places.enumerated().map {
        FitContent.Place(.place($1.0, $1.1), footprint: $0 == 0 ? label : nil)
      })
    var request = FitRequest(content: content, bearing: .best, viewingAngle: 30)
    let best = try Viewport.phone.fit(request, within: .standard).camera
    for bearing in stride(from: 350.0, to: 360, by: 0.01) {
      request.bearing = .degrees(bearing)
      let other = try Viewport.phone.fit(request, within: .standard).camera
      #expect(other.zoom <= best.zoom + 1e-9, "\(best) but \(other)")
    }
  }
}
