/// Where a map is looked at from: the place at the optical centre, how large, and which way.
public struct CameraPosition: Hashable, Sendable {
  public let target: Coordinate
  /// The world is 256 * 2^zoom points wide.
  public let zoom: Double
  /// Degrees clockwise from true north of the viewport's top edge, 0 ..< 360.
  public let bearing: Double
  /// Degrees from straight down, 0 ... 90. Limits cut it to their cap.
  public let viewingAngle: Double

  /// Returns nil unless all are finite and `viewingAngle` is in 0 ... 90. The bearing is reduced.
  public init?(target: Coordinate, zoom: Double, bearing: Double = 0, viewingAngle: Double = 0) {
    guard zoom.isFinite, bearing.isFinite, (0...90).contains(viewingAngle) else { return nil }
    self.init(
      trustedTarget: target, zoom: zoom, bearing: reduceBearing(bearing),
      viewingAngle: viewingAngle == 0 ? 0 : viewingAngle)
  }

  init(trustedTarget target: Coordinate, zoom: Double, bearing: Double, viewingAngle: Double) {
    (self.target, self.zoom) = (target, zoom)
    (self.bearing, self.viewingAngle) = (bearing, viewingAngle)
  }
}
