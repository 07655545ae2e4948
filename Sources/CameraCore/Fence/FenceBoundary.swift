/// Where polygons begin and end by the even-odd rule, on the circle of longitudes.
///
/// Corners that doubles cannot tell apart are one, an edge that passes over a corner is divided there,
/// and what an even number of edges covers, such as the antimeridian between two parts, is none of it.
struct FenceBoundary: Sendable {
  /// Each on one copy of the world.
  let edges: [Segment]
  /// The corners of the upright box around the polygons.
  let least, greatest: PlaneVector
  /// The polygons may touch each other round the world, so that their copies count.
  let isRoundTheWorld: Bool

  init(_ rings: [FenceRing]) {
    let none = PlaneVector(x: .infinity, y: .infinity)
    let least = rings.reduce(none) {
      PlaneVector(x: min($0.x, $1.least.x), y: min($0.y, $1.least.y))
    }
    let greatest = rings.reduce(none * -1) {
      PlaneVector(x: max($0.x, $1.greatest.x), y: max($0.y, $1.greatest.y))
    }
    (self.least, self.greatest) = (least, greatest)
    isRoundTheWorld = greatest.x - least.x > 1 - 1e-9
    var corners = Corners(isRoundTheWorld: isRoundTheWorld)
    let lines = rings.flatMap { ring in
      ring.edges.map { (from: corners.number(of: $0), to: corners.number(of: $1)) }
    }
    edges = corners.boundary(of: lines)
  }

  /// Whether `point`, on any copy of the world, is inside.
  ///
  /// A ray to the north leaves the polygons for good, on whichever copies their edges are.
  func contains(_ point: PlaneVector) -> Bool {
    let x = isRoundTheWorld ? Corners.rounded(point.x) : point.x
    var isOdd = false
    for edge in edges {
      let (west, east) = edge.from.x < edge.to.x ? (edge.from, edge.to) : (edge.to, edge.from)
      // An edge's eastern end does not belong to it, so that no corner counts twice.
      let copy = isRoundTheWorld ? x + (west.x - x).rounded(.up) : x
      guard copy >= west.x, copy < east.x else { continue }
      let share = (copy - west.x) / (east.x - west.x)
      if west.y + share * (east.y - west.y) > point.y { isOdd.toggle() }
    }
    return isOdd
  }

  /// From `point` to the nearest edge, in world widths; round the world on whichever copy that is.
  func distance(to point: PlaneVector) -> Double {
    edges.reduce(.infinity) { least, edge in
      let turn = isRoundTheWorld ? (point.x - (edge.from.x + edge.to.x) / 2).rounded() : 0
      return (isRoundTheWorld ? [turn - 1, turn, turn + 1] : [0]).reduce(least) {
        let copy = PlaneVector(x: point.x - $1, y: point.y)
        return min($0, (edge.nearest(to: copy) - copy).squaredLength.squareRoot())
      }
    }
  }
}

/// The corners of polygons, each once.
private struct Corners {
  let isRoundTheWorld: Bool
  private var places: [PlaneVector] = []

  init(isRoundTheWorld: Bool) { self.isRoundTheWorld = isRoundTheWorld }

  /// A corner, so many worlds east of where it was first met.
  struct Number {
    var index: Int
    var turn: Double
  }

  /// Corners less than this apart, in world widths, are one.
  private static let hair = 1e-14

  /// Round the world abscissas are whole multiples of this, so that turns are exact.
  static func rounded(_ x: Double) -> Double { (x * 0x1p50).rounded() * 0x1p-50 }

  /// The turn by which `place` is nearest to another in x.
  private func turn(from other: PlaneVector, to place: PlaneVector) -> Double {
    isRoundTheWorld ? (place.x - other.x).rounded() : 0
  }

  mutating func number(of place: PlaneVector) -> Number {
    for (index, other) in places.enumerated() {
      let turn = turn(from: other, to: place)
      if abs(place.x - turn - other.x) < Self.hair, abs(place.y - other.y) < Self.hair {
        return Number(index: index, turn: turn)
      }
    }
    places.append(
      PlaneVector(x: isRoundTheWorld ? Self.rounded(place.x) : place.x, y: place.y))
    return Number(index: places.count - 1, turn: 0)
  }

  private func place(_ number: Number) -> PlaneVector {
    places[number.index] + PlaneVector(x: number.turn, y: 0)
  }

  /// What an odd number of `lines` covers.
  func boundary(of lines: [(from: Number, to: Number)]) -> [Segment] {
    var edges: [Segment?] = []
    var numbers: [Edge: Int] = [:]
    for line in lines {
      var from = line.from
      for to in corners(on: line) + [line.to] {
        defer { from = to }
        let turn = to.turn - from.turn
        guard from.index != to.index || turn != 0 else { continue }
        if let number = numbers.removeValue(forKey: Edge(from.index, to.index, turn: turn)) {
          edges[number] = nil
        } else {
          numbers[Edge(from.index, to.index, turn: turn)] = edges.count
          edges.append(Segment(from: place(from), to: place(to)))
        }
      }
    }
    return edges.compactMap(\.self)
  }

  /// The corners between the ends of `line` that it passes over, in its order.
  private func corners(on line: (from: Number, to: Number)) -> [Number] {
    let (from, to) = (place(line.from), place(line.to))
    let (way, length) = (to - from, (to - from).squaredLength.squareRoot())
    var passed: [(corner: Number, reach: Double)] = []
    for (index, place) in places.enumerated() {
      let nearest = turn(from: place, to: (from + to) / 2)
      for turn in isRoundTheWorld ? [nearest - 1, nearest, nearest + 1] : [0] {
        let step = place + PlaneVector(x: turn, y: 0) - from
        let reach = step.dot(way) / length
        if reach > Self.hair, reach < length - Self.hair,
          abs(way.cross(step)) < Self.hair * length
        {
          passed.append((Number(index: index, turn: turn), reach))
        }
      }
    }
    passed.sort { $0.reach < $1.reach }
    return passed.map(\.corner)
  }

  /// An edge whichever way it runs, on whichever copy of the world.
  private struct Edge: Hashable {
    let low, high: Int
    let turn: Double

    init(_ from: Int, _ to: Int, turn: Double) {
      let isUpward = from < to || (from == to && turn > 0)
      (low, high) = (min(from, to), max(from, to))
      self.turn = isUpward ? turn : -turn
    }
  }
}
