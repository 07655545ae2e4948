import CameraCore
import Foundation
import Testing

@Suite struct ClampingTests {
  private func limits(
    _ shape: Geofence.Shape, _ mode: Geofence.Mode = .target, keepsZoom: Bool = false,
    zoomRange: ClosedRange<Double> = 0...30
  ) throws -> CameraLimits {
    // Caps that let every angle through that can be drawn.
    let caps = try #require(ViewingAngleCaps([.init(zoom: 0, angle: 84.9)]))
    return CameraLimits(
      zoomRange: zoomRange, viewingAngleCaps: caps,
      fence: Geofence(shape: shape, mode: mode, keepsZoom: keepsZoom))
  }

  private func box(
    _ south: Double, _ west: Double, _ north: Double, _ east: Double
  ) throws -> Geofence.Shape {
    .bounds(try #require(CoordinateBounds(south: south, west: west, north: north, east: east)))
  }

  /// Closed rings of (longitude, latitude).
  private func polygons(_ rings: [[(Double, Double)]]...) throws -> Geofence.Shape {
    .polygons(
      try rings.map { polygon in
        try polygon.map { ring in
          try ring.map { try #require(Position(longitude: $0.0, latitude: $0.1)) }
        }
      })
  }

  // MARK: Targets

  @Test func targetsComeToTheEdgesAsWritten() throws {
    let limits = try limits(box(0.1, 0.3, 1.7, 2.9))
    let clamped = try Viewport.phone.clamp(.camera(-0.5, 7, zoom: 10), to: limits)
    #expect(clamped == .init(camera: .camera(0.1, 2.9, zoom: 10), adjusted: .fenceTarget))
  }

  @Test func aTargetInsideKeepsItsNumbers() throws {
    let camera = CameraPosition.camera(
      51.123456789012344, 6.987654321098765, zoom: 13.123456789, bearing: 12, angle: 50)
    let shapes = [
      try box(50, 5, 52, 8), try box(-90, -180, 90, 180), try box(50, 365, 52, 368),
      try polygons([[(5, 50), (8, 50), (8, 52), (5, 52), (5, 50)]]),
      try polygons([[(725, 50), (728, 50), (728, 52), (725, 52), (725, 50)]]),
    ]
    for shape in shapes {
      let clamped = try Viewport.phone.clamp(camera, to: limits(shape))
      #expect(clamped == AdjustedCamera(camera: camera, adjusted: []))
    }
  }

  @Test func theNearerSideOfAFenceOverTheAntimeridianIsTaken() throws {
    for shape in [
      try box(-20, 170, 20, -170), try box(-20, 170, 20, 190), try box(-20, -190, 20, -170),
      try polygons([[(170, -20), (190, -20), (190, 20), (170, 20), (170, -20)]]),
      try polygons(
        [[(170, -20), (180, -20), (180, 20), (170, 20), (170, -20)]],
        [[(-180, -20), (-170, -20), (-170, 20), (-180, 20), (-180, -20)]]),
    ] {
      for (asked, expected) in [(10.0, 170.0), (-10, -170), (175, 175), (-175, -175), (180, 180)] {
        let clamped = try Viewport.phone.clamp(.camera(0, asked, zoom: 5), to: limits(shape))
        #expect(abs(clamped.camera.target.longitude - expected) < 1e-12)
        #expect(clamped.adjusted == (asked == expected ? [] : .fenceTarget))
      }
    }
  }

  @Test func fromTheFarSideOfTheWorldTargetsGoEast() throws {
    for shape in [
      try box(-5, -10, 5, 10), try polygons([[(-10, -5), (10, -5), (10, 5), (-10, 5), (-10, -5)]]),
    ] {
      let clamped = try Viewport.phone.clamp(.camera(0, 180, zoom: 5), to: limits(shape))
      #expect(abs(clamped.camera.target.longitude + 10) < 1e-12)
    }
  }

  @Test func holesAndOtherPartsCount() throws {
    let square = [(0.0, 0.0), (4, 0), (4, 4), (0, 4), (0, 0)]
    let hole = [(1.0, 1.0), (3, 1), (3, 3), (1, 3), (1, 1)]
    let island = [(1.9, 1.9), (2.1, 1.9), (2.1, 2.1), (1.9, 2.1), (1.9, 1.9)]
    let shape = try polygons([square, hole], [island])
    func clamped(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
      try Viewport.phone.clamp(.camera(latitude, longitude, zoom: 12), to: limits(shape))
        .camera.target
    }
    #expect(try clamped(0.5, 2) == .place(0.5, 2))
    #expect(try clamped(2, 2) == .place(2, 2))
    #expect(abs(try clamped(2, 1.3).longitude - 1) < 1e-12)
    #expect(abs(try clamped(2, 1.8).longitude - 1.9) < 1e-12)
    #expect(abs(try clamped(-3, 2).latitude) < 1e-12)
  }

  @Test func aFenceBeyondTheLatitudesOfTargetsIsInfeasible() throws {
    for shape in [
      try box(86, 0, 89, 10), try box(85.02, 0, 85.04, 10),
      try polygons([[(0, 86), (10, 86), (5, 88), (0, 86)]]), try polygons(),
    ] {
      #expect(throws: CameraError.self) {
        try Viewport.phone.clamp(.camera(80, 5, zoom: 9), to: limits(shape))
      }
    }
    let clamped = try Viewport.phone.clamp(
      .camera(80, 5, zoom: 9), to: limits(polygons([[(0, 84), (10, 84), (5, 89), (0, 84)]])))
    #expect(abs(clamped.camera.target.latitude - 84) < 1e-12)
  }

  @Test func aPolygonRoundTheWorldLeavesLongitudeFree() throws {
    for ring in [
      [(-180.0, -60.0), (180, -60), (180, 60), (-180, 60), (-180, -60)],
      [(-200.0, -60.0), (200, -60), (200, 60), (-200, 60), (-200, -60)],
    ] {
      for mode in [Geofence.Mode.target, .viewport] {
        let camera = CameraPosition.camera(10, 179.9, zoom: 9)
        let clamped = try Viewport.phone.clamp(camera, to: limits(polygons([ring]), mode))
        #expect(clamped == AdjustedCamera(camera: camera, adjusted: []))
      }
      let hole = [(10.0, 10.0), (20, 10), (20, 20), (10, 20), (10, 10)]
      let clamped = try Viewport.phone.clamp(
        .camera(15, 11, zoom: 9), to: limits(polygons([ring, hole])))
      #expect(abs(clamped.camera.target.longitude - 10) < 1e-12)
    }
  }

  @Test func targetsAreHeldAtTheNearestPlace() throws {
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var fence = TestFence.convex(using: &random)
      if random.chance(0.5) {
        // A hole in the middle, and a concave ring from it.
        let middle = fence.rings[0].reduce(TestPoint(x: 0, y: 0)) {
          TestPoint(x: $0.x + $1.x, y: $0.y + $1.y)
        }
        let count = Double(fence.rings[0].count)
        fence.rings.append(
          fence.rings[0].map {
            TestPoint(
              x: middle.x / count + ($0.x - middle.x / count) * 0.6,
              y: middle.y / count + ($0.y - middle.y / count) * 0.6)
          })
      }
      let limits = try limits(fence.shape)
      let (viewport, camera) = (random.viewport(), random.camera())
      let once = try viewport.clamp(camera, to: limits)
      let exact = max(1e-6 / (256 * exp2(camera.zoom)), 4e-15)
      let place = TestPoint(once.camera.target)
      #expect(fence.containsAnyCopy(of: place, within: 2 * exact), "seed \(seed)")
      #expect(once.camera.zoom == camera.zoom && once.camera.bearing == camera.bearing)
      let twice = try viewport.clamp(once.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: once.camera, adjusted: []), "seed \(seed)")
      let start = TestPoint(camera.target)
      let way = place.turned(near: start).distance(to: start)
      for _ in 0..<20 {
        let ring = fence.rings[0]
        let (a, b) = (ring.randomElement(using: &random), ring.randomElement(using: &random))
        guard let a, let b else { continue }
        let share = random.number(in: 0...1)
        let sample = TestPoint(x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y))
        guard abs(sample.latitude) <= 85, fence.containsAnyCopy(of: sample) else { continue }
        let other = sample.turned(near: start).distance(to: start)
        #expect(other >= way - exact, "seed \(seed)")
      }
    }
  }

  // MARK: Views

  @Test func viewsAreHeldInConvexFencesAtTheLeastZoomAndTheNearestTarget() throws {
    var (moved, raised, infeasible) = (0, 0, 0)
    for seed in 0..<700 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let fence = TestFence.convex(using: &random)
      let (viewport, wish) = (random.viewport(), random.camera())
      // Begin near the fence often enough.
      let near = try #require(fence.rings[0].randomElement(using: &random))
      let camera = try #require(
        random.chance(0.7)
          ? wish.with(target: near, zoom: min(22, wish.zoom + random.number(in: 0...15))) : wish)
      let limits = try limits(fence.shape, .viewport, zoomRange: 0...26)
      guard let reach = viewport.corners(from: camera) else {
        #expect(throws: CameraError.infeasible("the horizon is in view")) {
          try viewport.clamp(camera, to: limits)
        }
        continue
      }
      let once: AdjustedCamera
      do {
        once = try viewport.clamp(camera, to: limits)
      } catch {
        // Even at zoom 26 no target is legal, or none is at a legal latitude.
        infeasible += 1
        let most = leastZoom(of: fence, reach: reach, camera: camera)
        #expect(most > 26 - 1e-6, "seed \(seed) \(error)")
        continue
      }
      let zoom = once.camera.zoom
      let exact = max(1e-6 / (256 * exp2(zoom)), 4e-15)
      let corners = try #require(viewport.corners(from: once.camera))
      for corner in corners {
        #expect(fence.containsAnyCopy(of: corner, within: 2 * exact), "seed \(seed)")
      }
      let twice = try viewport.clamp(once.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: once.camera, adjusted: []), "seed \(seed)")
      #expect(once.adjusted.contains(.fenceZoom) == (zoom != camera.zoom), "seed \(seed)")
      #expect(
        once.adjusted.contains(.fenceTarget) == (once.camera.target != camera.target),
        "seed \(seed)")
      if once.camera == camera { continue }
      moved += 1
      if zoom != camera.zoom {
        raised += 1
        #expect(zoom > camera.zoom, "seed \(seed)")
        let least = leastZoom(of: fence, reach: reach, camera: camera)
        #expect(abs(zoom - least) < 1e-6, "seed \(seed): \(zoom), \(least)")
      }
      // No legal target is nearer: sampled around the answer, towards the start.
      let start = TestPoint(camera.target)
      let place = TestPoint(once.camera.target).turned(near: start)
      let way = place.distance(to: start)
      for _ in 0..<20 {
        let share = pow(10, random.number(in: -9...0))
        let side = random.number(in: -1...1) * way * share
        let sample = TestPoint(
          x: place.x + (start.x - place.x) * share + side,
          y: place.y + (start.y - place.y) * share + random.number(in: -1...1) * way * share)
        guard sample.distance(to: start) < way - 10 * exact, abs(sample.latitude) <= 85,
          let other = once.camera.with(target: sample, zoom: zoom),
          let corners = viewport.corners(from: other)
        else { continue }
        #expect(!corners.allSatisfy { fence.containsAnyCopy(of: $0) }, "seed \(seed)")
      }
    }
    #expect(moved > 250 && raised > 70 && infeasible > 2, "\(moved), \(raised), \(infeasible)")
  }

  @Test func aBoxHoldsViewsLikeThePolygonOfItsCorners() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, camera) = (random.viewport(), random.camera())
      let (south, west) = (random.number(in: -85...84), random.number(in: -180...180))
      let (north, east) = (random.number(in: south...85), west + random.number(in: 0...359))
      let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
      let box = try limits(box(south, west, north, east), .viewport)
      let polygon = try limits(polygons([ring]), .viewport)
      do {
        let held = try viewport.clamp(camera, to: box)
        let other = try viewport.clamp(camera, to: polygon)
        #expect(held.adjusted == other.adjusted, "seed \(seed)")
        #expect(abs(held.camera.zoom - other.camera.zoom) < 1e-9, "seed \(seed)")
        let way = TestPoint(held.camera.target).turned(near: TestPoint(other.camera.target))
          .distance(to: TestPoint(other.camera.target))
        let exact = exactness(zoom: held.camera.zoom) / (256 * exp2(held.camera.zoom))
        #expect(way < 2 * exact, "seed \(seed)")
        let twice = try viewport.clamp(held.camera, to: box)
        #expect(twice == AdjustedCamera(camera: held.camera, adjusted: []), "seed \(seed)")
      } catch {
        #expect(throws: error, "seed \(seed)") { try viewport.clamp(camera, to: polygon) }
      }
    }
  }

  /// With the target drawn below the view, only a far view of a polar fence has a legal target.
  @Test func aTargetBeyondItsLatitudesForbidsAView() throws {
    let padding = try #require(EdgeInsets(top: 3000, left: 0, bottom: 0, right: 0))
    let viewport = Viewport.viewport(400, 400, padding: padding)
    // The view is 1300 ... 1700 points north of the target; 85 degrees is y = 0.49842, the fence
    // 0.4989 ... 0.5, so s is at most 0.0011 / 400 and at least (0.4989 - 0.49842) / 1300.
    let shape = try box(85.02, 0, 85.0511, 100)
    let close = CameraPosition.camera(85, 50, zoom: 20)
    #expect(throws: CameraError.self) { try viewport.clamp(close, to: limits(shape, .viewport)) }
    let far = try viewport.clamp(.camera(85, 50, zoom: 3), to: limits(shape, .viewport))
    #expect(far.camera.target.latitude <= 85)
    let corners = try #require(viewport.corners(from: far.camera))
    for corner in corners { #expect((85.0199999...85.0511001).contains(corner.latitude)) }
  }

  @Test func showAllRisesUntilOneAxisIsFull() throws {
    for seed in 0..<3000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, camera) = (random.viewport(), random.camera())
      let (south, west) = (random.number(in: -80...79), random.number(in: -180...180))
      let (north, east) = (random.number(in: south...80), west + random.number(in: 0.001...350))
      let keepsZoom = random.chance(0.5)
      let limits = try limits(
        box(south, west, north, east), .viewportShowAll, keepsZoom: keepsZoom)
      guard let held = try? viewport.clamp(camera, to: limits),
        let corners = viewport.corners(from: held.camera)
      else { continue }
      let twice = try viewport.clamp(held.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: held.camera, adjusted: []), "seed \(seed)")

      let (a, b) = (
        TestPoint(longitude: west, latitude: south), TestPoint(longitude: east, latitude: north)
      )
      let exact = 3 * exactness(zoom: held.camera.zoom) / (256 * exp2(held.camera.zoom))
      let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
      let (width, height) = (xs[3] - xs[0], ys[3] - ys[0])
      let isCut = abs(held.camera.target.latitude) == 85
      // Each axis is inside, or centred on the fence.
      let shift = ((a.x + b.x) / 2 - (xs[0] + xs[3]) / 2).rounded()
      if width <= b.x - a.x + exact {
        let (low, high) = ([-1.0, 0, 1].map { xs[0] + shift + $0 - a.x }, b.x - a.x - width)
        #expect(low.contains { $0 >= -exact && $0 <= high + exact }, "seed \(seed)")
      } else {
        let off = ((xs[0] + xs[3]) - (a.x + b.x)) / 2
        #expect(abs(off.remainder(dividingBy: 1)) < exact, "seed \(seed)")
      }
      if isCut {
      } else if height <= b.y - a.y + exact {
        #expect(ys[0] >= a.y - exact && ys[3] <= b.y + exact, "seed \(seed)")
      } else {
        #expect(abs((ys[0] + ys[3]) - (a.y + b.y)) < 2 * exact, "seed \(seed)")
      }
      if keepsZoom {
        #expect(held.camera.zoom == camera.zoom)
      } else {
        #expect(width <= b.x - a.x + exact || height <= b.y - a.y + exact, "seed \(seed)")
        if held.camera.zoom > camera.zoom {
          let isFull = abs(width - (b.x - a.x)) < exact || abs(height - (b.y - a.y)) < exact
          #expect(isFull, "seed \(seed)")
          #expect(width >= b.x - a.x - exact && height >= b.y - a.y - exact, "seed \(seed)")
        }
      }
    }
  }

  @Test func aFenceSmallerThanTheViewIsCentredAndSaid() throws {
    let limits = try limits(box(40.7, -74.02, 40.72, -74), .viewport, keepsZoom: true)
    let viewport = Viewport.viewport(800, 600)
    let held = try viewport.clamp(.camera(40.73, -74.03, zoom: 12), to: limits)
    #expect(held.adjusted == .fenceCentered && held.camera.zoom == 12)
    #expect(abs(held.camera.target.latitude - 40.7100008) < 1e-7)
    #expect(abs(held.camera.target.longitude + 74.01) < 1e-12)
  }

  @Test func theLatitudeCutWinsOverCentring() throws {
    let limits = try limits(box(84.9, 0, 85.05, 10), .viewport, keepsZoom: true)
    let padding = try #require(EdgeInsets(top: 0, left: 0, bottom: 400, right: 0))
    let viewport = Viewport.viewport(400, 800, padding: padding)
    let held = try viewport.clamp(.camera(80, 5, zoom: 3), to: limits)
    #expect(held.camera.target.latitude == 85)
    #expect(held.adjusted == [.fenceCentered, .latitude])
  }

  @Test func otherShapesAreNamedAsUnsupported() throws {
    let square = [(0.0, 0.0), (4, 0), (4, 4), (0, 4), (0, 0)]
    let corner = [(0.0, 0.0), (4, 0), (1, 1), (0, 4), (0, 0)]
    let teeth = (0..<400).map { (Double($0) / 100, $0.isMultiple(of: 2) ? 0 : 0.01) }
    let jagged = teeth + [(4, 4), (0, 4), (0, 0)]
    for limits in [
      try limits(polygons([square]), .viewportShowAll),
      try limits(polygons([square]), .viewport, keepsZoom: true),
      try limits(polygons([corner]), .viewportShowAll),
      // Too many corners to look for room among them.
      try limits(polygons([jagged]), .viewport),
    ] {
      #expect {
        try Viewport.phone.clamp(.camera(1, 1, zoom: 12), to: limits)
      } throws: { error in
        if case .unsupportedFence? = error as? CameraError { true } else { false }
      }
    }
  }

  @Test func edgesWrittenManyTurnsAwayMeanWhatIsLeftOfThem() throws {
    let bounds = try #require(CoordinateBounds(south: -9, west: 1e300, north: 9, east: -5))
    let west = wrapLongitude(1e300)
    #expect(abs(bounds.longitudeSpan - (-5 - west + (west > -5 ? 360 : 0))) < 1e-12)
    let limits = try limits(.bounds(bounds))
    for longitude in [-180.0, -90, 0, 90, 180] {
      let once = try Viewport.phone.clamp(.camera(0, longitude, zoom: 9), to: limits)
      let twice = try Viewport.phone.clamp(once.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: once.camera, adjusted: []))
    }
  }

  @Test func noNumberBreaksAClamp() throws {
    let shapes = [
      try box(-90, -1e300, 90, 1e300), try box(10, 1e300, 20, -1e300), try box(0, 5, 0, 5),
      try box(0, 0, 1e-300, 1e-300), try polygons([[(0, 0), (0, 0), (0, 0)]]),
      try polygons([[(1e300, 0), (-1e300, 10), (0, 20), (1e300, 0)]]),
      try polygons([[(0, -90), (10, -90), (5, 90), (0, -90)]]), try polygons([[]]),
      try polygons([
        [(0, 0), (9, 0), (9, 9), (0, 0)], [(1e300, 1), (-1e300, 1), (1e300, 2), (1e300, 1)],
      ]),
      try polygons([[(7e15, 0), (7e15 + 10, 0), (7e15 + 10, 10), (7e15, 0)]]),
    ]
    for (shape, side) in shapes.flatMap({ shape in [1e-3, 400, 16384].map { (shape, $0) } }) {
      for (zoom, angle) in [(-1e300, 0.0), (1e300, 84.9), (0, 90), (30, 33)] {
        let viewport = Viewport.viewport(side, side, fieldOfView: 5)
        let camera = CameraPosition.camera(85, 1e300, zoom: zoom, bearing: 77, angle: angle)
        for (mode, keepsZoom) in [
          (Geofence.Mode.target, false), (.viewport, false), (.viewportShowAll, false),
          (.viewport, true),
        ] {
          let limits = try limits(shape, mode, keepsZoom: keepsZoom)
          guard let held = try? viewport.clamp(camera, to: limits) else { continue }
          #expect(abs(held.camera.target.latitude) <= 85)
          #expect(abs(held.camera.target.longitude) <= 180)
          #expect((0...30).contains(held.camera.zoom))
        }
      }
    }
  }

  /// The least zoom of any legal target, by nested search: the greatest s at a target is concave.
  private func leastZoom(
    of fence: TestFence, reach corners: [TestPoint], camera: CameraPosition
  ) -> Double {
    let target = TestPoint(camera.target)
    let scale = 256 * exp2(camera.zoom)
    let reach = corners.map { (($0.x - target.x) * scale, ($0.y - target.y) * scale) }
    let ring = fence.rings[0]
    let sides = zip(ring, ring.dropFirst() + [ring[0]]).map { a, b in
      // Counter-clockwise, so outside is to the right.
      let length = a.distance(to: b)
      let normal = ((b.y - a.y) / length, (a.x - b.x) / length)
      let reach = reach.map { normal.0 * $0.0 + normal.1 * $0.1 }.max() ?? 0
      return (normal, normal.0 * a.x + normal.1 * a.y, reach)
    }
    // A common shift of target and reach makes every reach positive, as if the target were at the
    // quad's middle; the latitude limit does not bite in these fences.
    let middle = (
      reach.reduce(0) { $0 + $1.0 } / 4, reach.reduce(0) { $0 + $1.1 } / 4
    )
    func most(_ x: Double, _ y: Double) -> Double {
      sides.map { normal, limit, reach in
        (limit - normal.0 * x - normal.1 * y)
          / (reach - normal.0 * middle.0 - normal.1 * middle.1)
      }.min() ?? 0
    }
    func peak(_ low: Double, _ high: Double, _ value: (Double) -> Double) -> Double {
      var (low, high) = (low, high)
      for _ in 0..<50 {
        let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
        if value(a) < value(b) { low = a } else { high = b }
      }
      return value((low + high) / 2)
    }
    let (xs, ys) = (ring.map(\.x), ring.map(\.y))
    let s = peak(xs.min() ?? 0, xs.max() ?? 0) { x in
      peak(ys.min() ?? 0, ys.max() ?? 0) { y in most(x, y) }
    }
    return log2(1 / s / 256)
  }
}
