extension Viewport {
  /// The camera that `request` asks for, within `limits`.
  ///
  /// A viewing angle that is not in 0 ... 90, a bearing that is not finite and a radius that is not in
  /// 0 ... 5,000,000 are `infeasible`. Throws `tooCostly` where content around the world, askew, would
  /// take more work than <doc:FittingContent> allows.
  public func fit(
    _ request: FitRequest, within limits: CameraLimits
  ) throws(CameraError) -> FitResult {
    var work = FitWork()
    return try fit(request, within: limits, counting: &work)
  }

  /// The same with a bound of its own, and a count of what was done.
  func fit(
    _ request: FitRequest, within limits: CameraLimits, counting work: inout FitWork
  ) throws(CameraError) -> FitResult {
    if let fault = request.fault { throw .infeasible(fault) }
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
    return try withUnsafeMutablePointer(to: &work) { (work) throws(CameraError) in
      let meter = FitMeter(work)
      let fitting = Fitting(
        request, in: self, within: limits, room: room, summary: summary, meter: meter)
      let result: FitResult
      do throws(CameraError) { result = try fitting.result() } catch {
        throw meter.isUsedUp ? FitWork.refusal : error
      }
      // What was left out may be missing from it.
      if meter.isUsedUp { throw FitWork.refusal }
      return result
    }
  }
}
