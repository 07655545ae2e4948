import CameraCore
import Testing

/// The same view in two ways; see `Fixtures/vectors/README.md`, "Fits".
private struct ExpectedFit: Decodable, Sendable {
  let cameraAtViewportCenter: VectorCamera
  let insetCenter: VectorPlace?
}

private struct FitBoundsInput: VectorInput {
  typealias Expected = ExpectedFit
  static let kind = "fit_bounds"
  let bounds: VectorBounds
  let viewport: VectorSize
  let insets: VectorInsets
  let bearing: Double
  let maxZoom, minZoom, zoomStep: Double?
}

private struct FitPointsInput: VectorInput {
  typealias Expected = ExpectedFit
  static let kind = "fit_points"
  let points: [VectorPlace]
  let viewport: VectorSize
  let insets: VectorInsets
  let bearing: Double
}

@Suite struct FitVectorTests {
  @Test(arguments: try vectors(FitBoundsInput.self))
  private func boundsFitAsInOtherLibraries(_ vector: Vector<FitBoundsInput>) throws {
    let input = vector.input
    let limits = CameraLimits(
      zoomRange: vectorZoomRange(input.minZoom, input.maxZoom), zoomStep: input.zoomStep)
    try expectFit(
      FitContent(bounds: [try input.bounds.bounds()]), in: input.viewport, insets: input.insets,
      bearing: input.bearing, within: limits, gives: vector.expected, tolerance: vector.tolerance)
  }

  @Test(arguments: try vectors(FitPointsInput.self))
  private func placesFitAsInOtherLibraries(_ vector: Vector<FitPointsInput>) throws {
    let input = vector.input
    let places = try input.points.map { FitContent.Place(try $0.coordinate()) }
    try expectFit(
      FitContent(places: places), in: input.viewport, insets: input.insets,
      bearing: input.bearing, within: CameraLimits(zoomRange: 0...30), gives: vector.expected,
      tolerance: vector.tolerance)
  }

  static func count() throws -> Int {
    try vectors(FitBoundsInput.self).count + vectors(FitPointsInput.self).count
  }

  /// Room kept free by a fit's insets leaves the target at the viewport's centre; the same room as
  /// the viewport's padding moves the target to the centre of what is left.
  private func expectFit<Input>(
    _ content: FitContent, in size: VectorSize, insets: VectorInsets, bearing: Double,
    within limits: CameraLimits, gives expected: ExpectedFit,
    tolerance: Vector<Input>.Tolerance
  ) throws {
    let inset = try size.viewport().fit(
      FitRequest(content: content, insets: try insets.edges(), bearing: .degrees(bearing)),
      within: limits)
    let center = expected.cameraAtViewportCenter
    try expectNear(inset.camera.zoom, center.zoom, within: tolerance.zoom, "zoom")
    try expectSameTurn(inset.camera.bearing, bearing, within: 0, "bearing")
    #expect(inset.camera.viewingAngle == 0)
    try expectPlace(
      inset.camera.target, latitude: center.lat, longitude: center.lon, within: tolerance.deg)

    guard let insetCenter = expected.insetCenter else { return }
    let padded = try size.viewport(padding: insets).fit(
      FitRequest(content: content, insets: .zero, bearing: .degrees(bearing)), within: limits)
    try expectNear(padded.camera.zoom, center.zoom, within: tolerance.zoom, "padded zoom")
    try expectPlace(
      padded.camera.target, latitude: insetCenter.lat, longitude: insetCenter.lon,
      within: tolerance.deg)
  }
}
