import CameraCore

/// An operation as its envelope has it: the long lists are still to be read. Kept, so by reference.
final class OperationOutline {
  enum Action {
    /// Without long lists.
    case whole(ViewportOperation.Action)
    case fit(FitOutline)
    /// With the excerpt of the coordinates.
    case project(CameraPosition, list: Int)
    /// With the excerpt of the points.
    case unproject(CameraPosition, list: Int)
  }

  /// Nil for `info`, which needs none.
  private let viewport: Viewport?
  private let limits: CameraLimits
  private let action: Action?

  init(viewport: Viewport, limits: CameraLimits, action: Action) {
    (self.viewport, self.limits, self.action) = (viewport, limits, action)
  }

  /// Of `info`.
  init() { (viewport, limits, action) = (nil, .standard, nil) }

  /// How many excerpts are still to be read.
  var excerptCount: Int {
    switch action {
    case .whole, nil: 0
    case .fit(let fit): fit.content.places == nil ? 0 : 1
    case .project, .unproject: 1
    }
  }

  /// The packed frame that the operation announces.
  var packedFrame: Int? {
    if case .fit(let fit) = action { fit.content.packed?.frame } else { nil }
  }

  /// The operation with all that its lists hold.
  func completed(
    _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> Operation {
    guard let viewport, let action else { return .info }
    return .viewport(
      ViewportOperation(
        viewport: viewport, limits: limits, action: try action.completed(excerpts, frames)))
  }
}

extension OperationOutline.Action {
  fileprivate func completed(
    _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> ViewportOperation.Action {
    switch self {
    case .whole(let action): return action
    case .fit(let fit): return .fit(try fit.completed(excerpts, frames), fit.notes)
    case .project(let camera, let list):
      do throws(Problem) {
        return .project(
          camera, try excerpts.readElements(ofExcerpt: list, excerpts.readCoordinate))
      } catch { throw error.within("coordinates") }
    case .unproject(let camera, let list):
      do throws(Problem) {
        return .unproject(
          camera, try excerpts.readElements(ofExcerpt: list, excerpts.readScreenPoint))
      } catch { throw error.within("points") }
    }
  }
}

/// A fit as its envelope has it.
final class FitOutline {
  let content: ContentOutline
  let notes: FitNotes
  private let insets: EdgeInsets
  private let bearing: FitRequest.Bearing
  private let viewingAngle: Double
  private let goal: FitRequest.Goal
  private let camera: CameraPosition?

  init(
    content: ContentOutline, insets: EdgeInsets?, bearing: FitRequest.Bearing, viewingAngle: Double,
    goal: FitRequest.Goal, camera: CameraPosition?
  ) {
    (self.content, self.insets) = (content, insets ?? FitRequest.defaultInsets)
    notes = FitNotes(boundsAreListed: content.boundsAreListed, insetsAreDefault: insets == nil)
    (self.bearing, self.viewingAngle, self.goal) = (bearing, viewingAngle, goal)
    self.camera = camera
  }

  fileprivate func completed(
    _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> FitRequest {
    do throws(Problem) {
      return FitRequest(
        content: try content.completed(excerpts, frames), insets: insets, bearing: bearing,
        viewingAngle: viewingAngle, goal: goal, camera: camera)
    } catch {
      let problem = error.within("content")
      throw notes.insetsAreDefault ? problem.tellingDefaultInsets : problem
    }
  }
}
