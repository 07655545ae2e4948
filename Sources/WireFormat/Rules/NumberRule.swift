import CameraCore
import JSON

/// Which numbers a member may have.
struct NumberRule: Sendable {
  let expected: StaticString
  let range: ClosedRange<Double>
  var isWhole = false

  func read(_ node: JSONNode) throws(Problem) -> Double {
    guard let number = node.number, allows(number) else {
      throw .expected(expected, found: node.found)
    }
    return number
  }

  func allows(_ number: Double) -> Bool {
    range.contains(number) && (!isWhole || Int(exactly: number) != nil)
  }
}

extension NumberRule {
  /// Any that is finite. Asked for every place: written so that the compiler makes a constant of it.
  static let any = NumberRule(
    expected: "a number",
    range: ClosedRange(uncheckedBounds: (-0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023)))
  static let version = NumberRule(expected: "1", range: 1...1)
  static let size = NumberRule(
    expected: "points above 0 to 16384", range: Double.leastNonzeroMagnitude...16384)
  static let edge = NumberRule(expected: "points 0 ... 16384", range: 0...16384)
  static let fieldOfView = NumberRule(expected: "degrees 5 ... 90", range: 5...90)
  static let viewingAngle = NumberRule(expected: "degrees 0 ... 90", range: 0...90)
  static let zoomLimit = NumberRule(expected: "a zoom 0 ... 30", range: 0...30)
  static let zoomStep = NumberRule(
    expected: "levels above 0 to 5", range: Double.leastNonzeroMagnitude...5)
  static let rho = NumberRule(expected: "a number 0.1 ... 10", range: 0.1...10)
  static let radius = NumberRule(expected: "metres 0 ... 5000000", range: 0...5_000_000)
  static let screen = NumberRule(expected: "points -1e7 ... 1e7", range: -1e7...1e7)
  static let duration = NumberRule(
    expected: "milliseconds 1 ... 3600000", range: 1...3_600_000)
  static let frameCount = NumberRule(
    expected: "a whole number 2 ... 3600",
    range: 2...Double(CameraAnimation.maximumFrameCount), isWhole: true)
  static let frameRate = NumberRule(expected: "frames a second 1 ... 240", range: 1...240)
  static let deadline = NumberRule(
    expected: "whole milliseconds 1 ... 60000", range: 1...60_000, isWhole: true)
  static let frame = NumberRule(
    expected: "the number of a frame, 1 ... 15", range: 1...15, isWhole: true)
  static let dimensions = NumberRule(expected: "2", range: 2...2)
  static let placeCount = NumberRule(
    expected: "a whole number of places, 0 or more", range: 0...1e15, isWhole: true)
}
