/// Polygons of any shape, with holes and in several parts, that everything visible has to lie in.
///
/// A view of s world widths a point covers t + s Q, where t is the target and Q the visible quad. It
/// lies in the polygons if its middle does and no edge reaches into it. The edge ab reaches into it
/// at the targets inside the convex hull of a - s Q and b - s Q, an intersection of six half-planes.
/// So a legal target that cannot come nearer stands on the rim of such a hull, outside all others,
/// or on a latitude limit of targets. What the other hulls leave of each side of each rim is an
/// answer's only place, and the nearest of it is the answer.
struct ViewRoom: ViewFence {
  /// The search looks at all sides of all hulls past all hulls, so it takes no more corners.
  static let cornerLimit = 128

  /// How often an animation may have its zoom raised, which looks at all edges past all edges: that
  /// takes a second or less.
  var riseLimit: Int { 2_500_000 / max(edges.count * edges.count, 1) }

  let plane: MercatorPlane
  private let rings: [FenceRing]
  /// The rings may touch each other round the world, so that their copies count.
  private let isRoundTheWorld: Bool
  /// The boundary of the polygons.
  private let edges: [Segment]
  private let least, greatest: PlaneVector
  private let latitudes: ClosedRange<Double>
  /// What counts as rounding in this plane.
  private let rounding: Double

  /// Returns nil if there are too many corners, or none.
  init?(plane: MercatorPlane, rings: [FenceRing]) {
    guard !rings.isEmpty, rings.reduce(0, { $0 + $1.corners.count - 1 }) <= Self.cornerLimit else {
      return nil
    }
    (self.plane, self.rings) = (plane, rings)
    least = rings.reduce(rings[0].least) {
      PlaneVector(x: min($0.x, $1.least.x), y: min($0.y, $1.least.y))
    }
    greatest = rings.reduce(rings[0].greatest) {
      PlaneVector(x: max($0.x, $1.greatest.x), y: max($0.y, $1.greatest.y))
    }
    let limit = WebMercator.targetLatitudeLimit
    latitudes = plane.northing(to: -limit)...plane.northing(to: limit)
    // Less than what counts as legal, so that the nearest legal place is.
    rounding = min(1e-14 * max(greatest.x - least.x, greatest.y - least.y), 2e-15)
    isRoundTheWorld = greatest.x - least.x > 1 - 1e-9
    let boundary = Self.boundary(of: rings)
    edges = (isRoundTheWorld ? [-2.0, -1, 0, 1, 2] : [0]).flatMap { turn in
      let shift = PlaneVector(x: turn, y: 0)
      return boundary.map { Segment(from: $0.from + shift, to: $0.to + shift) }
    }
  }

  /// The rings' edges without those along which two parts touch, such as the antimeridian.
  private static func boundary(of rings: [FenceRing]) -> [Segment] {
    var edges: [Segment?] = []
    var places: [EdgeKey: Int] = [:]
    for ring in rings {
      for (index, (from, to)) in ring.edges.enumerated() where from != to {
        // The sides of a rectangle round the world touch each other.
        if ring.isEndless, !index.isMultiple(of: 2) { continue }
        let key = EdgeKey(from, to)
        if let place = places.removeValue(forKey: key) {
          edges[place] = nil
        } else {
          places[key] = edges.count
          edges.append(Segment(from: from, to: to))
        }
      }
    }
    return edges.compactMap(\.self)
  }

  /// An edge whichever way it runs, on whichever copy of the world, to what doubles can tell.
  private struct EdgeKey: Hashable {
    let x, y, width, height: Int

    init(_ a: PlaneVector, _ b: PlaneVector) {
      let (low, high) = (a.y, a.x) < (b.y, b.x) ? (a, b) : (b, a)
      // 1e-13 of the world is 4 micrometres. A number that is none is as good as the greatest.
      func whole(_ value: Double) -> Int {
        Int((max(-1e4, value < 1e4 ? value : 1e4) * 1e13).rounded())
      }
      let turn = whole(1)
      let x = whole(low.x) % turn
      self.x = x < 0 ? x + turn : x
      (y, width, height) = (whole(low.y), whole(high.x - low.x), whole(high.y - low.y))
    }
  }

  func holds(_ quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel) -> Bool {
    ViewHulls(of: edges, for: quad, at: level).areClear(of: place)
      && place.y >= latitudes.lowerBound - level.slack
      && place.y <= latitudes.upperBound + level.slack
      && contains(place + quad.middle * level.s)
  }

  func nearest(
    to start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel
  ) -> PlaneVector? {
    let level = FenceLevel(zoom: level.zoom, s: level.s, slack: max(level.slack, rounding))
    if holds(quad, at: start, level) { return start }
    let hulls = ViewHulls(of: edges, for: quad, at: level)
    var sides = sides(of: quad, at: level).compactMap { side in
      side.cut(y: latitudes).map { ($0, ($0.nearest(to: start) - start).squaredLength) }
    }
    sides.sort { $0.1 < $1.1 }
    var best: (place: PlaneVector, distance: Double)?
    for (side, distance) in sides {
      guard distance < best?.distance ?? .infinity else { break }
      for gap in hulls.gaps(on: side) {
        let place = gap.nearest(to: start)
        let distance = (place - start).squaredLength
        if distance < best?.distance ?? .infinity, contains(place + quad.middle * level.s) {
          best = (place, distance)
        }
      }
    }
    return best?.place
  }

  /// A view that has room has room at every greater zoom too, for the smaller view lies within the
  /// larger. From a zoom with room the view grows between the edges around it as far as it goes, and
  /// as long as there is room for a larger one anywhere, it grows there.
  func rise(
    from zoom: Double, maximumZoom: Double, for quad: VisibleQuad, near start: PlaneVector
  ) -> FenceLevel? {
    func level(_ s: Double) -> FenceLevel {
      FenceLevel(zoom: WebMercator.zoom(worldSize: 1 / s), s: s)
    }
    // No view is larger than the box around the polygons.
    let (size, view) = (greatest - least, quad.greatest - quad.least)
    let most = min(isRoundTheWorld ? .infinity : size.x / view.x, size.y / view.y)
    let ceiling = min(FenceLevel(zoom: zoom).s, most)
    var best = level(ceiling)
    var place: PlaneVector?
    while place == nil {
      guard best.zoom <= maximumZoom + 1 else { return nil }
      best = level(best.s / 2)
      place = nearest(to: start, for: quad, at: best)
    }
    // More than rounding can feign.
    var hair = 1e-11 + 4 * rounding / (best.s * min(view.x, view.y))
    while let found = place, best.s < ceiling {
      let around = ViewHulls(of: edges, for: quad, at: best).surroundings(of: found, on: plane)
      if let grown = around.rise(from: zoom, maximumZoom: best.zoom, for: quad, near: found),
        grown.s > best.s
      {
        best = grown
      } else {
        hair *= 2
      }
      let larger = level(best.s * (1 + hair))
      place = nearest(to: start, for: quad, at: larger)
      if place != nil { best = larger }
    }
    return best
  }

  private func contains(_ point: PlaneVector) -> Bool {
    isRoundTheWorld
      ? FenceRing.containsCopy(of: point, in: rings) : FenceRing.contains(point, in: rings)
  }

  /// The sides of the hulls and the latitude limits. A hull has the edge's own sides, moved so that
  /// a corner of the view touches it, and the sides of the view turned round and put to its ends.
  private func sides(of quad: VisibleQuad, at level: FenceLevel) -> [Segment] {
    let corners = quad.corners.map { $0 * level.s }
    var sides: [Segment] = []
    sides.reserveCapacity(edges.count * 6 + 2)
    func turnedView(at place: PlaneVector) {
      for (a, b) in zip(corners, corners[1...] + corners[..<1]) {
        sides.append(Segment(from: place - a, to: place - b))
      }
    }
    for (index, edge) in edges.enumerated() {
      for normal in [edge.normal, edge.normal * -1] {
        let corner = quad.corner(along: normal) * level.s
        sides.append(Segment(from: edge.from - corner, to: edge.to - corner))
      }
      turnedView(at: edge.from)
      // As a rule the next edge begins where this one ends.
      if index + 1 == edges.count || edges[index + 1].from != edge.to {
        turnedView(at: edge.to)
      }
    }
    for y in [latitudes.lowerBound, latitudes.upperBound] {
      sides.append(
        Segment(from: PlaneVector(x: least.x - 2, y: y), to: PlaneVector(x: greatest.x + 2, y: y)))
    }
    return sides
  }
}
