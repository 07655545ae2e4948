import CameraCore
import Foundation
import Testing

@Suite struct UpdateTests {
  private let viewport = Viewport.viewport(400, 300)

  private func apply(
    _ updates: CameraUpdate..., to camera: CameraPosition, limits: CameraLimits = .standard
  ) throws -> AdjustedCamera {
    try viewport.apply(updates, to: camera, within: limits)
  }

  @Test func whatAnUpdateDoesNotNameStays() throws {
    let camera = CameraPosition.camera(52, 13, zoom: 14.25, bearing: 77, angle: 30)
    let moved = try apply(.setTarget(.place(53, 14), zoom: nil), to: camera)
    #expect(moved.camera == .camera(53, 14, zoom: 14.25, bearing: 77, angle: 30))
    let turned = try apply(.setBearing(-90), to: camera)
    #expect(turned.camera == .camera(52, 13, zoom: 14.25, bearing: 270, angle: 30))
    let tilted = try apply(.setViewingAngle(12), to: camera)
    #expect(tilted.camera == .camera(52, 13, zoom: 14.25, bearing: 77, angle: 12))
    let zoomed = try apply(.zoomTo(9), .setTarget(.place(1, 2), zoom: 15), .zoomIn, to: camera)
    #expect(zoomed.camera.zoom == 16 && zoomed.camera.bearing == 77)
  }

  @Test func setCameraSetsAll() throws {
    let camera = CameraPosition.camera(52, 13, zoom: 14.25, bearing: 77, angle: 30)
    let set = try apply(.setCamera(.camera(1, 2, zoom: 3)), to: camera)
    #expect(set == AdjustedCamera(camera: .camera(1, 2, zoom: 3), adjusted: []))
  }

  /// The sample of the SDK's guide.
  @Test func aTiltBeyondItsCapIsCutAndSaid() throws {
    let asked = CameraPosition.camera(-33, 151, zoom: 6, bearing: 270, angle: 45)
    let set = try apply(.setCamera(asked), to: .start)
    #expect(set.camera == .camera(-33, 151, zoom: 6, bearing: 270, angle: 30))
    #expect(set.adjusted == .viewingAngleMax)
  }

  @Test func adjustedIsOverAllUpdates() throws {
    let result = try apply(
      .zoomTo(40), .zoomTo(-40), .zoomTo(7), .setViewingAngle(80),
      .setTarget(.place(88, 0), zoom: nil), .setTarget(.place(0, 0), zoom: nil), to: .start)
    #expect(result.camera == .camera(0, 0, zoom: 7, angle: 30))
    #expect(result.adjusted == [.zoomMin, .zoomMax, .viewingAngleMax, .latitude])
  }

  @Test func limitsHoldAfterEachUpdate() throws {
    let result = try apply(.zoomBy(100, around: nil), .zoomBy(-1, around: nil), to: .start)
    #expect(result.camera.zoom == 20)
  }

  /// The picture that they start from is one that the limits have changed.
  @Test func whatTheLimitsMadeOfThePictureIsSaid() throws {
    let tilted = CameraPosition.camera(52, 13, zoom: 5, angle: 60)
    let updates: [CameraUpdate] = [
      .scrollBy(x: 10, y: 10), .zoomBy(12, around: ScreenPoint(x: 100, y: 200)),
    ]
    for update in updates {
      let updated = try apply(update, to: tilted)
      #expect(updated.adjusted == .viewingAngleMax)
    }
    let close = CameraPosition.camera(52, 13, zoom: 25)
    let out = try apply(.zoomBy(-10, around: ScreenPoint(x: 100, y: 200)), to: close)
    #expect(out.camera.zoom == 15 && out.adjusted == .zoomMax)
  }

  @Test func scrollsFollowTheTurnedMap() throws {
    // Bearing 90: up is east, right is south. 100 points of 262144.
    let scrolled = try apply(.scrollBy(x: 100, y: 0), to: .camera(0, 0, zoom: 10, bearing: 90))
    #expect(abs(scrolled.camera.target.latitude + 0.1373290) < 1e-7)
    #expect(scrolled.camera.target.longitude == 0)
    let up = try apply(.scrollBy(x: 0, y: -100), to: .camera(0, 0, zoom: 10, bearing: 90))
    #expect(up.camera.target == .place(0, 100 / 262144 * 360))
  }

  @Test func aScrollBringsAPlaceToTheOpticalCentre() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, camera) = (random.viewport(), random.camera())
      let limits = CameraLimits(zoomRange: 0...22)
      let shown = viewport.admit(camera, to: limits).camera
      let center = try #require(viewport.project(shown.target, from: shown))
      let (x, y) = (random.number(in: -500...500), random.number(in: -300...500))
      let point = ScreenPoint(x: center.x + x, y: center.y + y)
      let place = viewport.unproject([point], from: shown)[0]
      guard let place else {
        #expect(throws: CameraError.self, "seed \(seed)") {
          try viewport.apply([.scrollBy(x: x, y: y)], to: camera, within: limits)
        }
        continue
      }
      let result = try viewport.apply([.scrollBy(x: x, y: y)], to: camera, within: limits)
      #expect(result.adjusted.contains(.latitude) == (abs(place.latitude) > 85), "seed \(seed)")
      if abs(place.latitude) <= 85 { #expect(result.camera.target == place, "seed \(seed)") }
    }
  }

  @Test func scrollsEndAtTheLatitudeLimitAndCrossTheAntimeridian() throws {
    let north = try apply(.scrollBy(x: 0, y: -2000), to: .camera(84, 20, zoom: 2))
    #expect(north == AdjustedCamera(camera: .camera(85, 20, zoom: 2), adjusted: .latitude))
    let east = try apply(.scrollBy(x: 100, y: 0), to: .camera(-16.5, 179.9, zoom: 6))
    #expect(abs(east.camera.target.longitude + 177.902734375) < 1e-12)
    #expect(east.camera.target.latitude == -16.5)
  }

  @Test func aZoomAroundAPointLeavesItInPlace() throws {
    for seed in 0..<4000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (viewport, camera) = (random.viewport(), random.camera())
      // Limits on zoom and angle bite now and then; what they leave is done in full.
      let limits = CameraLimits(zoomRange: 4...17)
      let shown = viewport.admit(camera, to: limits).camera
      let point = ScreenPoint(
        x: random.number(in: 0...viewport.width), y: random.number(in: 0...viewport.height))
      guard let place = viewport.unproject([point], from: shown)[0] else { continue }
      let update = CameraUpdate.zoomBy(random.number(in: -3...3), around: point)
      let result = try viewport.apply([update], to: camera, within: limits)
      let reach = viewport.visibleRegion(from: shown).bounds?.longitudeSpan ?? 360
      if result.adjusted.contains(.latitude) || abs(place.latitude) > 85.05 || reach > 90 {
        continue
      }
      let after = try #require(viewport.project(place, from: result.camera), "seed \(seed)")
      let error = hypot(after.x - point.x, after.y - point.y)
      #expect(error <= 10 * exactness(zoom: result.camera.zoom + 3), "seed \(seed)")
    }
  }

  @Test func aZoomThatALimitForbidsMovesNothing() throws {
    let camera = CameraPosition.camera(48.2082, 16.3738, zoom: 21, bearing: 30, angle: 40)
    let point = ScreenPoint(x: 31, y: 41)
    let result = try apply(.zoomBy(2, around: point), to: camera)
    #expect(result == AdjustedCamera(camera: camera, adjusted: .zoomMax))
  }

  @Test func whatIsAboveTheHorizonIsInfeasible() {
    let camera = CameraPosition.camera(0, 0, zoom: 18, angle: 65)
    #expect(throws: CameraError.self) { try apply(.scrollBy(x: 0, y: -400), to: camera) }
    let sky = ScreenPoint(x: 200, y: -400)
    #expect(throws: CameraError.self) { try apply(.zoomBy(1, around: sky), to: camera) }
  }

  @Test func levelsBeyondDoublesEndAtTheLimits() throws {
    let most = Double.greatestFiniteMagnitude
    for (levels, zoom, adjusted) in [(most, 21.0, Adjustments.zoomMax), (-most, 2, .zoomMin)] {
      for point in [nil, ScreenPoint(x: 1, y: 2)] {
        let result = try apply(
          .zoomBy(levels, around: point), to: .camera(0, 0, zoom: levels))
        #expect(result.camera.zoom == zoom && result.adjusted == adjusted)
      }
    }
  }

  @Test func numbersThatAreNoneAreRefused() {
    let updates: [CameraUpdate] = [
      .zoomTo(.nan), .zoomBy(.infinity, around: nil), .setBearing(.nan), .setViewingAngle(91),
      .setViewingAngle(-1), .scrollBy(x: .nan, y: 0), .scrollBy(x: 0, y: .infinity),
      .zoomBy(1, around: ScreenPoint(x: .nan, y: 0)),
      .zoomBy(.nan, around: ScreenPoint(x: 1, y: 1)),
    ]
    for update in updates {
      #expect(throws: CameraError.self, "\(update)") { try apply(update, to: .start) }
    }
    for (update, text) in [
      (.zoomTo(.nan), "the zoom is not finite"), (.setBearing(.nan), "the bearing is not finite"),
      (.setViewingAngle(91), "the viewing angle is not in 0 ... 90"),
    ] as [(CameraUpdate, String)] {
      #expect(throws: CameraError.infeasible(text)) { try apply(update, to: .start) }
    }
  }
}
