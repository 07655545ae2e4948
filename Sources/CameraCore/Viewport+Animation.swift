extension Viewport {
  /// The frames of `animation`, each within `limits`, both ends exact.
  public func animate(
    _ animation: CameraAnimation, within limits: CameraLimits
  ) throws(CameraError) -> AnimationResult {
    throw .infeasible("not built yet")
  }
}
