/// What every camera of a request is held to.
public struct CameraLimits: Hashable, Sendable {
  public let zoomRange: ClosedRange<Double>
  /// Fits only: the zoom is a multiple of it.
  public let zoomStep: Double?
  public let viewingAngleCaps: ViewingAngleCaps
  public let fence: Geofence?

  /// Zoom 2 ... 21 and the standard caps, no fence.
  public static let standard = CameraLimits()

  /// The range must lie in 0 ... 30 and the step be positive; `zoomStep` nil means any zoom.
  public init(
    zoomRange: ClosedRange<Double> = 2...21, zoomStep: Double? = nil,
    viewingAngleCaps: ViewingAngleCaps = .standard, fence: Geofence? = nil
  ) {
    precondition(zoomRange.lowerBound >= 0 && zoomRange.upperBound <= 30 && (zoomStep ?? 1) > 0)
    (self.zoomRange, self.zoomStep) = (zoomRange, zoomStep)
    (self.viewingAngleCaps, self.fence) = (viewingAngleCaps, fence)
  }
}
