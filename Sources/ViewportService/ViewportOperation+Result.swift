import CameraCore
import JSON
import WireFormat

extension ViewportOperation {
  /// Computes, and writes the value of `result`.
  func writeResult(
    frames: inout FrameAllowance, into writer: inout JSONWriter
  ) throws(Problem) {
    switch action {
    case .fit(let request, let notes):
      do throws(CameraError) {
        writer.value(try viewport.fit(request, within: limits), notes)
      } catch { throw problem(for: error) }
    case .clamp(let camera):
      writer.value(
        try compute { () throws(CameraError) in try viewport.clamp(camera, to: limits) })
    case .update(let camera, let updates):
      writer.value(
        try compute { () throws(CameraError) in
          try viewport.apply(updates, to: camera, within: limits)
        })
    case .animate(let animation): writer.value(try animate(animation, frames: &frames))
    case .project(let camera, let coordinates):
      let admitted = viewport.admit(camera, to: limits)
      writer.value(
        viewport.project(coordinates, from: admitted.camera), adjusted: admitted.adjusted)
    case .unproject(let camera, let points):
      let admitted = viewport.admit(camera, to: limits)
      writer.value(
        viewport.unproject(points, from: admitted.camera), adjusted: admitted.adjusted)
    case .visibleRegion(let camera):
      let admitted = viewport.admit(camera, to: limits)
      writer.value(viewport.visibleRegion(from: admitted.camera), adjusted: admitted.adjusted)
    }
  }

  /// Counts the frames before they are computed: a flight's duration may follow from its way.
  private func animate(
    _ animation: CameraAnimation, frames: inout FrameAllowance
  ) throws(Problem) -> AnimationResult {
    var counted = animation
    switch animation.frames {
    case .count(let count):
      counted.frames = .count(try frames.take(Double(count), at: "/frames"))
    case .perSecond(let rate):
      counted.frames = .count(2)
      let ends = try compute { () throws(CameraError) in
        try viewport.animate(counted, within: limits)
      }
      let count = max(2, (ends.duration * rate / 1000).rounded() + 1)
      counted.frames = .count(try frames.take(count, at: "/frames_per_second"))
    }
    return try compute { () throws(CameraError) in
      try viewport.animate(counted, within: limits)
    }
  }

  private func compute<Value>(
    _ computation: () throws(CameraError) -> Value
  ) throws(Problem) -> Value {
    do throws(CameraError) { return try computation() } catch { throw problem(for: error) }
  }

  /// What to tell the one who asked for this operation.
  func problem(for error: CameraError) -> Problem {
    guard case .fit(_, let notes) = action, notes.insetsAreDefault else {
      return Self.problem(error)
    }
    return Self.problem(error).tellingDefaultInsets
  }

  private static func problem(_ error: CameraError) -> Problem {
    switch error {
    case .noRoom(let reason): return Problem(.noRoom, reason)
    case .infeasible(let reason): return Problem(.infeasible, reason)
    case .unsupportedFence(let reason):
      return Problem(.unsupportedFence, reason, at: "/limits/fence")
    case .tooCostly(let reason): return Problem(.tooLarge, reason, at: "/content")
    case .emptyContent:
      return Problem(.badSchema, "expected something to fit, found nothing", at: "/content")
    }
  }
}
