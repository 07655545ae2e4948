/// Distances from the four edges of a rectangle on the screen, in points, none negative.
public struct EdgeInsets: Hashable, Sendable {
  public let top, left, bottom, right: Double

  public static let zero = EdgeInsets(trustedTop: 0, left: 0, bottom: 0, right: 0)

  /// Returns nil unless all four are in 0 ... 1e9.
  public init?(top: Double, left: Double, bottom: Double, right: Double) {
    let range = 0...Viewport.greatestLength
    guard range.contains(top), range.contains(left), range.contains(bottom), range.contains(right)
    else { return nil }
    self.init(trustedTop: top, left: left, bottom: bottom, right: right)
  }

  /// The same distance on all edges; nil unless it is in 0 ... 1e9.
  public init?(all edge: Double) {
    self.init(top: edge, left: edge, bottom: edge, right: edge)
  }

  init(trustedTop top: Double, left: Double, bottom: Double, right: Double) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}
