import Foundation
import Testing

@testable import CameraCore

/// Near the horizon a fitted zoom changes faster than the angle that its cap allows, and several zooms
/// agree with their caps: the greatest is the answer.
@Suite struct CapSearchTests {
  /// A wide view of content of one city, looked at from as far aslant as caps allow.
  struct WideFit {
    var fit: RandomFit
    let caps: ViewingAngleCaps
    let items: [FitOracle.Item]

    init(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed &* 6151)
      fit = RandomFit(using: &random, count: 2)
      let size = [(390.0, 844.0), (1024, 768), (1920, 1080), (400, 800)][
        Int(random.number(in: 0...3.99))]
      fit.viewport = .viewport(
        size.0, size.1, fieldOfView: random.chance(0.2) ? 36.87 : random.number(in: 40...90))
      fit.insets =
        try #require(random.chance(0.5) ? .zero : EdgeInsets(all: random.number(in: 0...150)))
      fit.angle = random.number(in: 60...85)
      let knots: [(Double, Double)] =
        switch Int(random.number(in: 0...2.99)) {
        case 0: [(10, 30), (16, 65)]
        case 1: [(4, 20), (random.number(in: 4.1...12), random.number(in: 60...84.9))]
        default: [(3, 10), (8, 40), (8.5, 84), (12, 84)]
        }
      caps = try #require(ViewingAngleCaps(knots.map { .init(zoom: $0.0, angle: $0.1) }))
      let span = pow(10, random.number(in: -2.5...1.2))
      // Narrow and long ahead, so that heights and widths decide.
      let share = pow(10, random.number(in: -6...(-0.5)))
      let (ahead, middle) = (fit.bearing * .pi / 180, TestPoint(.place(40, 10)))
      fit.places = (0..<3).map { _ in
        let (u, v) = (random.number(in: -span...span) * share, random.number(in: -span...span))
        let point = TestPoint(
          x: middle.x + (u * cos(ahead) + v * sin(ahead)) / 360,
          y: middle.y + (v * cos(ahead) - u * sin(ahead)) / 360)
        return FitContent.Place(.place(point.latitude, point.longitude))
      }
      items = fit.items
    }

    func angle(_ zoom: Double) -> Double { min(fit.angle, caps.cap(at: zoom)) }

    /// Whether the content fits at a zoom, from the angle there; nil without ground.
    func fits(_ zoom: Double) -> Bool? {
      let (oracle, t) = (fit.oracle, angle(zoom) * .pi / 180)
      guard oracle.distance * cos(t) > oracle.top * sin(t) + 1e-9 else { return nil }
      return oracle.fits(items, zoom: zoom, angle: angle(zoom))
    }

    /// Zooms so close that no two roots lie between, but for those that all but touch: downwards, and
    /// from each edge of the ground closer and closer.
    var zooms: [Double] {
      var zooms = stride(from: 24.0, to: 0, by: -1.0 / 16).map { $0 }
      for (above, below) in zip(zooms, zooms.dropFirst()) where fits(above) == nil {
        guard fits(below) != nil else { continue }
        var (low, high) = (below, above)
        for _ in 0..<45 {
          let middle = (low + high) / 2
          if fits(middle) == nil { high = middle } else { low = middle }
        }
        zooms += (0..<60).map { low - (low - below) * pow(0.65, Double($0)) }
      }
      return zooms.sorted(by: >)
    }
  }

  @Test func theGreatestZoomThatAgreesWithItsCapIsTaken() throws {
    var (checked, several) = (0, 0)
    for seed in UInt64(1)...500 {
      let wide = try WideFit(seed: seed)
      let zooms = wide.zooms
      let looks = zooms.map(wide.fits)
      let roots = zip(zip(zooms, zooms.dropFirst()), zip(looks, looks.dropFirst()))
        .filter { $0.1.0 != nil && $0.1.1 != nil && $0.1.0 != $0.1.1 }.map(\.0)
      let limits = CameraLimits(zoomRange: 0...24, viewingAngleCaps: wide.caps)
      guard let root = roots.first, wide.fits(24) != true else { continue }
      let result = try wide.fit.viewport.fit(wide.fit.request, within: limits)
      guard result.adjusted.isDisjoint(with: [.zoomMin, .latitude]) else { continue }
      checked += 1
      if roots.count > 1 { several += 1 }
      #expect(
        result.camera.zoom > root.1 - 1e-9 && result.camera.zoom < root.0 + 1e-9,
        "seed \(seed): \(result.camera.zoom) not in \(root) of \(roots) \(wide)")
    }
    #expect(checked > 100 && several > 30)
  }

  /// What the search steps by: no fit changes faster with its angle than the bound that it relies on.
  @Test(arguments: [false, true])
  func noZoomIsSteeperThanItsBound(footprints: Bool) throws {
    var checked = 0
    for seed in UInt64(1)...4000 {
      var random = SeededGenerator(seed: seed &* 3571)
      let fit = RandomFit(using: &random, count: 3, footprints: footprints)
      guard let room = try? fit.viewport.room(inside: fit.insets) else { continue }
      let horizon = min(90 - atan(room.top / fit.viewport.cameraDistance) * 180 / .pi, 84)
      // Often close to the horizon, and close to each other.
      let high = horizon * (1 - pow(10, random.number(in: -6...0)))
      let low = max(0, high - pow(10, random.number(in: -5...1.5)))
      var request = fit.request
      if random.chance(0.3) { request.goal = .greatestZoom }
      if random.chance(0.2) { request.goal = .fixedTarget(fit.places[0].coordinate) }
      func zoom(_ angle: Double) -> Double? {
        request.viewingAngle = angle
        let result = try? fit.viewport.fit(request, within: FitPropertyTests.free)
        guard let result, result.adjusted.isEmpty else { return nil }
        return result.camera.zoom
      }
      guard let atLow = zoom(low), let atHigh = zoom(high) else { continue }
      checked += 1
      var anchors = fit.places.map { FitAnchor(.zero, footprint: $0.footprint ?? .zero) }
      let steepness = anchors.withUnsafeMutableBufferPointer {
        FitSteepness(
          view: FitView(room: room, upperEdge: room.top), distance: fit.viewport.cameraDistance,
          anchors: $0, hasFootprints: footprints)
      }
      let travel = steepness.travel(at: high) - steepness.travel(at: low)
      let rounding = 1e-9 / (1 - high / horizon)
      #expect(abs(atHigh - atLow) <= travel + rounding, "seed \(seed): \(low) \(high) \(fit)")
      let rise = steepness.greatestRise(from: low, to: high) * (high - low)
      #expect(atHigh - atLow <= rise + rounding, "seed \(seed): \(low) \(high) \(fit)")
    }
    #expect(checked > 500)
  }
}
