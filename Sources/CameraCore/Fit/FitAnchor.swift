/// A place of the content in a Mercator plane, and how far its icon reaches from it on the screen.
struct FitAnchor: BitwiseCopyable {
  /// World widths from the plane's origin.
  var position: PlaneVector
  /// Screen points.
  var left, right, bottom, top: Double

  init(_ position: PlaneVector, footprint: EdgeInsets = .zero) {
    self.position = position
    (left, right) = (footprint.left, footprint.right)
    (bottom, top) = (footprint.bottom, footprint.top)
  }
}
