/// A change of a camera, after the Google Maps SDK's GMSCameraUpdate. What an update does not name
/// stays as it is.
public enum CameraUpdate: Hashable, Sendable {
  case zoomIn
  case zoomOut
  case zoomTo(Double)
  /// By `amount` levels; the place at `point` (screen points) keeps its place on the screen.
  case zoomBy(Double, around: ScreenPoint?)
  case setTarget(Coordinate, zoom: Double?)
  case setCamera(CameraPosition)
  case setBearing(Double)
  /// Degrees from straight down, 0 ... 90.
  case setViewingAngle(Double)
  /// In screen points: x > 0 moves the camera right, y > 0 down.
  case scrollBy(x: Double, y: Double)
  case fitBounds(CoordinateBounds, insets: EdgeInsets, bearing: Double, viewingAngle: Double)
}

/// A point of the screen: x right, y down, from the viewport's top left corner, in points.
public struct ScreenPoint: Hashable, Sendable {
  public let x, y: Double
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
