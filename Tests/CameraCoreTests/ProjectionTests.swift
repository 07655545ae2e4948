import CameraCore
import Foundation
import Testing

@Suite struct ProjectionTests {
  @Test func roundTripsAreExact() {
    var checked = 0
    for seed in 0..<20_000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, camera) = (random.viewport(), random.camera())
      let point = ScreenPoint(
        x: random.number(in: 0...viewport.width), y: random.number(in: 0...viewport.height))
      guard let place = viewport.unproject([point], from: camera)[0],
        abs(place.latitude) < 85.05, isWithinHalfAWorld(point, viewport, camera)
      else { continue }
      guard let back = viewport.project(place, from: camera) else {
        Issue.record("seed \(seed): \(place) is behind the camera")
        continue
      }
      checked += 1
      let error = hypot(back.x - point.x, back.y - point.y)
      // Far ahead the screen shrinks, near the eye it magnifies what doubles can tell apart.
      let magnification = max(1, hypot(viewport.width, viewport.height) / viewport.height)
      #expect(error <= 4 * magnification * exactness(zoom: camera.zoom), "seed \(seed)")
    }
    #expect(checked > 10_000)
  }

  /// Worked out with 50 digits from the formulas of the projection, for these doubles.
  @Test func deepAndTiltedViewsKeepTheirDigits() throws {
    let padding = try #require(EdgeInsets(top: 120, left: 16, bottom: 300, right: 16))
    let shifted = try #require(EdgeInsets(top: 0, left: 500, bottom: 0, right: 0))
    for (viewport, camera, place, x, y) in [
      (
        Viewport.viewport(390, 844, padding: padding),
        CameraPosition.camera(-33.8703, 151.2089, zoom: 21.5, bearing: 33.3, angle: 60),
        Coordinate.place(-33.8702, 151.20885), -10.8502720918112455, 262.172422355957399
      ),
      (
        .viewport(800, 600, fieldOfView: 25),
        .camera(71.1725, 179.9999, zoom: 19.25, bearing: 271.5, angle: 45),
        .place(71.1726, -179.9998), 551.029609624128486, 398.109691623662663
      ),
      (
        .viewport(1024, 768), .camera(84.9, -60, zoom: 22),
        .place(84.90000001, -60.0000001), 511.701738378736708, 383.664476303504386
      ),
      (
        .viewport(4096, 2160, padding: shifted, fieldOfView: 90),
        .camera(-54.8, -68.3, zoom: 3.5, bearing: 120, angle: 30),
        .place(20, 10), 1459.56585929102784, 922.35741565707543
      ),
    ] {
      let point = try #require(viewport.project(place, from: camera))
      #expect(abs(point.x - x) < 1e-8 && abs(point.y - y) < 1e-8)
    }
  }

  @Test func theTargetIsDrawnAtTheMiddleOfWhatThePaddingLeaves() {
    let padding = EdgeInsets(top: 100, left: 20, bottom: 300, right: 0)
    let viewport = Viewport.viewport(400, 800, padding: padding ?? .zero)
    let camera = CameraPosition.camera(48.2, 16.4, zoom: 14, bearing: 33, angle: 50)
    let point = viewport.project(camera.target, from: camera)
    #expect(point == ProjectedPoint(x: 210, y: 300, visible: true))
    #expect(viewport.unproject([ScreenPoint(x: 210, y: 300)], from: camera) == [camera.target])
  }

  /// Field of view 90, so D = 100, and viewing angle 45: the horizon is 100 points up, and one
  /// point on the axis 50 points up has v = 50 / (cos 45 - 0.5 sin 45) points ahead.
  @Test func theHorizonIsWhereTheGroundEnds() {
    let viewport = Viewport.viewport(300, 200, fieldOfView: 90)
    let camera = CameraPosition.camera(0, 0, zoom: 16, angle: 45)
    let points = [ScreenPoint(x: 150, y: 0), ScreenPoint(x: 150, y: -1e-9)]
    // The top edge is the horizon to the last bit or so.
    #expect(viewport.unproject([points[1]], from: camera) == [nil])
    let place = viewport.unproject([ScreenPoint(x: 150, y: 50)], from: camera)[0]
    let expected = 50 / (cos(Double.pi / 4) * 0.5) / (256 * 65536)
    let latitude = atan(sinh(expected * 2 * .pi)) * 180 / .pi
    #expect(abs((place?.latitude ?? 0) - latitude) < 1e-12)
  }

  /// With half the field of view and the viewing angle 90 degrees together, the upper edge is the
  /// horizon, whatever sines and tangents round to.
  @Test(arguments: [
    (20.0, 80.0), (30, 75), (40, 70), (50, 65), (60, 60), (70, 55), (80, 50), (90, 45),
  ])
  func anUpperEdgeOnTheHorizonShowsNoGround(fieldOfView: Double, angle: Double) throws {
    let world = try #require(CoordinateBounds(south: -85, west: -180, north: 85, east: 180))
    let limits = CameraLimits(
      zoomRange: 0...21,
      viewingAngleCaps: try #require(ViewingAngleCaps([.init(zoom: 0, angle: 84)])),
      fence: Geofence(shape: .bounds(world), mode: .viewport))
    for (width, height) in [(1000.0, 1000.0), (400, 800), (390, 844), (1920, 1080), (333.3, 77.7)] {
      let viewport = Viewport.viewport(width, height, fieldOfView: fieldOfView)
      let inset = try #require(EdgeInsets(top: 1e-6, left: 0, bottom: 0, right: 0))
      for bearing in [0.0, 33, 90, 180, 270] {
        let camera = CameraPosition.camera(2, 3, zoom: 21, bearing: bearing, angle: angle)
        #expect(viewport.unproject([ScreenPoint(x: width / 3, y: 0)], from: camera) == [nil])
        #expect(viewport.unproject([ScreenPoint(x: width / 3, y: 1)], from: camera) != [nil])
        let region = viewport.visibleRegion(from: camera)
        #expect(region.farLeft == nil && region.farRight == nil && region.bounds == nil)
        #expect(throws: CameraError.infeasible("the horizon is in view")) {
          try viewport.clamp(camera, to: limits)
        }
        let places = [(2.0, 3.0), (3, 2)].map { FitContent.Place(.place($0, $1)) }
        var request = FitRequest(
          content: FitContent(places: places), insets: .zero, bearing: .degrees(bearing),
          viewingAngle: angle)
        let free = CameraLimits(zoomRange: 0...21, viewingAngleCaps: limits.viewingAngleCaps)
        #expect {
          try viewport.fit(request, within: free)
        } throws: {
          if case CameraError.noRoom = $0 { true } else { false }
        }
        request.insets = inset
        #expect(throws: Never.self) { try viewport.fit(request, within: free) }
      }
    }
  }

  @Test func placesBehindTheCameraHaveNoPoint() {
    let viewport = Viewport.viewport(400, 400)
    let camera = CameraPosition.camera(0, 0, zoom: 16, angle: 65)
    // D = 600 points, so places more than 600 / sin 65 = 662 points behind: 0.0142 degrees.
    let points = viewport.project([.place(-0.0142, 0), .place(-0.0143, 0)], from: camera)
    #expect(points[0] != nil)
    #expect(points[1] == nil)
  }

  @Test func visibleMeansInsideEdgesIncluded() {
    let viewport = Viewport.viewport(256, 256)
    let camera = CameraPosition.camera(0, 0, zoom: 1)
    let points = viewport.project([.place(0, 90), .place(0, 90.001)], from: camera)
    #expect(points.map { $0?.visible } == [true, false])
  }

  @Test func whatFitsIsVisibleAndSoAreTheCorners() throws {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<300 {
      let places = (0..<5).map { _ in
        Coordinate.place(random.number(in: -70...70), random.number(in: -60...60))
      }
      let viewport = Viewport.viewport(400, 300)
      let request = FitRequest(
        content: FitContent(places: places.map { FitContent.Place($0) }), insets: .zero,
        bearing: .degrees(random.number(in: 0...360)), viewingAngle: random.number(in: 0...30))
      let fitted = try viewport.fit(request, within: .standard)
      guard fitted.fits else { continue }
      let visible = viewport.project(places, from: fitted.camera).map { $0?.visible }
      #expect(!visible.contains { $0 != true }, "\(places)")
      let near = try viewport.fit(
        FitRequest(content: FitContent(places: [.init(places[0])])), within: .standard
      ).camera
      let region = viewport.visibleRegion(from: near)
      for corner in [region.nearLeft, region.nearRight, region.farLeft, region.farRight] {
        let point = viewport.project(try #require(corner), from: near)
        #expect(point?.visible == true, "\(near)")
      }
    }
  }

  @Test func theNearestCopyOfTheWorldIsDrawn() {
    let viewport = Viewport.viewport(800, 600)
    let camera = CameraPosition.camera(0, 179.5, zoom: 6)
    let point = viewport.project(.place(0, -179.5), from: camera)
    #expect(abs((point?.x ?? 0) - 445.511111111) < 1e-8)
  }

  @Test func quarterTurnsAreExact() {
    let viewport = Viewport.viewport(400, 400)
    for (bearing, x, y) in [(0.0, 300.0, 200.0), (90, 200, 100), (180, 100, 200), (270, 200, 300)] {
      let camera = CameraPosition.camera(0, 0, zoom: 2, bearing: bearing)
      let point = viewport.project(.place(0, 100 * 360 / 1024), from: camera)
      #expect(point.map { [$0.x, $0.y] } == [x, y], "bearing \(bearing)")
    }
  }

  @Test func visibleBoundsCrossTheAntimeridian() throws {
    let viewport = Viewport.viewport(512, 256)
    let region = viewport.visibleRegion(from: .camera(0, 170, zoom: 4))
    let bounds = try #require(region.bounds)
    #expect(bounds.west == 147.5 && bounds.east == -167.5)
    #expect(region.nearLeft?.longitude == 147.5 && region.farRight?.longitude == -167.5)
    #expect(abs(bounds.longitudeSpan - 45) < 1e-12)
  }

  @Test func aViewWiderThanTheWorldShowsAllOfIt() throws {
    let region = Viewport.viewport(1024, 100).visibleRegion(from: .camera(10, 20, zoom: 2))
    let bounds = try #require(region.bounds)
    #expect(bounds.west == -180 && bounds.east == 180)
  }

  @Test func theHorizonInViewLeavesNoFarCornersAndNoBounds() {
    let viewport = Viewport.viewport(300, 200, fieldOfView: 90)
    let region = viewport.visibleRegion(from: .camera(0, 0, zoom: 16, angle: 60))
    #expect(region.nearLeft != nil && region.nearRight != nil)
    #expect(region.farLeft == nil && region.farRight == nil && region.bounds == nil)
  }

  @Test func paddingCanLeaveNothingButSky() {
    let padding = EdgeInsets(top: 4000, left: 0, bottom: 0, right: 0) ?? .zero
    let viewport = Viewport.viewport(400, 800, padding: padding)
    let region = viewport.visibleRegion(from: .camera(0, 0, zoom: 18, angle: 65))
    #expect(region.nearLeft == nil && region.nearRight == nil && region.bounds == nil)
  }

  @Test func queriesNeverAnswerWithANumberThatIsNone() {
    let sizes = [1e-3, 1, 16384, Double.leastNonzeroMagnitude, 1e9]
    let zooms = [-1e300, -50, 0, 22, 30, 1e300]
    for (width, zoom) in sizes.flatMap({ size in zooms.map { (size, $0) } }) {
      for (angle, padding) in [(0.0, 0.0), (84.9, 16384), (90, 0), (90, 1e9)] {
        let viewport = Viewport.viewport(
          width, width, padding: EdgeInsets(top: padding, left: 0, bottom: 0, right: 0) ?? .zero)
        let camera = CameraPosition.camera(85, 1e300, zoom: zoom, bearing: 33, angle: angle)
        for point in viewport.project([camera.target, .place(-90, 0)], from: camera) {
          #expect(point.map { !$0.x.isNaN && !$0.y.isNaN } ?? true)
        }
        let points = [ScreenPoint(x: 0, y: 0), ScreenPoint(x: 1e7, y: -1e7)]
        for place in viewport.unproject(points, from: camera) {
          #expect(place.map { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 } ?? true)
        }
        #expect(!viewport.visibleRegion(from: camera).metersPerPoint.isNaN)
      }
    }
  }

  /// A query takes the nearest copy, so what lies further is another place.
  private func isWithinHalfAWorld(
    _ point: ScreenPoint, _ viewport: Viewport, _ camera: CameraPosition
  ) -> Bool {
    let world = 256 * pow(2, camera.zoom)
    let reach = hypot(viewport.width, viewport.height)
    guard let region = viewport.visibleRegion(from: camera).bounds else { return false }
    return region.longitudeSpan < 179 && reach < world / 2
  }
}
