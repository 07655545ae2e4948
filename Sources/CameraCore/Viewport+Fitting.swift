extension Viewport {
  /// The camera that `request` asks for, within `limits`.
  public func fit(
    _ request: FitRequest, within limits: CameraLimits
  ) throws(CameraError) -> FitResult {
    let room = try room(inside: request.insets)
    var summary = FitSummary(request.content)
    guard summary.partCount > 0 else { throw .emptyContent }
    let shrunk = room.shrunk(by: summary.footprint)
    if shrunk.width <= 0 || shrunk.height <= 0 {
      // Nothing can be told from a room without size; pair by pair it can.
      summary.sharesFootprint = false
    }
    if let result = straightFit(request, within: limits, room: room, summary: summary) {
      return result
    }
    return try Fitting(request, in: self, within: limits, room: room, summary: summary).result()
  }
}
