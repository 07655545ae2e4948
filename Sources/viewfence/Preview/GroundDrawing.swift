import CameraCore
import Glibc

/// What a camera sees, drawn into a rectangle of a picture.
struct GroundDrawing {
  let viewport: Viewport
  let camera: CameraPosition
  /// Picture units for one screen point.
  let scale: Double

  /// Nil behind the camera.
  func point(_ place: GroundShape.Place) -> SVG.Point? {
    guard
      let coordinate = Coordinate(
        cuttingLatitude: place.latitude, longitude: place.longitude),
      let point = viewport.project(coordinate, from: camera)
    else { return nil }
    return SVG.Point(point.x * scale, point.y * scale)
  }

  /// The parts of `line` that are in front of the camera.
  func paths(_ line: [GroundShape.Place]) -> [[SVG.Point]] {
    var paths: [[SVG.Point]] = [[]]
    var last: (place: GroundShape.Place, isCorner: Bool)?
    for (place, isCorner) in Self.dense(line) {
      // Where the nearest copy of the world is another one, the line goes on over there.
      let isTorn = last.map { abs(turn(to: $0.place) - turn(to: place)) > 180 } ?? false
      if isTorn { paths.append([]) }
      if let point = point(place) {
        // The picture of an edge is straight: of what lies between its corners the last is enough.
        if !isCorner, last?.isCorner == false, paths[paths.count - 1].count > 1 {
          paths[paths.count - 1].removeLast()
        }
        paths[paths.count - 1].append(point)
      } else {
        paths.append([])
      }
      last = (place, isCorner)
    }
    return paths.filter { $0.count > 1 }
  }

  private func turn(to place: GroundShape.Place) -> Double {
    (place.longitude - camera.target.longitude).remainder(dividingBy: 360)
  }

  /// The corners of `line` and places between them, so that an edge may end where it goes behind
  /// the camera.
  private static func dense(
    _ line: [GroundShape.Place]
  ) -> [(place: GroundShape.Place, isCorner: Bool)] {
    let parts = line.count > 1000 ? 1 : 64
    var result: [(place: GroundShape.Place, isCorner: Bool)] = []
    for (start, end) in zip(line, line.dropFirst()) {
      let (low, high) = (northing(start.latitude), northing(end.latitude))
      result.append((start, true))
      for part in stride(from: 1, to: parts, by: 1) {
        let share = Double(part) / Double(parts)
        let longitude = start.longitude + (end.longitude - start.longitude) * share
        let latitude = atan(sinh(low + (high - low) * share)) * 180 / .pi
        result.append(((longitude, latitude), false))
      }
    }
    return result + line.suffix(1).map { ($0, true) }
  }

  /// The Mercator northing of a latitude within the square world, in radians.
  private static func northing(_ latitude: Double) -> Double {
    asinh(tan(min(max(latitude, -85.0511287), 85.0511287) * .pi / 180))
  }
}
