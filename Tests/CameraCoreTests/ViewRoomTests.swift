import CameraCore
import Foundation
import Testing

/// Views held in polygons that are not one convex ring.
@Suite struct ViewRoomTests {
  private func limits(
    _ shape: Geofence.Shape, zoomRange: ClosedRange<Double> = 0...26
  ) throws -> CameraLimits {
    let caps = try #require(ViewingAngleCaps([.init(zoom: 0, angle: 84.9)]))
    return CameraLimits(
      zoomRange: zoomRange, viewingAngleCaps: caps,
      fence: Geofence(shape: shape, mode: .viewport))
  }

  /// Parts of rings of corners in the Mercator plane, not closed.
  private func shape(_ parts: [[(Double, Double)]]...) -> Geofence.Shape {
    .polygons(
      parts.map { rings in
        rings.map { ring in
          (ring + [ring[0]]).compactMap { x, y in
            let corner = TestPoint(x: x, y: y)
            return Position(longitude: corner.longitude, latitude: corner.latitude)
          }
        }
      })
  }

  private func camera(_ x: Double, _ y: Double, zoom: Double) throws -> CameraPosition {
    try #require(CameraPosition.start.with(target: TestPoint(x: x, y: y), zoom: zoom))
  }

  private let corridor = [
    (0.0, 0.0), (0.03, 0), (0.03, 0.01), (0.01, 0.01), (0.01, 0.03), (0, 0.03),
  ]

  /// A corridor round a corner, 0.01 of the world wide.
  @Test func aCorridorIsFilledByAViewOfItsWidth() throws {
    let viewport = Viewport.viewport(256, 256)
    let limits = try limits(shape([corridor]))
    let held = try viewport.clamp(camera(0.025, 0.02, zoom: 3), to: limits)
    #expect(abs(held.camera.zoom - log2(100)) < 1e-11)
    #expect(held.adjusted == [.fenceZoom, .fenceTarget])
    let place = TestPoint(held.camera.target)
    #expect(abs(place.x - 0.025) < 1e-12 && abs(place.y - 0.005) < 1e-12)
  }

  @Test func aViewGoesToTheNearerArmOfACorridor() throws {
    let viewport = Viewport.viewport(256, 128)
    let limits = try limits(shape([corridor]))
    // At this zoom the view is 1/256 by 1/512 of the world.
    for (x, y, expected) in [
      (0.02, 0.012, (0.02, 0.01 - 1.0 / 1024)), (0.012, 0.02, (0.01 - 1.0 / 512, 0.02)),
      (0.012, 0.012, (0.012, 0.01 - 1.0 / 1024)), (-1, 0.015, (1.0 / 512, 0.015)),
      (0.005, 0.005, (0.005, 0.005)),
    ] {
      let held = try viewport.clamp(camera(max(x, -0.2), y, zoom: 8), to: limits)
      let place = TestPoint(held.camera.target)
      #expect(abs(place.x - expected.0) < 1e-13 && abs(place.y - expected.1) < 1e-13)
      #expect(held.camera.zoom == 8)
    }
  }

  @Test func aHoleIsNotShown() throws {
    let square = [(0.0, 0.0), (0.1, 0), (0.1, 0.1), (0, 0.1)]
    let hole = [(0.04, 0.04), (0.06, 0.04), (0.06, 0.06), (0.04, 0.06)]
    let viewport = Viewport.viewport(256, 256)
    let limits = try limits(shape([square, hole]))
    let held = try viewport.clamp(camera(0.05, 0.055, zoom: 6), to: limits)
    let place = TestPoint(held.camera.target)
    #expect(abs(place.y - 0.06 - 1.0 / 128) < 1e-13 && place.x == 0.05)
    // Above the hole there is room for a view of 0.04.
    let far = try viewport.clamp(camera(0.05, 0.055, zoom: 2), to: limits)
    #expect(abs(far.camera.zoom - log2(25)) < 1e-11)
  }

  @Test(arguments: [360, -1080, 3.6e6, 0x1p70 * 360])
  func aHoleMayBeWrittenOnAnyCopyOfTheWorld(_ turns: Double) throws {
    func ring(_ west: Double, _ size: Double) -> [Position] {
      [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)].compactMap { (x: Double, y: Double) in
        Position(longitude: west + size * x, latitude: size * (y - 0.5))
      }
    }
    func held(_ hole: [Position]) throws -> AdjustedCamera {
      let limits = try limits(.polygons([[ring(-20, 40), hole]]))
      return try Viewport.viewport(64, 64).clamp(camera(0, 0, zoom: 8), to: limits)
    }
    let hole = ring(-4, 8)
    // So far away doubles are whole worlds apart.
    let far = hole.compactMap { Position(longitude: $0.longitude + turns, latitude: $0.latitude) }
    let expected =
      turns < 1e9
      ? hole : hole.compactMap { Position(longitude: 0, latitude: $0.latitude) }
    let found = try held(far)
    #expect(try found == held(expected))
    if turns < 1e9 { #expect(found.adjusted == .fenceTarget) }
  }

  /// Where a difference of two longitudes is beyond all numbers.
  @Test(arguments: [Geofence.Mode.target, .viewport])
  func ringsAtBothEndsOfAllNumbersAreOnOneWorld(_ mode: Geofence.Mode) throws {
    func ring(_ longitude: Double, _ latitudes: Double...) -> [Position] {
      latitudes.compactMap { Position(longitude: longitude, latitude: $0) }
    }
    let rings = [ring(-1.7e308, 0, 10, 5, 0), ring(1.7e308, 0, 1, 2, 0)]
    let limits = CameraLimits(fence: Geofence(shape: .polygons([rings]), mode: mode))
    let held = try? Viewport.viewport(64, 64).clamp(camera(0.1, 0, zoom: 5), to: limits)
    switch mode {
    case .target:
      // A fence without area still has its lines, of which the eastern one is nearer.
      let target = try #require(held?.camera.target)
      #expect(abs(target.longitude - abs(wrapLongitude(1.7e308))) < 1e-9)
    default: #expect(held == nil)
    }
  }

  @Test func theIslandWithRoomIsTaken() throws {
    let small = [(0.0, 0.0), (0.01, 0), (0.01, 0.01), (0, 0.01)]
    let large = [(0.1, 0.0), (0.13, 0), (0.13, 0.03), (0.1, 0.03)]
    let viewport = Viewport.viewport(256, 256)
    let limits = try limits(shape([small], [large]))
    for (zoom, expected, level) in [(7.0, 0.01 - 1.0 / 256, 7.0), (4, 0.115, log2(1 / 0.03))] {
      let held = try viewport.clamp(camera(0.02, 0.005, zoom: zoom), to: limits)
      #expect(abs(TestPoint(held.camera.target).x - expected) < 1e-12)
      #expect(abs(held.camera.zoom - level) < 1e-11)
    }
  }

  /// The inner pentagon of a pentagram is outside by the even-odd rule.
  @Test func aStarHasRoomInItsTips() throws {
    let star = (0..<5).map { index in
      let angle = Double.pi / 2 + Double(index) * 4 * .pi / 5
      return (0.01 * cos(angle), 0.01 * sin(angle))
    }
    let viewport = Viewport.viewport(100, 100)
    let held = try viewport.clamp(camera(0, 0.0001, zoom: 10), to: limits(shape([star])))
    #expect(held.camera.zoom == 10)
    let corners = try #require(viewport.corners(from: held.camera))
    let inner = 0.01 * cos(2 * Double.pi / 5) / cos(Double.pi / 5)
    #expect(corners.allSatisfy { hypot($0.x, $0.y) >= inner * cos(Double.pi / 5) - 1e-12 })
  }

  @Test func partsThatMeetAtTheAntimeridianAreOne() throws {
    func part(_ west: Double, _ east: Double) -> [[Position]] {
      [
        [(west, -10.0), (east, -10), (east, 10), (west, 10), (west, -10)]
          .compactMap { Position(longitude: $0.0, latitude: $0.1) }
      ]
    }
    let limits = try limits(.polygons([part(160, 180), part(-180, -170)]))
    let viewport = Viewport.viewport(256, 128)
    let legal = CameraPosition.camera(2, 179.5, zoom: 5)
    #expect(try viewport.clamp(legal, to: limits) == .init(camera: legal, adjusted: []))
    let east = try viewport.clamp(.camera(2, -160, zoom: 5), to: limits)
    #expect(abs(east.camera.target.longitude - (-170 - 180.0 / 32)) < 1e-10)
    // 30 degrees are a twelfth of the world.
    let wide = try viewport.clamp(.camera(2, -160, zoom: 2), to: limits)
    #expect(abs(wide.camera.zoom - log2(12)) < 1e-11)
  }

  /// Parts of different heights touch along a piece of an edge of each.
  @Test(arguments: [-20.0, 0, 170])
  func partsThatShareAPieceOfAnEdgeAreOne(_ border: Double) throws {
    func part(_ west: Double, _ east: Double, _ north: Double) -> [[Position]] {
      [
        [(west, -north), (east, -north), (east, north), (west, north), (west, -north)]
          .compactMap { Position(longitude: border + $0.0, latitude: $0.1) }
      ]
    }
    let limits = try limits(.polygons([part(-20, 0, 10), part(0, 20, 5)]))
    let viewport = Viewport.viewport(256, 128)
    let across = CameraPosition.camera(1, border, zoom: 7)
    #expect(try viewport.clamp(across, to: limits) == .init(camera: across, adjusted: []))
    // Down to the edge at 5 degrees is nearer than all the way into the higher part.
    let high = try viewport.clamp(.camera(5.5, border + 1, zoom: 7), to: limits)
    let edge = TestPoint(x: 0, y: TestPoint(.place(5, 0)).y - 0.25 / 128)
    #expect(abs(high.camera.target.latitude - edge.latitude) < 1e-10)
    #expect(abs(high.camera.target.longitude - wrapLongitude(border + 1)) < 1e-10)
    // Together they are 40 degrees, a ninth of the world, wide; apart they are half of it.
    let wide = try Viewport.viewport(256, 4).clamp(.camera(0, border, zoom: 1), to: limits)
    #expect(abs(wide.camera.zoom - log2(9)) < 1e-11)
  }

  /// Three parts that touch all round the world leave longitude free, the hole in one of them not.
  @Test func partsRoundTheWorldLeaveLongitudeFree() throws {
    func ring(_ west: Double, _ east: Double, _ north: Double) -> [Position] {
      [(west, -north), (east, -north), (east, north), (west, north), (west, -north)]
        .compactMap { Position(longitude: $0.0, latitude: $0.1) }
    }
    let limits = try limits(
      .polygons([
        [ring(-170.3, -43.7, 60)], [ring(-43.7, 70.1, 60), ring(-10, 10, 10)],
        [ring(70.1, 189.7, 60)],
      ]))
    let viewport = Viewport.viewport(256, 128)
    for longitude in [-170.3, -43.7, 70.1, 0x1p-60 - 43.7, 180] {
      for latitude in [-40, 0, 33.0] {
        let seam = CameraPosition.camera(latitude, longitude, zoom: 4)
        #expect(try viewport.clamp(seam, to: limits) == .init(camera: seam, adjusted: []))
      }
    }
    let held = try viewport.clamp(.camera(0, -12, zoom: 4), to: limits)
    #expect(abs(held.camera.target.longitude - (-10 - 180.0 / 16)) < 1e-10)
  }

  /// By the even-odd rule what two parts have in common is outside, also where one of them is written
  /// on the next copy of the world.
  @Test(arguments: [0.0, 360], [Geofence.Mode.target, .viewport])
  func whatTwoPartsHaveInCommonIsOutside(_ turns: Double, _ mode: Geofence.Mode) throws {
    func ring(_ west: Double, _ east: Double) -> [Position] {
      [(west, -60.0), (east, -60), (east, 60), (west, 60), (west, -60)]
        .compactMap { Position(longitude: $0.0, latitude: $0.1) }
    }
    let shape = Geofence.Shape.polygons([[ring(-100, 100)], [ring(90 + turns, 250 + turns)]])
    let limits = CameraLimits(fence: Geofence(shape: shape, mode: mode))
    let half = mode == .target ? 0 : 180.0 / 256
    for (longitude, expected) in [(94.0, 90 - half), (96, 100 + half), (-105, -110 - half)] {
      let held = try Viewport.viewport(256, 128).clamp(.camera(0, longitude, zoom: 8), to: limits)
      #expect(abs(held.camera.target.longitude - expected) < 1e-10)
    }
  }

  @Test func aBeltWithAHoleGoesRoundTheWorld() throws {
    func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Position] {
      [(west, south), (east, south), (east, north), (west, north), (west, south)]
        .compactMap { Position(longitude: $0.0, latitude: $0.1) }
    }
    let limits = try limits(.polygons([[ring(-180, -60, 180, 60), ring(-10, -10, 10, 10)]]))
    let viewport = Viewport.viewport(256, 128)
    let seam = CameraPosition.camera(2, 180, zoom: 4)
    #expect(try viewport.clamp(seam, to: limits) == .init(camera: seam, adjusted: []))
    let held = try viewport.clamp(.camera(0, -12, zoom: 4), to: limits)
    #expect(abs(held.camera.target.longitude - (-10 - 180.0 / 16)) < 1e-10)
  }

  /// A convex polygon in two parts takes the way of concave ones and has the same answer.
  @Test func aConvexFenceInTwoPartsHoldsLikeTheWhole() throws {
    var compared = 0
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let ring = TestFence.convex(using: &random).rings[0]
      let (viewport, wish) = (random.viewport(), random.camera())
      let near = try #require(ring.randomElement(using: &random))
      let camera = try #require(
        wish.with(target: near, zoom: min(22, wish.zoom + random.number(in: 0...15))))
      guard ring.count > 3, viewport.corners(from: camera) != nil else { continue }
      let parts = [Array(ring[..<3]), [ring[0]] + ring[2...]]
      let split = parts.map { part in
        [
          (part + [part[0]]).compactMap {
            Position(longitude: $0.longitude, latitude: $0.latitude)
          }
        ]
      }
      let whole = try limits(TestFence(rings: [ring]).shape)
      guard let held = try? viewport.clamp(camera, to: whole) else { continue }
      let other = try viewport.clamp(camera, to: limits(.polygons(split)))
      compared += 1
      #expect(held.adjusted == other.adjusted, "seed \(seed)")
      #expect(abs(held.camera.zoom - other.camera.zoom) < 1e-9, "seed \(seed)")
      let way = TestPoint(held.camera.target).turned(near: TestPoint(other.camera.target))
        .distance(to: TestPoint(other.camera.target))
      // Where the zoom has risen the target's room is as wide as rounding leaves it.
      let exact = exactness(zoom: held.camera.zoom) / (256 * exp2(held.camera.zoom))
      #expect(way < 10 * exact, "seed \(seed)")
    }
    #expect(compared > 100)
  }

  @Test func viewsAreHeldInConcaveFencesAtTheLeastZoomAndTheNearestTarget() throws {
    var (moved, raised) = (0, 0)
    for seed in 0..<180 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let fence = TestFence.star(using: &random)
      let (viewport, wish) = (random.viewport(), random.camera())
      let near = try #require(fence.rings[0].randomElement(using: &random))
      let camera = try #require(
        wish.with(target: near, zoom: min(22, wish.zoom + random.number(in: 0...15))))
      guard let reach = viewport.corners(from: camera) else { continue }
      let limits = try limits(fence.shape)
      guard let once = try? viewport.clamp(camera, to: limits) else { continue }
      let twice = try viewport.clamp(once.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: once.camera, adjusted: []), "seed \(seed)")
      if once.camera == camera { continue }
      moved += 1

      // The same view a little smaller around its middle is inside.
      let zoom = once.camera.zoom
      let start = TestPoint(camera.target)
      let middle = fence.rings[0].reduce(TestPoint(x: 0, y: 0)) {
        TestPoint(x: $0.x + $1.x / Double(fence.rings[0].count), y: 0)
      }
      func quad(_ target: TestPoint, _ zoom: Double) -> [TestPoint] {
        let share = exp2(camera.zoom - zoom)
        return reach.map {
          TestPoint(
            x: target.x + ($0.x - start.x) * share, y: target.y + ($0.y - start.y) * share)
        }
      }
      func holds(_ target: TestPoint, _ zoom: Double, shrunk: Double = 0) -> Bool {
        var quad = quad(target, zoom)
        let center = TestPoint(
          x: quad.reduce(0) { $0 + $1.x } / 4, y: quad.reduce(0) { $0 + $1.y } / 4)
        let turns = (center.x - middle.x).rounded()
        quad = quad.map {
          TestPoint(
            x: $0.x + (center.x - $0.x) * shrunk - turns, y: $0.y + (center.y - $0.y) * shrunk)
        }
        return fence.holds(quad)
      }
      let place = TestPoint(once.camera.target).turned(near: start)
      #expect(holds(place, zoom, shrunk: 1e-6), "seed \(seed)")

      let way = place.distance(to: start)
      let size = quad(place, zoom)[0].distance(to: quad(place, zoom)[2])
      for _ in 0..<60 {
        // Around the answer and all over the fence: nothing legal is nearer, or at a lower zoom.
        let spread = size * pow(10, random.number(in: -8...1))
        let sample = TestPoint(
          x: place.x + random.number(in: -1...1) * spread,
          y: place.y + random.number(in: -1...1) * spread)
        if sample.distance(to: start) < way - 1e-9 * size {
          #expect(!holds(sample, zoom - 1e-9), "seed \(seed)")
        }
        if zoom > camera.zoom { #expect(!holds(sample, zoom - 1e-7), "seed \(seed)") }
      }
      if zoom > camera.zoom { raised += 1 }
    }
    #expect(moved > 70 && raised > 20, "\(moved), \(raised)")
  }
}
