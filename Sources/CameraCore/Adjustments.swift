/// Which limits changed a camera. Named on the wire in the order of their bits.
public struct Adjustments: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let zoomMin = Adjustments(rawValue: 1 << 0)
  public static let zoomMax = Adjustments(rawValue: 1 << 1)
  public static let zoomStep = Adjustments(rawValue: 1 << 2)
  public static let latitude = Adjustments(rawValue: 1 << 3)
  public static let viewingAngleMax = Adjustments(rawValue: 1 << 4)
  public static let fenceTarget = Adjustments(rawValue: 1 << 5)
  public static let fenceZoom = Adjustments(rawValue: 1 << 6)
  public static let fenceCentered = Adjustments(rawValue: 1 << 7)
}

/// A camera and the limits that bit on the way to it.
public struct AdjustedCamera: Hashable, Sendable {
  public let camera: CameraPosition
  public let adjusted: Adjustments

  public init(camera: CameraPosition, adjusted: Adjustments) {
    (self.camera, self.adjusted) = (camera, adjusted)
  }
}
