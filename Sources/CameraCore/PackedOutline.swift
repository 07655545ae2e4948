/// The few of many packed places that can be outermost.
///
/// A convex polygon of some of the places excludes all that lie inside of it, most of them by a
/// rectangle in degrees for which no Mercator ordinate has to be worked out.
struct PackedOutline {
  /// In the frame's plane, counter-clockwise, few.
  private let polygon: [PlaneVector]
  /// Degrees; all of it lies inside of the polygon.
  private let west, south, east, north: Double

  /// Fewer places are not worth the polygon.
  static let leastCount = 512

  /// Visits the places that lie outside of a polygon of others, in the frame's plane; among them are
  /// all corners of the convex hull.
  static func forEachOutermost(
    of packed: PackedCoordinates, in frame: FitFrame, _ body: (PlaneVector) -> Void
  ) {
    guard packed.count >= leastCount, packed.least.x >= -180, packed.greatest.x < 180,
      case .eastOf(let cut) = frame.copies, cut <= packed.least.x
    else {
      for index in 0..<packed.count { body(frame.position(of: packed, at: index)) }
      return
    }
    let outline = PackedOutline(packed, in: frame)
    for index in 0..<packed.count {
      let (longitude, latitude) = packed[index]
      if longitude >= outline.west, longitude <= outline.east, latitude >= outline.south,
        latitude <= outline.north
      {
        continue
      }
      let position = frame.position(of: packed, at: index)
      if !outline.holds(position) { body(position) }
    }
  }

  private init(_ packed: PackedCoordinates, in frame: FitFrame) {
    let samples = 1024
    var extremes = [(reach: Double, index: Int)](repeating: (-.infinity, 0), count: 16)
    // Directions that suit the shape of the content, however flat.
    let size = packed.greatest - packed.least
    let scale = (x: 1 / max(size.x, 1e-300), y: 1 / max(size.y, 1e-300))
    let directions: [(x: Double, y: Double)] = [
      (1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1), (-1, 0), (-2, -1),
      (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1),
    ]
    for sample in 0..<samples {
      let index = sample * (packed.count - 1) / (samples - 1)
      let (longitude, latitude) = packed[index]
      let (x, y) = (longitude * scale.x, latitude * scale.y)
      for (number, direction) in directions.enumerated() {
        let reach = direction.x * x + direction.y * y
        if reach > extremes[number].reach { extremes[number] = (reach, index) }
      }
    }
    var corners = extremes.map { FitAnchor(frame.position(of: packed, at: $0.index)) }
    let count = corners.withUnsafeMutableBufferPointer { moveHullToFront($0) }
    let polygon = corners[..<count].map(\.position)

    // The largest rectangle of some around the middle whose corners the polygon holds.
    let middle = (packed.least + packed.greatest) / 2
    var best = (area: 0.0, half: SIMD2<Double>(repeating: -1))
    for across in stride(from: 0.05, to: 1, by: 0.05) {
      for along in stride(from: 0.05, to: 1, by: 0.05) where across * along > best.area {
        let half = size / 2 * SIMD2(across, along)
        let isInside = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].allSatisfy { sign in
          let corner = middle + half * SIMD2(sign.0, sign.1)
          return Self.holds(
            polygon,
            frame.position(
              of: FitPoint(longitude: corner.x, turn: 0, latitude: corner.y), turn: 0))
        }
        if isInside { best = (across * along, half) }
      }
    }
    let (low, high) = (middle - best.half, middle + best.half)
    self.polygon = polygon
    (west, south, east, north) = (low.x, low.y, high.x, high.y)
  }

  private func holds(_ place: PlaneVector) -> Bool { Self.holds(polygon, place) }

  /// Whether `place` lies in the polygon, not on its edge.
  private static func holds(_ polygon: [PlaneVector], _ place: PlaneVector) -> Bool {
    guard polygon.count > 2, var last = polygon.last else { return false }
    for corner in polygon {
      let (edge, step) = (corner - last, place - last)
      if edge.x * step.y - edge.y * step.x <= 0 { return false }
      last = corner
    }
    return true
  }
}

extension FitFrame {
  fileprivate func position(of packed: PackedCoordinates, at index: Int) -> PlaneVector {
    let (longitude, latitude) = packed[index]
    let arc = LongitudeArc(at: longitude)
    return position(
      of: FitPoint(longitude: arc.start, turn: 0, latitude: latitude), turn: turn(of: arc))
  }
}
