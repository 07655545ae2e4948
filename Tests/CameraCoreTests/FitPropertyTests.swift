import CameraCore
import Foundation
import Testing

/// A random fit of places.
struct RandomFit {
  var viewport: Viewport
  var insets: EdgeInsets
  var bearing: Double
  var angle: Double
  var places: [FitContent.Place]

  init(using random: inout SeededGenerator, count: Int? = nil, footprints: Bool = false) {
    viewport = random.viewport()
    let (width, height) = (viewport.width, viewport.height)
    let padding = viewport.padding
    let free = (
      width: max(width - padding.left - padding.right, 0),
      height: max(height - padding.top - padding.bottom, 0)
    )
    // Now and then nearly all on one side, so that the room lies beyond the optical centre.
    let (x, y) = (random.number(in: 0...0.9), random.number(in: 0...0.9))
    let (shareX, shareY) = (random.number(in: 0...1), random.number(in: 0...1))
    insets =
      random.chance(0.2)
      ? .zero
      : EdgeInsets(
        top: free.height * y * shareY, left: free.width * x * shareX,
        bottom: free.height * y * (1 - shareY), right: free.width * x * (1 - shareX)) ?? .zero
    bearing =
      random.chance(0.3) ? 90 * (random.number(in: 0...3)).rounded() : random.number(in: 0...360)
    angle = random.chance(0.3) ? 0 : random.number(in: 0...65)
    let span = pow(10, random.number(in: -6...2.25))
    let middle = random.place()
    let latitudes =
      min(
        max(middle.latitude - span / 2, -84.9), 84)...max(
        min(middle.latitude + span / 2, 84.9), -84)
    let count = count ?? Int(pow(10, random.number(in: 0...1.2)))
    places = (0..<count).map { _ in
      let coordinate = Coordinate(
        latitude: random.number(in: latitudes),
        longitude: middle.longitude + random.number(in: -span...span))
      var footprint: EdgeInsets?
      if footprints, random.chance(0.7) {
        let scale = random.chance(0.9) ? 0.3 : 1.0
        footprint = EdgeInsets(
          top: random.number(in: 0...height * scale / 2),
          left: random.number(in: 0...width * scale / 2),
          bottom: random.number(in: 0...height * scale / 2),
          right: random.number(in: 0...width * scale / 2))
      }
      return FitContent.Place(coordinate ?? .origin, footprint: footprint)
    }
  }

  var request: FitRequest {
    FitRequest(
      content: FitContent(places: places), insets: insets, bearing: .degrees(bearing),
      viewingAngle: angle)
  }

  var oracle: FitOracle { FitOracle(viewport, insets: insets, bearing: bearing) }

  var items: [FitOracle.Item] {
    places.map { place in
      let point = TestPoint(place.coordinate)
      let footprint = place.footprint ?? .zero
      return FitOracle.Item(
        x: point.x, y: point.y, left: footprint.left, right: footprint.right,
        bottom: footprint.bottom, top: footprint.top)
    }
  }
}

@Suite struct FitPropertyTests {
  /// Any angle at any zoom, so that a fit is not a fixed point.
  static let free = CameraLimits(
    zoomRange: 0...30, viewingAngleCaps: ViewingAngleCaps([.init(zoom: 0, angle: 84)]) ?? .standard)

  /// The answer, or nil if the oracle agrees that there is none.
  private func answer(_ fit: RandomFit, within limits: CameraLimits, seed: UInt64) -> FitResult? {
    do {
      return try fit.viewport.fit(fit.request, within: limits)
    } catch {
      let (oracle, angle) = (fit.oracle, fit.angle * .pi / 180)
      let hasRoom = oracle.right > oracle.left && oracle.top > oracle.bottom
      let isSky = oracle.distance * cos(angle) <= oracle.top * sin(angle)
      switch error {
      case .noRoom where !hasRoom || isSky: break
      case .infeasible where fit.places.contains { $0.footprint != nil }: break
      default: Issue.record("seed \(seed): \(error)")
      }
      return nil
    }
  }

  @Test func theZoomIsTheGreatestOfAllCuts() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      let fit = RandomFit(using: &random)
      let oracle = fit.oracle
      guard let result = answer(fit, within: Self.free, seed: seed) else { continue }
      guard !result.adjusted.contains(.latitude) else { continue }
      let expected = oracle.cuts(fit.items).map { oracle.greatestZoom($0, angle: fit.angle) }.max()
      let wish = min(max(expected ?? 0, 0), 30)
      #expect(
        abs(result.camera.zoom - wish) < 1e-6, "seed \(seed): \(result) instead of \(wish) \(fit)")
    }
  }

  /// The box of all places, drawn by the cut and the copy of the world that are best centred.
  private func box(_ fit: RandomFit, _ camera: CameraPosition) -> FitOracle.Box {
    let (oracle, target) = (fit.oracle, TestPoint(camera.target))
    func draw(_ items: [FitOracle.Item], turn: Double) -> FitOracle.Box {
      oracle.box(
        items, target: oracle.turned(TestPoint(x: target.x - turn, y: target.y)),
        zoom: camera.zoom, angle: camera.viewingAngle)
    }
    func lack(_ box: FitOracle.Box) -> Double {
      guard box.isInFront else { return .infinity }
      return abs(box.left + box.right - oracle.left - oracle.right)
        + abs(box.bottom + box.top - oracle.bottom - oracle.top)
    }
    // Nearly always each place is on the copy nearest to the target.
    let near = fit.items.map { item in
      var item = item
      item.x = TestPoint(x: item.x, y: 0).turned(near: target).x
      return item
    }
    var best = draw(near, turn: 0)
    if lack(best) < 1e-3 { return best }
    for items in oracle.cuts(fit.items) {
      for turn in stride(from: -12.0, through: 12, by: 1) {
        let box = draw(items, turn: turn)
        if lack(box) < lack(best) { best = box }
      }
    }
    return best
  }

  @Test(arguments: [false, true])
  func contentIsInsideCenteredAndTouching(footprints: Bool) throws {
    for seed in UInt64(1)...48_000 {
      var random = SeededGenerator(seed: seed &* 77)
      let fit = RandomFit(using: &random, footprints: footprints)
      guard let result = answer(fit, within: Self.free, seed: seed) else { continue }
      guard !result.adjusted.contains(.latitude) else { continue }
      let (oracle, camera) = (fit.oracle, result.camera)
      let box = box(fit, camera)
      // The test's own absolute Mercator numbers are good to a few units in the last place.
      let exact = exactness(zoom: camera.zoom) + 4e-16 * 256 * exp2(camera.zoom) * 4
      let wide = (
        x: (box.right - box.left) - (oracle.right - oracle.left),
        y: (box.top - box.bottom) - (oracle.top - oracle.bottom)
      )
      if !result.adjusted.contains(.zoomMin), result.fits || !result.adjusted.contains(.zoomMax) {
        #expect(result.fits, "seed \(seed): \(fit)")
        #expect(max(wide.x, wide.y) < 2 * exact, "seed \(seed): \(result) \(fit)")
      }
      let scale = max(1, magnification(oracle, camera))
      if result.fits {
        #expect(
          abs(box.right + box.left - oracle.right - oracle.left) < 2 * exact * scale
            && abs(box.top + box.bottom - oracle.top - oracle.bottom) < 2 * exact * scale,
          "seed \(seed): off centre \(box) \(oracle) \(fit)")
      }
      if result.adjusted.isDisjoint(with: [.zoomMin, .zoomMax]) {
        #expect(max(wide.x, wide.y) > -1e-3, "seed \(seed): loose \(wide) \(fit)")
      }
    }
  }

  /// Up to the horizon, and where only the caps keep a view below it: what is said to fit is in front
  /// of the camera and inside.
  @Test(arguments: [ViewingAngleCaps.standard, free.viewingAngleCaps])
  func contentNearTheHorizonIsInFrontAndInside(caps: ViewingAngleCaps) throws {
    let limits = CameraLimits(zoomRange: 0...30, viewingAngleCaps: caps)
    var fitted = 0
    for seed in UInt64(1)...6000 {
      var random = SeededGenerator(seed: seed &* 4099)
      var fit = RandomFit(using: &random, count: Int(random.number(in: 2...5)))
      fit.viewport = .viewport(
        random.number(in: 100...2000), random.number(in: 100...2000),
        fieldOfView: random.chance(0.3) ? 50 : random.number(in: 20...90))
      let top = random.chance(0.5) ? 0 : random.number(in: 0...fit.viewport.height / 4)
      fit.insets = try #require(EdgeInsets(top: top, left: 0, bottom: 0, right: 0))
      let horizon = atan2(fit.oracle.distance, fit.oracle.top) * 180 / .pi
      let share = random.chance(0.2) ? 0 : pow(10, random.number(in: -9...0.5))
      // Capped, as well far beyond the horizon.
      let isAbove = caps == .standard && random.chance(0.5)
      fit.angle = min(84, isAbove ? horizon + 10 * share : horizon - share)
      guard let result = try? fit.viewport.fit(fit.request, within: limits), result.fits,
        !result.adjusted.contains(.latitude)
      else { continue }
      fitted += 1
      let (oracle, camera) = (fit.oracle, result.camera)
      let exact =
        2 * exactness(zoom: camera.zoom) * max(1, magnification(oracle, camera))
        + 4e-16 * 256 * exp2(camera.zoom) * 4
      let box = box(fit, camera)
      #expect(box.isInFront, "seed \(seed): \(result) \(fit)")
      #expect(
        box.left > oracle.left - exact && box.right < oracle.right + exact
          && box.bottom > oracle.bottom - exact && box.top < oracle.top + exact,
        "seed \(seed): \(box) \(oracle) \(result) \(fit)")
    }
    #expect(fitted > 1000)
  }

  /// Where the angle asked for looks above the horizon, no view just below it that shows the world
  /// more than once is an answer: places near each other are in front by their nearest copies.
  @Test func aCapBelowTheHorizonDrawsNearPlacesNear() throws {
    var fitted = 0
    for seed in UInt64(1)...6000 {
      var random = SeededGenerator(seed: seed &* 8191)
      let sizes = [(390.0, 844.0), (1024, 768), (1920, 1080), (1000, 1000), (400, 800)]
      let size = sizes[Int(random.number(in: 0...4.99))]
      let fieldOfView = [50.0, 60, 70, 75, 80, 85, 90][Int(random.number(in: 0...6.99))]
      let viewport = Viewport.viewport(size.0, size.1, fieldOfView: fieldOfView)
      let middle = (latitude: random.number(in: -60...60), longitude: random.number(in: -180...180))
      let span = pow(10, random.number(in: -3...0.7))
      let places = (0..<3).map { _ in
        FitContent.Place(
          .place(
            middle.latitude + random.number(in: -span...span),
            middle.longitude + random.number(in: -span...span)))
      }
      let request = FitRequest(
        content: FitContent(places: places), insets: .zero,
        bearing: .degrees(random.chance(0.3) ? 90 : random.number(in: 0...360)), viewingAngle: 65)
      guard let result = try? viewport.fit(request, within: .standard), result.fits else {
        continue
      }
      fitted += 1
      for place in places {
        #expect(
          viewport.project(place.coordinate, from: result.camera) != nil, "seed \(seed): \(result)")
      }
    }
    #expect(fitted > 1000)
  }

  /// The same places elsewhere on their parallels have the same zoom, also across 180, and also where
  /// only a cap leads below the horizon.
  @Test func aTurnOfTheEarthChangesNoZoomBelowTheHorizon() throws {
    var fitted = 0
    for seed in UInt64(1)...600 {
      var random = SeededGenerator(seed: seed &* 131)
      let viewport = Viewport.viewport(
        1000, 1000, fieldOfView: random.chance(0.5) ? 50 : random.number(in: 40...90))
      let latitude = random.number(in: -60...60)
      let span = pow(10, random.number(in: -3...0.7))
      let steps = (0..<3).map { _ in
        (random.number(in: -span...span), random.number(in: -span...span))
      }
      let bearing = random.chance(0.5) ? 90 : random.number(in: 60...120)
      func zoom(_ longitude: Double) -> Double? {
        let places = steps.map {
          FitContent.Place(.place(latitude + $0.0, longitude + $0.1))
        }
        let request = FitRequest(
          content: FitContent(places: places), insets: .zero, bearing: .degrees(bearing),
          viewingAngle: 70)
        return try? viewport.fit(request, within: .standard).camera.zoom
      }
      let (here, across) = (zoom(20), zoom(179.9))
      #expect((here == nil) == (across == nil), "seed \(seed)")
      guard let here, let across else { continue }
      fitted += 1
      #expect(abs(here - across) < 1e-6, "seed \(seed): \(here) \(across)")
    }
    #expect(fitted > 100)
  }

  /// How much larger ground is drawn at the room's lower edge than at the target.
  private func magnification(_ oracle: FitOracle, _ camera: CameraPosition) -> Double {
    let t = camera.viewingAngle * .pi / 180
    let share = cos(t) - oracle.bottom / oracle.distance * sin(t)
    // A step ahead also moves what is far to the side, by its share of the distance.
    return share * share / cos(t) * (1 + max(-oracle.left, oracle.right) / oracle.distance)
  }

  /// The answer is the greatest zoom that agrees with the angle its cap allows: it does, and no
  /// zoom above it fits at its own angle.
  @Test(arguments: [
    [(10.0, 30.0), (16, 65)], [(10, 30), (14, 45), (15.5, 67.5)], [(3, 10), (8, 84), (12, 84)],
    [(5, 0), (5.5, 80)],
  ])
  func zoomAndCapAgree(knots: [(Double, Double)]) throws {
    let caps = try #require(ViewingAngleCaps(knots.map { .init(zoom: $0.0, angle: $0.1) }))
    let limits = CameraLimits(zoomRange: 0...30, viewingAngleCaps: caps)
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed &* 991)
      var fit = RandomFit(using: &random, count: 4)
      // Small enough for one cut, so that the oracle has one answer.
      let middle = fit.places[0].coordinate
      guard abs(middle.latitude) < 70 else { continue }
      let size = pow(10, random.number(in: -5...0.5))
      fit.places = (0..<4).map { _ in
        FitContent.Place(
          .place(
            middle.latitude + random.number(in: -size...size),
            middle.longitude + random.number(in: -size...size)))
      }
      fit.angle = random.number(in: 0...89)
      let oracle = fit.oracle
      let origin = TestPoint(fit.places[0].coordinate)
      let items = fit.items.map { item in
        FitOracle.Item(x: TestPoint(x: item.x, y: 0).turned(near: origin).x, y: item.y)
      }
      func angle(_ zoom: Double) -> Double { min(fit.angle, caps.cap(at: zoom)) }
      /// Whether the content fits at a zoom, from the angle there; nil without ground.
      func fits(_ zoom: Double) -> Bool? {
        let t = angle(zoom) * .pi / 180
        guard oracle.distance * cos(t) > oracle.top * sin(t) else { return nil }
        return oracle.fits(items, zoom: zoom, angle: angle(zoom))
      }
      guard let result = try? fit.viewport.fit(fit.request, within: limits) else {
        // No zoom agrees: every one fits larger, or its angle has no room.
        for zoom in stride(from: 0.0, to: 30, by: 0.5) {
          #expect(fits(zoom) ?? true, "seed \(seed) at \(zoom): \(fit)")
        }
        continue
      }
      let zoom = result.camera.zoom
      guard result.adjusted.isDisjoint(with: [.latitude, .zoomMin, .zoomMax]) else { continue }
      #expect(result.camera.viewingAngle == angle(zoom))
      #expect(
        oracle.fits(items, zoom: zoom - 1e-6, angle: angle(zoom))
          && !oracle.fits(items, zoom: zoom + 1e-6, angle: angle(zoom)), "seed \(seed): \(fit)")
      for above in stride(from: zoom + 1e-3, to: 30, by: 0.2) {
        #expect(!(fits(above) ?? false), "seed \(seed): \(zoom), but also \(above) \(fit)")
      }
    }
  }
}
