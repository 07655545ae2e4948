import CameraCore
import Foundation
import Operations

/// The same numbers, and what is made of them, for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var numbers: SplitMix64
  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func chance(_ share: Double) -> Bool { number(in: 0...1) < share }

  /// Anywhere on the Earth that a camera may stand, often at its seams.
  mutating func place() -> Coordinate {
    let latitude = chance(0.1) ? (chance(0.5) ? 85 : -85) : number(in: -85...85)
    let longitude = chance(0.1) ? (chance(0.5) ? 180 : -180) : number(in: -180...180)
    return Coordinate(latitude: latitude, longitude: longitude) ?? .origin
  }

  /// 1 ... 4096 points on a side, sometimes with padding and another field of view.
  mutating func viewport() -> Viewport {
    let (width, height) = (number(in: 1...4096), number(in: 1...4096))
    var padding = EdgeInsets.zero
    if chance(0.4) {
      padding =
        EdgeInsets(
          top: number(in: 0...height / 2), left: number(in: 0...width / 2),
          bottom: number(in: 0...height / 2), right: number(in: 0...width / 2)) ?? .zero
    }
    let fieldOfView = chance(0.3) ? number(in: 5...90) : Viewport.defaultFieldOfView
    return Viewport(width: width, height: height, padding: padding, fieldOfView: fieldOfView)
      ?? .phone
  }

  /// Zoom 0 ... 22 and any bearing; half of them look straight down.
  mutating func camera() -> CameraPosition {
    CameraPosition(
      target: place(), zoom: number(in: 0...22),
      bearing: chance(0.4) ? 0 : number(in: 0...360),
      viewingAngle: chance(0.5) ? 0 : number(in: 0...65)) ?? .start
  }
}

extension Coordinate {
  static let origin = place(0, 0)

  /// For tests that write their numbers down.
  static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("no place: \(latitude), \(longitude)")
    }
    return place
  }
}

extension CameraPosition {
  static let start = camera(0, 0, zoom: 5)

  static func camera(
    _ latitude: Double, _ longitude: Double, zoom: Double, bearing: Double = 0, angle: Double = 0
  ) -> CameraPosition {
    guard let target = Coordinate(cuttingLatitude: latitude, longitude: longitude),
      let camera = CameraPosition(
        target: target, zoom: zoom, bearing: bearing, viewingAngle: angle)
    else { preconditionFailure("no camera: \(latitude), \(longitude), \(zoom)") }
    return camera
  }
}

extension Viewport {
  static let phone = viewport(390, 844)

  static func viewport(
    _ width: Double, _ height: Double, padding: EdgeInsets = .zero,
    fieldOfView: Double = Viewport.defaultFieldOfView
  ) -> Viewport {
    guard
      let viewport = Viewport(
        width: width, height: height, padding: padding, fieldOfView: fieldOfView)
    else { preconditionFailure("no viewport: \(width) x \(height)") }
    return viewport
  }
}

/// What counts as exact, in points, at `zoom`.
func exactness(zoom: Double) -> Double { max(1e-6, 4e-15 * 256 * exp2(zoom)) }
