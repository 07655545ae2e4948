/// A step in the Mercator plane, x east and y north, in world widths or in screen points.
struct PlaneVector: Hashable, Sendable {
  var x, y: Double

  static let zero = PlaneVector(x: 0, y: 0)

  static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  static func * (a: Self, factor: Double) -> Self { Self(x: a.x * factor, y: a.y * factor) }
  static func / (a: Self, divisor: Double) -> Self { Self(x: a.x / divisor, y: a.y / divisor) }

  func dot(_ other: Self) -> Double { x * other.x + y * other.y }
  /// Positive if `other` points to the left of this.
  func cross(_ other: Self) -> Double { x * other.y - y * other.x }
  var squaredLength: Double { dot(self) }
  var isFinite: Bool { x.isFinite && y.isFinite }
}
