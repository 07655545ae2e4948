import JSON
import WireFormat

/// A request in, a reply out. Made, used and dropped by one thread.
public final class ViewportService {
  private let settings: ServiceSettings
  private let fences: FenceCatalog

  public init(settings: ServiceSettings = ServiceSettings(), fences: FenceCatalog = FenceCatalog())
  {
    (self.settings, self.fences) = (settings, fences)
  }

  /// Appends exactly one reply to the request in `frames` (the JSON frame, then packed frames).
  public func answer(_ frames: [UnsafeRawBufferPointer], into reply: inout JSONWriter) {
    reply.reply(id: nil, problem: Problem(.infeasible, "not built yet"))
  }
}
