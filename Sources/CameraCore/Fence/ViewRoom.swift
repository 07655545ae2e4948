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

  /// Nor more edges on all copies of the world that a view meets.
  private static let edgeLimit = 1024

  /// How often an animation may have its zoom raised, which looks at all edges past all edges: that
  /// takes a second or less.
  var riseLimit: Int { 2_500_000 / max(edgeCount * edgeCount, 1) }

  let plane: MercatorPlane
  private let boundary: FenceBoundary
  private let latitudes: ClosedRange<Double>
  /// What counts as rounding in this plane.
  private let rounding: Double

  /// Returns nil if there are too many corners, or none.
  init?(plane: MercatorPlane, rings: [FenceRing]) {
    guard !rings.isEmpty, rings.reduce(0, { $0 + $1.corners.count - 1 }) <= Self.cornerLimit else {
      return nil
    }
    self.plane = plane
    boundary = FenceBoundary(rings)
    let limit = WebMercator.targetLatitudeLimit
    latitudes = plane.northing(to: -limit)...plane.northing(to: limit)
    // Less than what counts as legal, so that the nearest legal place is.
    let size = boundary.greatest - boundary.least
    rounding = min(1e-14 * max(size.x, size.y), 2e-15)
  }

  /// Round the world all copies of a place are as good.
  var turns: [Double] { boundary.isRoundTheWorld ? [0] : [-1, 0, 1] }

  func takes(_ quad: VisibleQuad, at level: FenceLevel) -> Bool {
    // As a rule an edge is met on three copies of the world.
    guard boundary.isRoundTheWorld else { return true }
    return (3 + 2 * reach(of: quad, at: level)) * Double(boundary.edges.count)
      <= Double(Self.edgeLimit)
  }

  func holds(_ quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel) -> Bool {
    let place = place - turn(of: quad, at: place, level)
    return ViewHulls(of: edges(for: quad, at: level), for: quad, at: level).areClear(of: place)
      && place.y >= latitudes.lowerBound - level.slack
      && place.y <= latitudes.upperBound + level.slack
      && holdsMiddle(of: quad, at: place, level)
  }

  func nearest(
    to start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel
  ) -> PlaneVector? {
    let level = FenceLevel(zoom: level.zoom, s: level.s, slack: max(level.slack, rounding))
    if holds(quad, at: start, level) { return start }
    let turn = turn(of: quad, at: start, level)
    return nearestOfRims(to: start - turn, for: quad, at: level).map { $0 + turn }
  }

  private func nearestOfRims(
    to start: PlaneVector, for quad: VisibleQuad, at level: FenceLevel
  ) -> PlaneVector? {
    let edges = edges(for: quad, at: level)
    let hulls = ViewHulls(of: edges, for: quad, at: level)
    var sides = sides(of: edges, for: quad, at: level).compactMap { side in
      side.cut(y: latitudes).map { ($0, ($0.nearest(to: start) - start).squaredLength) }
    }
    sides.sort { $0.1 < $1.1 }
    var best: (place: PlaneVector, distance: Double)?
    for (side, distance) in sides {
      guard distance < best?.distance ?? .infinity else { break }
      for gap in hulls.gaps(on: side) {
        let place = gap.nearest(to: start)
        // Further away a copy is nearer, and not all edges are drawn.
        if boundary.isRoundTheWorld, abs(place.x - start.x) > 0.5 + 1e-9 { continue }
        let distance = (place - start).squaredLength
        if distance < best?.distance ?? .infinity, holdsMiddle(of: quad, at: place, level) {
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
    func place(at level: FenceLevel) -> PlaneVector? {
      nearest(to: start, for: quad, at: level).map { $0 - turn(of: quad, at: $0, level) }
    }
    // No view is larger than the box around the polygons.
    let size = boundary.greatest - boundary.least
    let view = quad.greatest - quad.least
    let most = min(boundary.isRoundTheWorld ? .infinity : size.x / view.x, size.y / view.y)
    let ceiling = min(FenceLevel(zoom: zoom).s, most)
    var best = level(ceiling)
    var found: PlaneVector?
    while found == nil {
      guard best.zoom <= maximumZoom + 1 else { return nil }
      best = level(best.s / 2)
      found = place(at: best)
    }
    // More than rounding can feign.
    var hair = 1e-11 + 4 * rounding / (best.s * min(view.x, view.y))
    while let target = found, best.s < ceiling {
      let edges = edges(for: quad, at: best)
      let around = ViewHulls(of: edges, for: quad, at: best).surroundings(of: target, on: plane)
      if let grown = around.rise(from: zoom, maximumZoom: best.zoom, for: quad, near: target),
        grown.s > best.s
      {
        best = grown
      } else {
        hair *= 2
      }
      let larger = level(best.s * (1 + hair))
      // At the ceiling there is none.
      guard larger.s < ceiling else { break }
      found = place(at: larger)
      if found != nil { best = larger }
    }
    return best
  }

  /// Whether the middle of a view is inside, or outside by no more than the slack: then its edges have
  /// let a view pass that is thinner than that.
  private func holdsMiddle(
    of quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel
  ) -> Bool {
    let middle = place + quad.middle * level.s
    return boundary.contains(middle) || boundary.distance(to: middle) <= level.slack
  }

  /// The sides of the hulls and the latitude limits. A hull has the edge's own sides, moved so that
  /// a corner of the view touches it, and the sides of the view turned round and put to its ends.
  private func sides(
    of edges: [Segment], for quad: VisibleQuad, at level: FenceLevel
  ) -> [Segment] {
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
        Segment(
          from: PlaneVector(x: boundary.least.x - 2, y: y),
          to: PlaneVector(x: boundary.greatest.x + 2, y: y)))
    }
    return sides
  }

  // MARK: - Copies of the world

  /// As many whole worlds as bring the middle of the view at `place` next to the origin, round the
  /// world.
  private func turn(
    of quad: VisibleQuad, at place: PlaneVector, _ level: FenceLevel
  ) -> PlaneVector {
    guard boundary.isRoundTheWorld else { return .zero }
    return PlaneVector(x: (place.x + quad.middle.x * level.s).rounded(), y: 0)
  }

  /// How far a view reaches east or west from its middle, in world widths.
  private func reach(of quad: VisibleQuad, at level: FenceLevel) -> Double {
    max(quad.greatest.x - quad.middle.x, quad.middle.x - quad.least.x) * level.s
  }

  /// The boundary on all copies of the world that are met by a view with its middle next to the
  /// origin, or a nearest one, which is at most half a world away.
  private func edges(for quad: VisibleQuad, at level: FenceLevel) -> [Segment] {
    guard boundary.isRoundTheWorld else { return boundary.edges }
    let end = 1 + 1e-8 + reach(of: quad, at: level)
    return boundary.edges.flatMap { edge in
      let (west, east) = (min(edge.from.x, edge.to.x), max(edge.from.x, edge.to.x))
      return stride(from: (-end - east).rounded(.up), through: end - west, by: 1).map { turn in
        let shift = PlaneVector(x: turn, y: 0)
        return Segment(from: edge.from + shift, to: edge.to + shift)
      }
    }
  }

  private var edgeCount: Int { boundary.edges.count * (boundary.isRoundTheWorld ? 4 : 1) }
}
