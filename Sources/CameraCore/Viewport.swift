/// The screen rectangle that a camera fills, in points.
public struct Viewport: Hashable, Sendable {
  public let width, height: Double
  /// Lasting room at the edges: the target is drawn at the middle of what it leaves.
  public let padding: EdgeInsets
  /// Vertical, over the whole height, in degrees.
  public let fieldOfView: Double

  /// The field of view of a camera 1.5 heights away, in degrees: 2 atan(1 / 3).
  public static let defaultFieldOfView = 36.86989764584402

  /// The most points that a screen or a distance on it may have: of more a double cannot tell a
  /// millionth of a point.
  static let greatestLength = 1e9

  /// Returns nil unless both sizes are positive and at most 1e9 points and the field of view is in
  /// 5 ... 90.
  public init?(
    width: Double, height: Double, padding: EdgeInsets = .zero,
    fieldOfView: Double = Viewport.defaultFieldOfView
  ) {
    guard width > 0, height > 0, width <= Self.greatestLength, height <= Self.greatestLength,
      (5...90).contains(fieldOfView)
    else { return nil }
    (self.width, self.height, self.padding) = (width, height, padding)
    self.fieldOfView = fieldOfView
  }
}
