/// For each edge of a fence the targets at which it reaches into the view: those that lie on the
/// inner side of six lines.
struct ViewHulls {
  /// Six for each edge: outside of one of them, so that normal . t <= limit, a target is legal.
  private let lines: [HalfPlane]
  /// The same lines' limits for what the view reaches.
  private let walls: [HalfPlane]

  init(of edges: [Segment], for quad: VisibleQuad, at level: FenceLevel) {
    let corners = quad.corners
    // Round the view counter-clockwise, so that outside is to the right.
    let sides = zip(corners, corners[1...] + corners[..<1]).map { Segment(from: $0, to: $1).normal }
    var walls: [HalfPlane] = []
    walls.reserveCapacity(edges.count * 6)
    for edge in edges {
      let across = edge.normal
      walls.append(HalfPlane(normal: across, limit: edge.from.dot(across)))
      walls.append(HalfPlane(normal: across * -1, limit: -edge.from.dot(across)))
      for side in sides {
        let limit = min(edge.from.dot(side), edge.to.dot(side))
        walls.append(HalfPlane(normal: side, limit: limit))
      }
    }
    self.walls = walls
    lines = walls.map { wall in
      let reach = quad.reach(along: wall.normal) * level.s
      return HalfPlane(normal: wall.normal, limit: wall.limit - reach + level.slack)
    }
  }

  /// Whether no hull has `target` inside.
  func areClear(of target: PlaneVector) -> Bool {
    stride(from: 0, to: lines.count, by: 6).allSatisfy { first in
      lines[first..<first + 6].contains { $0.normal.dot(target) <= $0.limit }
    }
  }

  /// What the hulls leave of a segment.
  func gaps(on segment: Segment) -> [Segment] {
    let way = segment.to - segment.from
    var covered: [(from: Double, to: Double)] = []
    for first in stride(from: 0, to: lines.count, by: 6) {
      var (from, to) = (0.0, 1.0)
      for index in first..<first + 6 {
        let line = lines[index]
        let depth = line.normal.dot(segment.from) - line.limit
        let slope = line.normal.dot(way)
        if depth + max(slope, 0) <= 0 {
          to = from
          break
        }
        if depth <= 0 {
          from = max(from, -depth / slope)
        } else if depth + slope <= 0 {
          to = min(to, -depth / slope)
        }
      }
      if from < to { covered.append((from, to)) }
    }
    covered.sort { $0.from < $1.from }
    var gaps: [Segment] = []
    var end = 0.0
    for cover in covered + [(1, 1)] {
      if cover.from > end {
        gaps.append(Segment(from: segment.from + way * end, to: segment.from + way * cover.from))
      }
      end = max(end, cover.to)
    }
    return gaps
  }

  /// The targets around a legal one at which each edge stays on the side of the view that it is
  /// farthest out on: an intersection of half-planes.
  func surroundings(of target: PlaneVector, on plane: MercatorPlane) -> ConvexFence {
    func distance(_ index: Int) -> Double {
      lines[index].limit - lines[index].normal.dot(target)
    }
    return ConvexFence(
      plane: plane,
      sides: stride(from: 0, to: lines.count, by: 6).map { first in
        walls[(first..<first + 6).reduce(first) { distance($1) > distance($0) ? $1 : $0 }]
      })
  }
}
