/// A place on the Earth that a camera is kept in.
public struct Geofence: Hashable, Sendable {
  /// A box, or polygons by the even-odd rule (GeoJSON Polygon or MultiPolygon).
  public enum Shape: Hashable, Sendable {
    case bounds(CoordinateBounds)
    /// Polygons of rings of (longitude, latitude) positions, each ring closed; edges are straight
    /// in Mercator and run as written. All rings count by even-odd.
    case polygons([[[Position]]])
  }

  /// What of the camera has to be inside.
  public enum Mode: Hashable, Sendable {
    /// Only the target.
    case target
    /// Everything visible; the zoom rises to the least at which that is possible.
    case viewport
    /// Boxes only: like `viewport`, but one axis may show more, centred.
    case viewportShowAll
  }

  public let shape: Shape
  public let mode: Mode
  /// Boxes only: the zoom stays, and an axis on which the fence is too small is centred.
  public let keepsZoom: Bool
  /// The shape in the Mercator plane, worked out once.
  let region: FenceRegion

  public init(shape: Shape, mode: Mode = .target, keepsZoom: Bool = false) {
    (self.shape, self.mode, self.keepsZoom) = (shape, mode, keepsZoom)
    region = FenceRegion(shape)
  }

  // The region follows from the shape.
  public static func == (a: Self, b: Self) -> Bool {
    a.shape == b.shape && a.mode == b.mode && a.keepsZoom == b.keepsZoom
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(shape)
    hasher.combine(mode)
    hasher.combine(keepsZoom)
  }
}
