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
    guard packed.count >= leastCount, case .eastOf(let cut) = frame.copies,
      packed.least.x >= cut - 360, packed.greatest.x < cut + 360
    else {
      for index in 0..<packed.count { body(frame.position(of: packed, at: index)) }
      return
    }
    let outline = PackedOutline(packed, in: frame, cut: cut)
    for index in 0..<packed.count {
      let (written, latitude) = packed[index]
      let longitude = written < cut ? written + 360 : written
      if longitude >= outline.west, longitude <= outline.east, latitude >= outline.south,
        latitude <= outline.north
      {
        continue
      }
      let position = frame.position(of: packed, at: index)
      if !outline.holds(position) { body(position) }
    }
  }

  private init(_ packed: PackedCoordinates, in frame: FitFrame, cut: Double) {
    let samples = 1024
    var extremes = [(reach: Double, index: Int)](repeating: (-.infinity, 0), count: 16)
    /// Degrees, east of the cut.
    func sample(_ number: Int) -> (index: Int, place: SIMD2<Double>) {
      let index = number * (packed.count - 1) / (samples - 1)
      let (longitude, latitude) = packed[index]
      return (index, SIMD2(longitude < cut ? longitude + 360 : longitude, latitude))
    }
    var (least, greatest) = (sample(0).place, sample(0).place)
    for number in 0..<samples {
      let place = sample(number).place
      least.replace(with: place, where: place .< least)
      greatest.replace(with: place, where: place .> greatest)
    }
    // Directions that suit the shape of the content, however flat.
    let size = greatest - least
    let scale = (x: 1 / max(size.x, 1e-300), y: 1 / max(size.y, 1e-300))
    let directions: [(x: Double, y: Double)] = [
      (1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1), (-1, 0), (-2, -1),
      (-1, -1), (-1, -2), (0, -1), (1, -2), (1, -1), (2, -1),
    ]
    for number in 0..<samples {
      let (index, place) = sample(number)
      let (x, y) = (place.x * scale.x, place.y * scale.y)
      for (side, direction) in directions.enumerated() {
        let reach = direction.x * x + direction.y * y
        if reach > extremes[side].reach { extremes[side] = (reach, index) }
      }
    }
    var corners = extremes.map { FitAnchor(frame.position(of: packed, at: $0.index)) }
    let count = corners.withUnsafeMutableBufferPointer { moveHullToFront($0) }
    let polygon = corners[..<count].map(\.position)

    // The largest rectangle of some around the middle whose corners the polygon holds.
    let middle = (least + greatest) / 2
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
