extension Viewport {
  /// `camera` in zoom range, viewing-angle cap and latitude, and inside the fence.
  public func clamp(
    _ camera: CameraPosition, to limits: CameraLimits
  ) throws(CameraError) -> AdjustedCamera {
    throw .infeasible("not built yet")
  }

  /// `camera` in zoom range, viewing-angle cap and latitude, without a look at the fence.
  public func admit(_ camera: CameraPosition, to limits: CameraLimits) -> AdjustedCamera {
    AdjustedCamera(camera: camera, adjusted: [])
  }
}
