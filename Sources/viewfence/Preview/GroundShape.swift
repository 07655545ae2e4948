import CameraCore
import Glibc

/// Something on the ground: points, or lines that are straight in Mercator.
struct GroundShape {
  /// Longitudes as written; they may pass 180.
  typealias Place = (longitude: Double, latitude: Double)

  var points: [Place] = []
  var lines: [[Place]] = []

  init(points: [Place] = [], lines: [[Place]] = []) { (self.points, self.lines) = (points, lines) }

  init(_ bounds: CoordinateBounds) {
    let east = bounds.west + bounds.longitudeSpan
    lines = [
      [
        (bounds.west, bounds.south), (bounds.west, bounds.north), (east, bounds.north),
        (east, bounds.south), (bounds.west, bounds.south),
      ]
    ]
  }

  init(_ geometry: Geometry) {
    switch geometry {
    case .points(let positions): points = positions.map { ($0.longitude, $0.latitude) }
    case .path(let positions): lines = [positions.map { ($0.longitude, $0.latitude) }]
    case .collection(let parts):
      for part in parts.map(GroundShape.init) {
        points += part.points
        lines += part.lines
      }
    }
  }

  init(_ shape: Geofence.Shape) {
    switch shape {
    case .bounds(let bounds): self.init(bounds)
    case .polygons(let polygons):
      self.init(lines: polygons.joined().map { ring in ring.map { ($0.longitude, $0.latitude) } })
    }
  }

  /// The rim of a circle on the sphere, as 73 places.
  init(_ circle: FitContent.Circle) {
    let radians = Double.pi / 180
    let angle = circle.radius / 6_378_137
    let latitude = circle.center.latitude * radians
    lines = [
      (0...72).map { step in
        let bearing = Double(step) * 5 * radians
        let sine = sin(latitude) * cos(angle) + cos(latitude) * sin(angle) * cos(bearing)
        let turn = atan2(
          sin(bearing) * sin(angle) * cos(latitude), cos(angle) - sin(latitude) * sine)
        return (
          circle.center.longitude + turn / radians, asin(min(max(sine, -1), 1)) / radians
        )
      }
    ]
  }
}
