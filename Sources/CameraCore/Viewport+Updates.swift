extension Viewport {
  /// `camera` after `updates` in order; limits and fence hold after each.
  public func apply(
    _ updates: [CameraUpdate], to camera: CameraPosition, within limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    throw .infeasible("not built yet")
  }
}
