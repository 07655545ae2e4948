import CameraCore
import Testing

@Suite struct AdmissionTests {
  private let viewport = Viewport.phone

  @Test func aCameraWithinItsLimitsKeepsItsNumbers() {
    let camera = CameraPosition.camera(
      51.123456789012344, 6.987654321098765, zoom: 13.123456789, bearing: 359.9, angle: 48.2)
    let admitted = viewport.admit(camera, to: .standard)
    #expect(admitted == AdjustedCamera(camera: camera, adjusted: []))
  }

  @Test func everyLimitIsNamed() {
    let low = viewport.admit(.camera(100, 480, zoom: -1e300, angle: 90), to: .standard)
    #expect(low.camera == .camera(85, 120, zoom: 2, angle: 30))
    #expect(low.adjusted == [.zoomMin, .latitude, .viewingAngleMax])
    let high = viewport.admit(.camera(-86, 0, zoom: 1e300, angle: 66), to: .standard)
    #expect(high.camera == .camera(-85, 0, zoom: 21, angle: 65))
    #expect(high.adjusted == [.zoomMax, .latitude, .viewingAngleMax])
  }

  @Test func theCapIsThatOfTheAdmittedZoom() {
    #expect(
      viewport.admit(.camera(0, 0, zoom: 13, angle: 60), to: .standard).camera
        == .camera(0, 0, zoom: 13, angle: 47.5))
    let limits = CameraLimits(zoomRange: 2...10)
    #expect(
      viewport.admit(.camera(0, 0, zoom: 20, angle: 60), to: limits).camera.viewingAngle == 30)
  }

  @Test func admissionIsIdempotent() {
    for seed in 0..<5000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let limits = CameraLimits(zoomRange: 3...17)
      let once = viewport.admit(random.camera(), to: limits)
      let twice = viewport.admit(once.camera, to: limits)
      #expect(twice == AdjustedCamera(camera: once.camera, adjusted: []), "seed \(seed)")
    }
  }
}
