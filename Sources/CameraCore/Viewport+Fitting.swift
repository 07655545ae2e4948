extension Viewport {
  /// The camera that `request` asks for, within `limits`.
  public func fit(
    _ request: FitRequest, within limits: CameraLimits
  ) throws(CameraError) -> FitResult {
    try Fitting(request, in: self, within: limits).result()
  }
}
