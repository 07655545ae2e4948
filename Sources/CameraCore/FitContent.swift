/// What a fit has to hold, in any mix.
public struct FitContent: Sendable {
  /// A place, and how far its icon reaches from it in screen points (not scaled by perspective).
  public struct Place: Hashable, Sendable {
    public let coordinate: Coordinate
    public let footprint: EdgeInsets?
    public init(_ coordinate: Coordinate, footprint: EdgeInsets? = nil) {
      (self.coordinate, self.footprint) = (coordinate, footprint)
    }
  }

  /// All places within `radius` metres (0 ... 5,000,000) of `center` on the sphere.
  public struct Circle: Hashable, Sendable {
    /// Metres.
    static let radii = 0.0...5_000_000
    public let center: Coordinate
    public let radius: Double
    public init(center: Coordinate, radius: Double) {
      (self.center, self.radius) = (center, radius)
    }
  }

  public var places: [Place]
  public var bounds: [CoordinateBounds]
  public var circles: [Circle]
  public var geometry: Geometry?
  public var coordinates: PackedCoordinates?

  public init(
    places: [Place] = [], bounds: [CoordinateBounds] = [], circles: [Circle] = [],
    geometry: Geometry? = nil, coordinates: PackedCoordinates? = nil
  ) {
    (self.places, self.bounds, self.circles) = (places, bounds, circles)
    (self.geometry, self.coordinates) = (geometry, coordinates)
  }
}
