import CameraCore
import Foundation

/// Fits worked out apart from the product: the projection as the articles write it, and nothing but
/// plain bisection.
struct FitOracle {
  struct Item {
    /// World widths: x east (on the copy that is meant), y north.
    var x, y: Double
    var left = 0.0
    var right = 0.0
    var bottom = 0.0
    var top = 0.0
  }

  /// The room in points from the optical centre, y up.
  let left, right, bottom, top: Double
  let distance: Double
  let bearing: Double

  init(_ viewport: Viewport, insets: EdgeInsets, bearing: Double) {
    let p = viewport.padding
    let center = (
      x: (p.left + (viewport.width - p.right)) / 2, y: (p.top + (viewport.height - p.bottom)) / 2
    )
    left = p.left + insets.left - center.x
    right = viewport.width - p.right - insets.right - center.x
    top = center.y - (p.top + insets.top)
    bottom = center.y - (viewport.height - p.bottom - insets.bottom)
    distance = viewport.height / (2 * tan(viewport.fieldOfView * .pi / 360))
    self.bearing = bearing * .pi / 180
  }

  /// A target in the turned plane.
  struct Target { var r, f: Double }

  func turned(_ point: TestPoint) -> Target {
    Target(
      r: point.x * cos(bearing) - point.y * sin(bearing),
      f: point.x * sin(bearing) + point.y * cos(bearing))
  }

  struct Box {
    var left = Double.infinity
    var right = -Double.infinity
    var bottom = Double.infinity
    var top = -Double.infinity
    var isInFront = true
  }

  /// The screen box around all items with their footprints.
  func box(_ items: [Item], target: Target, zoom: Double, angle: Double) -> Box {
    let (size, t) = (256 * pow(2, zoom), angle * .pi / 180)
    let (sinB, cosB, sinT, cosT) = (sin(bearing), cos(bearing), sin(t), cos(t))
    var box = Box()
    for item in items {
      let u = size * ((item.x * cosB - item.y * sinB) - target.r)
      let v = size * ((item.x * sinB + item.y * cosB) - target.f)
      let w = distance + v * sinT
      if w <= 0 { box.isInFront = false }
      let (x, y) = (distance * u / w, distance * v * cosT / w)
      box.left = min(box.left, x - item.left)
      box.right = max(box.right, x + item.right)
      box.bottom = min(box.bottom, y - item.bottom)
      box.top = max(box.top, y + item.top)
    }
    return box
  }

  /// The target that centres the items.
  func centered(_ items: [Item], zoom: Double, angle: Double) -> Target {
    let (size, t) = (256 * pow(2, zoom), angle * .pi / 180)
    let ahead = items.map { $0.x * sin(bearing) + $0.y * cos(bearing) }
    let across = items.map { $0.x * cos(bearing) - $0.y * sin(bearing) }
    let far = 1e7 / size + 2
    var target = Target(r: 0, f: 0)
    // Further ahead the nearest item would be behind the camera.
    let limit = angle == 0 ? far : (ahead.min() ?? 0) + distance / sin(t) / size
    target.f = bisect((ahead.min() ?? 0) - far, min((ahead.max() ?? 0) + far, limit)) { f in
      let box = box(items, target: Target(r: 0, f: f), zoom: zoom, angle: angle)
      return !box.isInFront || box.top + box.bottom < top + bottom
    }
    target.r = bisect((across.min() ?? 0) - far, (across.max() ?? 0) + far) { r in
      let box = box(items, target: Target(r: r, f: target.f), zoom: zoom, angle: angle)
      return box.right + box.left < right + left
    }
    return target
  }

  /// Where `isBeyond` begins to hold.
  private func bisect(_ from: Double, _ to: Double, _ isBeyond: (Double) -> Bool) -> Double {
    var (low, high) = (from, to)
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return low }
      if isBeyond(middle) { high = middle } else { low = middle }
    }
  }

  /// By how many points the box is larger than the room; positive: it does not fit.
  func excess(_ box: Box) -> Double {
    guard box.isInFront else { return .infinity }
    return max((box.right - box.left) - (right - left), (box.top - box.bottom) - (top - bottom))
  }

  func fits(_ items: [Item], zoom: Double, angle: Double) -> Bool {
    let target = centered(items, zoom: zoom, angle: angle)
    return excess(box(items, target: target, zoom: zoom, angle: angle)) <= 0
  }

  /// The greatest zoom of items without footprints at a fixed angle.
  func greatestZoom(_ items: [Item], angle: Double) -> Double {
    bisect(-20, 45) { !fits(items, zoom: $0, angle: angle) }
  }

  /// Whether any target holds items without footprints in the room: the one that pushes them up to
  /// its upper edge draws them smallest.
  func holdsSomewhere(_ items: [Item], zoom: Double, angle: Double) -> Bool {
    let size = 256 * pow(2, zoom)
    let ahead = items.map { $0.x * sin(bearing) + $0.y * cos(bearing) }
    let across = items.map { $0.x * cos(bearing) - $0.y * sin(bearing) }
    let far = 1e7 / size + 2
    let limit =
      angle == 0 ? far : (ahead.min() ?? 0) + distance / sin(angle * .pi / 180) / size
    var target = Target(r: 0, f: 0)
    target.f = bisect((ahead.min() ?? 0) - far, min((ahead.max() ?? 0) + far, limit)) { f in
      let result = box(items, target: Target(r: 0, f: f), zoom: zoom, angle: angle)
      return !result.isInFront || result.top < top
    }
    target.r = bisect((across.min() ?? 0) - far, (across.max() ?? 0) + far) { r in
      box(items, target: Target(r: r, f: target.f), zoom: zoom, angle: angle).right < right
    }
    let result = box(items, target: target, zoom: zoom, angle: angle)
    return result.isInFront && result.left >= left && result.bottom >= bottom
  }

  /// All ways to cut the circle of longitudes.
  func cuts(_ items: [Item]) -> [[Item]] {
    Set(items.map(\.x)).sorted().map { cut in
      items.map { item in
        var item = item
        if item.x < cut { item.x += 1 }
        return item
      }
    }
  }
}
