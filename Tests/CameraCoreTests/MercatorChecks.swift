import CameraCore
import Foundation

/// The Mercator plane worked out apart from the product: world widths, x east, y north.
struct TestPoint: Hashable {
  var x, y: Double

  init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  init(_ place: Coordinate) {
    self.init(longitude: place.longitude, latitude: place.latitude)
  }

  init(longitude: Double, latitude: Double) {
    x = longitude / 360
    y = atanh(sin(latitude * .pi / 180)) / (2 * .pi)
  }

  var latitude: Double { atan(sinh(y * 2 * .pi)) * 180 / .pi }
  var longitude: Double { x * 360 }

  /// The copy nearest in longitude to `other`.
  func turned(near other: TestPoint) -> TestPoint {
    TestPoint(x: other.x + (x - other.x).remainder(dividingBy: 1), y: y)
  }

  func distance(to other: TestPoint) -> Double { hypot(x - other.x, y - other.y) }

  func distance(from a: TestPoint, to b: TestPoint) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let share = length > 0 ? min(max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1) : 0
    return distance(to: TestPoint(x: a.x + share * dx, y: a.y + share * dy))
  }
}

/// A fence for tests, as corners in the Mercator plane.
struct TestFence {
  /// Rings by even-odd, not closed.
  var rings: [[TestPoint]]

  func contains(_ point: TestPoint, within tolerance: Double = 0) -> Bool {
    var isInside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
        if point.distance(from: a, to: b) <= tolerance { return true }
        if (a.y > point.y) != (b.y > point.y),
          point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x)
        {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  /// At any copy of the world.
  func containsAnyCopy(of point: TestPoint, within tolerance: Double = 0) -> Bool {
    let middle = rings[0].reduce(0) { $0 + $1.x } / Double(rings[0].count)
    let near = point.turned(near: TestPoint(x: middle, y: 0))
    return [-1.0, 0, 1].contains {
      contains(TestPoint(x: near.x + $0, y: near.y), within: tolerance)
    }
  }

  var shape: Geofence.Shape {
    .polygons([
      rings.map { ring in
        (ring + [ring[0]]).compactMap {
          Position(longitude: $0.longitude, latitude: $0.latitude)
        }
      }
    ])
  }

  /// Whether the convex quad lies inside: its corners do, and no edge crosses its sides.
  func holds(_ quad: [TestPoint]) -> Bool {
    guard quad.allSatisfy({ contains($0) }) else { return false }
    func side(_ a: TestPoint, _ b: TestPoint, _ c: TestPoint) -> Bool {
      (b.x - a.x) * (c.y - a.y) > (b.y - a.y) * (c.x - a.x)
    }
    for ring in rings {
      // A hole within the quad crosses nothing.
      if TestFence(rings: [quad]).contains(ring[0]) { return false }
      for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
        for (c, d) in zip(quad, quad.dropFirst() + [quad[0]])
        where side(a, b, c) != side(a, b, d) && side(c, d, a) != side(c, d, b) {
          return false
        }
      }
    }
    return true
  }

  /// A star-shaped polygon, concave as a rule, sometimes with a hole.
  static func star(using random: inout SeededGenerator) -> TestFence {
    let count = Int(random.number(in: 5...14))
    let size = pow(10, random.number(in: -6 ... -1))
    let middle = TestPoint(
      x: random.chance(0.3) ? 0.5 : random.number(in: -0.5...0.5),
      y: random.number(in: -0.4...0.4) * (1 - 2.2 * size))
    func ring(_ radii: ClosedRange<Double>) -> [TestPoint] {
      (0..<count).map { index in
        let angle = 2 * .pi * (Double(index) + random.number(in: 0...0.8)) / Double(count)
        let radius = size * random.number(in: radii)
        return TestPoint(x: middle.x + radius * cos(angle), y: middle.y + radius * sin(angle))
      }
    }
    let outer = ring(0.4...1)
    return TestFence(rings: random.chance(0.4) ? [outer, ring(0.1...0.3)] : [outer])
  }

  /// A convex polygon with corners on a turned ellipse.
  static func convex(using random: inout SeededGenerator) -> TestFence {
    let count = Int(random.number(in: 3...9))
    let angles = (0..<count).map { index in
      2 * .pi * (Double(index) + random.number(in: 0.1...0.9)) / Double(count)
    }
    let size = pow(10, random.number(in: -6 ... -0.7))
    let (flat, turn) = (random.number(in: 0.05...1), random.number(in: 0...Double.pi))
    let middle = TestPoint(
      x: random.chance(0.3) ? 0.5 : random.number(in: -0.5...0.5),
      y: random.number(in: -0.45...0.45) * (1 - 2.2 * size))
    return TestFence(rings: [
      angles.map { angle in
        let (u, v) = (size * cos(angle), flat * size * sin(angle))
        return TestPoint(
          x: middle.x + u * cos(turn) - v * sin(turn), y: middle.y + u * sin(turn) + v * cos(turn))
      }
    ])
  }
}

extension CameraPosition {
  func with(target: TestPoint, zoom: Double) -> CameraPosition? {
    Coordinate(cuttingLatitude: target.latitude, longitude: target.longitude).flatMap {
      CameraPosition(target: $0, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
    }
  }
}

extension Viewport {
  /// The four corners of the visible ground around the camera's target; nil with the horizon in view.
  func corners(from camera: CameraPosition) -> [TestPoint]? {
    // A view wider than half a world cannot be told from its corners' longitudes, so look at the
    // same view a thousand times closer.
    let closer = CameraPosition.camera(
      0, 0, zoom: camera.zoom + 20, bearing: camera.bearing, angle: camera.viewingAngle)
    let region = visibleRegion(from: closer)
    let target = TestPoint(camera.target)
    let corners = [region.nearLeft, region.nearRight, region.farRight, region.farLeft]
    let points = corners.compactMap { $0.map { TestPoint($0) } }
    guard points.count == 4 else { return nil }
    return points.map {
      TestPoint(x: target.x + $0.x * exp2(20), y: target.y + $0.y * exp2(20))
    }
  }
}
