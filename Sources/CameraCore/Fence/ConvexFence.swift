#if canImport(Glibc)
  import Glibc
#endif

/// The places t with normal . t <= limit; `normal` points out and has length 1.
struct HalfPlane: BitwiseCopyable, Sendable {
  let normal: PlaneVector
  let limit: Double
}

/// A convex fence as half-planes, for views that have to lie in it.
///
/// At a fixed bearing and viewing angle the visible ground is t + g_k / S for the four corners g_k
/// of the quad in points, so a side n . x <= c of the fence says n . t + max_k(n . g_k) / S <= c:
/// linear in the target t and in s = 1 / S.
struct ConvexFence: ViewFence {
  let plane: MercatorPlane
  /// The first two hold the target in its latitudes, the others hold the view in the fence.
  private let sides: [HalfPlane]

  /// `sides` in an order without a pattern, for then a search takes time in proportion to them.
  init(plane: MercatorPlane, sides: [HalfPlane]) {
    let limit = WebMercator.targetLatitudeLimit
    let (south, north) = (plane.northing(to: -limit), plane.northing(to: limit))
    self.plane = plane
    self.sides =
      [
        HalfPlane(normal: PlaneVector(x: 0, y: 1), limit: north),
        HalfPlane(normal: PlaneVector(x: 0, y: -1), limit: -south),
      ] + sides
  }

  /// Returns nil unless the closed `ring` is convex and has area.
  init?(plane: MercatorPlane, ring: [PlaneVector]) {
    guard let sides = Self.sides(of: ring) else { return nil }
    // Steps of the golden section go round the ring without a pattern and meet every side.
    var step = Int((Double(sides.count) * 0.618).rounded())
    while Self.greatestCommonDivisor(step, sides.count) != 1 { step += 1 }
    let order = sides.indices.map { sides[$0 * step % sides.count] }
    self.init(plane: plane, sides: order)
  }

  func holds(_ quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel) -> Bool {
    sides.indices.allSatisfy {
      sides[$0].normal.dot(place) <= limit($0, of: quad, at: level)
    }
  }

  func nearest(
    to start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel
  ) -> PlaneVector? {
    if case .found(let place) = search(from: start, for: quad, at: level) { place } else { nil }
  }

  /// Each search that fails names sides that contradict each other and the s up to which they do
  /// not, and the next begins there. No sides are named twice, so this ends.
  func rise(
    from zoom: Double, maximumZoom: Double, for quad: VisibleQuad, near start: PlaneVector
  ) -> FenceLevel? {
    var level = FenceLevel(zoom: zoom)
    // A hair closer than the bound, so that rounding does not contradict it again.
    var hair = 1e-13
    while case .none(let most) = search(from: start, for: quad, at: level) {
      guard let most, level.zoom <= maximumZoom + 1 else { return nil }
      if most >= level.s { hair *= 2 }
      let s = min(most, level.s) * (1 - hair)
      level = FenceLevel(zoom: WebMercator.zoom(worldSize: 1 / s), s: s)
    }
    return level
  }

  private enum Search {
    case found(PlaneVector)
    /// No target is legal at this s, and none is at a greater one than `most`; nil: nor at any.
    case none(most: Double?)
  }

  /// The place nearest to `start` at which a view of s world widths a point lies in the fence.
  ///
  /// The sides are added one by one (Seidel, "Small-dimensional linear programming and convex hulls
  /// made easy", doi:10.1007/BF02574699): if the place so far breaks a new side, the nearest legal
  /// place lies on that side's line. Where the line has no legal part, the side contradicts the two
  /// that cut the line off, and weights of the three that cancel their normals bound s.
  private func search(
    from start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel
  ) -> Search {
    var best = start
    for (index, side) in sides.enumerated() {
      let limit = limit(index, of: quad, at: level)
      let excess = side.normal.dot(best) - limit
      guard excess > 0 else { continue }
      let along = PlaneVector(x: -side.normal.y, y: side.normal.x)
      let foot = start - side.normal * (side.normal.dot(start) - limit)
      var (low, high) = (-Double.infinity, Double.infinity)
      var (lowest, highest) = (index, index)
      for other in 0..<index {
        let slope = sides[other].normal.dot(along)
        let room = self.limit(other, of: quad, at: level) - sides[other].normal.dot(foot)
        if abs(slope) < 1e-15 {
          // Parallel lines; the same way there is always room, for `best` broke this one alone.
          if room < 0, sides[other].normal.dot(side.normal) < 0 {
            return conflict(of: quad, (index, 1), (other, 1), (other, 0))
          }
        } else if slope > 0 {
          if room / slope < high { (high, highest) = (room / slope, other) }
        } else if room / slope > low {
          (low, lowest) = (room / slope, other)
        }
      }
      guard low <= high else {
        // n_i + a n_j + b n_k = 0, by its parts along n_i's line and along n_i.
        let (j, k) = (sides[lowest].normal, sides[highest].normal)
        let turn = j.cross(k)
        let (a, b) = (k.cross(side.normal) / turn, side.normal.cross(j) / turn)
        return conflict(of: quad, (index, 1), (lowest, a), (highest, b))
      }
      best = foot + along * min(max(0, low), high)
    }
    return .found(best)
  }

  /// Weighted sides whose normals cancel: the sum of limit - s reach must not be negative.
  private func conflict(
    of quad: VisibleQuad, _ weighted: (index: Int, weight: Double)...
  ) -> Search {
    var (limits, reaches) = (0.0, 0.0)
    for (index, weight) in weighted {
      limits += weight * sides[index].limit
      reaches += weight * reach(index, of: quad)
    }
    guard reaches > 0, limits > 0 else { return .none(most: nil) }
    return .none(most: limits / reaches)
  }

  private func limit(_ index: Int, of quad: VisibleQuad, at level: FenceLevel) -> Double {
    sides[index].limit - level.s * reach(index, of: quad) + level.slack
  }

  private func reach(_ index: Int, of quad: VisibleQuad) -> Double {
    index < 2 ? 0 : quad.reach(along: sides[index].normal)
  }

  private static func sides(of ring: [PlaneVector]) -> [HalfPlane]? {
    var corners: [PlaneVector] = []
    for corner in ring where corner != corners.last { corners.append(corner) }
    if corners.count > 1, corners.first == corners.last { corners.removeLast() }
    let count = corners.count
    guard count >= 3 else { return nil }

    let area = corners.indices.reduce(0.0) { sum, index in
      sum + (corners[index] - corners[0]).cross(corners[(index + 1) % count] - corners[0])
    }
    guard area != 0 else { return nil }
    let sign: Double = area > 0 ? 1 : -1

    var sides: [HalfPlane] = []
    var turned = 0.0
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % count]
      let edge = next - corner
      let following = corners[(index + 2) % count] - next
      let length = edge.squaredLength.squareRoot()
      let turn = sign * edge.cross(following)
      // What doubles cannot tell from straight is straight.
      guard turn >= -1e-15 * max(length, following.squaredLength.squareRoot()) else { return nil }
      turned += atan2(turn, edge.dot(following))
      let normal = PlaneVector(x: edge.y, y: -edge.x) * (sign / length)
      sides.append(HalfPlane(normal: normal, limit: normal.dot(corner)))
    }
    // A convex ring turns once; a star turns more often.
    return turned < 3 * .pi ? sides : nil
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
