/// Why no camera can satisfy a request. Each carries a sentence for the one who asked.
public enum CameraError: Error, Hashable, Sendable {
  /// Insets and padding leave no room on an axis.
  case noRoom(String)
  /// The wishes contradict each other.
  case infeasible(String)
  /// The mode needs another shape of fence.
  case unsupportedFence(String)
  /// The content asks for more work than one fit may do.
  case tooCostly(String)
  /// There is nothing to fit.
  case emptyContent
}
