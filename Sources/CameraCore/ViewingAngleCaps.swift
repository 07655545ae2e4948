/// The greatest viewing angle at each zoom: straight lines between knots, level beyond them.
public struct ViewingAngleCaps: Hashable, Sendable {
  public struct Knot: Hashable, Sendable {
    public let zoom, angle: Double
    public init(zoom: Double, angle: Double) { (self.zoom, self.angle) = (zoom, angle) }
  }

  public let knots: [Knot]

  /// 30 degrees up to zoom 10, 65 from zoom 16 (the Google Maps SDK for iOS).
  public static let standard = ViewingAngleCaps(
    trusted: [Knot(zoom: 10, angle: 30), Knot(zoom: 16, angle: 65)])

  /// Returns nil unless there is a knot, zooms rise strictly, angles do not fall, and each angle
  /// is in 0 ..< 85.
  public init?(_ knots: [Knot]) {
    guard !knots.isEmpty, knots.allSatisfy({ $0.zoom.isFinite && (0..<85).contains($0.angle) }),
      zip(knots, knots.dropFirst()).allSatisfy({ $0.zoom < $1.zoom && $0.angle <= $1.angle })
    else { return nil }
    self.init(trusted: knots)
  }

  private init(trusted knots: [Knot]) { self.knots = knots }

  /// The greatest angle in degrees at `zoom`.
  public func cap(at zoom: Double) -> Double {
    var below: Knot?
    for knot in knots {
      if zoom <= knot.zoom {
        guard let below else { return knot.angle }
        let share = (zoom - below.zoom) / (knot.zoom - below.zoom)
        return below.angle + share * (knot.angle - below.angle)
      }
      below = knot
    }
    return below?.angle ?? 0
  }
}
