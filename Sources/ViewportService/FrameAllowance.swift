import CameraCore
import WireFormat

/// How many animation frames the rest of a message may have: all together no more than one animation.
struct FrameAllowance {
  private static let maximum = CameraAnimation.maximumFrameCount

  private var rest = maximum
  private(set) var isExceeded = false

  /// Takes `count` frames off, and returns it as a whole number.
  ///
  /// - Throws: a problem with the member at `pointer` if there are not so many left.
  mutating func take(_ count: Double, at pointer: String) throws(Problem) -> Int {
    guard count <= Double(rest) else {
      isExceeded = true
      throw Problem(
        .badSchema, "expected at most \(Self.maximum) animation frames in a message, found more",
        at: pointer)
    }
    rest -= Int(count)
    return Int(count)
  }
}
