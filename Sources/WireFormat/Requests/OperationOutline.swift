import CameraCore

/// An operation as its envelope has it: the long lists are still to be read. Kept, so by reference.
final class OperationOutline {
  private let operation: Operation
  /// Of a fit.
  let content: ContentOutline?
  /// The excerpt with the coordinates or points of a query.
  private let list: Int?

  init(operation: Operation, content: ContentOutline? = nil, list: Int? = nil) {
    (self.operation, self.content, self.list) = (operation, content, list)
  }

  /// How many excerpts are still to be read.
  var excerptCount: Int { (content?.places == nil ? 0 : 1) + (list == nil ? 0 : 1) }

  /// The operation with all that its lists hold.
  func completed(
    _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> Operation {
    guard case .viewport(let outline) = operation else { return operation }
    let action: ViewportOperation.Action
    switch outline.action {
    case .fit(var request, let notes):
      guard let content else { return operation }
      do throws(Problem) {
        request.content = try content.completed(excerpts, frames)
      } catch {
        let problem = error.within("content")
        throw notes.insetsAreDefault ? problem.tellingDefaultInsets : problem
      }
      action = .fit(request, notes)
    case .project(let camera, _):
      guard let list else { return operation }
      do throws(Problem) {
        action = .project(
          camera, try excerpts.readElements(ofExcerpt: list, excerpts.readCoordinate))
      } catch { throw error.within("coordinates") }
    case .unproject(let camera, _):
      guard let list else { return operation }
      do throws(Problem) {
        action = .unproject(
          camera, try excerpts.readElements(ofExcerpt: list, excerpts.readScreenPoint))
      } catch { throw error.within("points") }
    case .clamp, .update, .animate, .visibleRegion: return operation
    }
    return .viewport(
      ViewportOperation(viewport: outline.viewport, limits: outline.limits, action: action))
  }
}
