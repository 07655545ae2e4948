/// What every camera of a request is held to.
public struct CameraLimits: Hashable, Sendable {
  public let zoomRange: ClosedRange<Double>
  /// Fits only: the zoom is a multiple of it. Nil, or finite and greater than 0.
  public let zoomStep: Double?
  public let viewingAngleCaps: ViewingAngleCaps
  public let fence: Geofence?

  /// Zoom 2 ... 21 and the standard caps, no fence.
  public static let standard = CameraLimits()

  /// The range is cut to 0 ... 30. `zoomStep` nil means any zoom, and so does one that is not finite or
  /// not greater than 0: where that would be a mistake it has to be told before.
  public init(
    zoomRange: ClosedRange<Double> = 2...21, zoomStep: Double? = nil,
    viewingAngleCaps: ViewingAngleCaps = .standard, fence: Geofence? = nil
  ) {
    self.zoomRange = zoomRange.clamped(to: 0...30)
    self.zoomStep = zoomStep.flatMap { $0 > 0 && $0 < .infinity ? $0 : nil }
    (self.viewingAngleCaps, self.fence) = (viewingAngleCaps, fence)
  }
}
