/// A way from one camera to another, as frames at fractions of a duration.
public struct CameraAnimation: Hashable, Sendable {
  public enum Destination: Hashable, Sendable {
    case camera(CameraPosition)
    case updates([CameraUpdate])
  }

  public enum Curve: Hashable, Sendable { case linear, fly }

  public enum Easing: Hashable, Sendable {
    case linear, easeIn, easeOut, easeInOut, standard
  }

  public enum Frames: Hashable, Sendable {
    /// 2 ... 3600.
    case count(Int)
    /// 1 ... 240.
    case perSecond(Double)
  }

  public var start: CameraPosition
  public var destination: Destination
  public var curve: Curve
  public var easing: Easing
  /// Milliseconds; nil: 300, or by the length of the path for a flight.
  public var duration: Double?
  public var frames: Frames
  /// The curvature of a flight (van Wijk and Nuij recommend 1.42).
  public var rho: Double
  public var minZoomOnPath: Double?

  public init(
    start: CameraPosition, destination: Destination, curve: Curve = .linear,
    easing: Easing = .linear, duration: Double? = nil, frames: Frames = .perSecond(60),
    rho: Double = 1.42, minZoomOnPath: Double? = nil
  ) {
    (self.start, self.destination, self.curve) = (start, destination, curve)
    (self.easing, self.duration, self.frames) = (easing, duration, frames)
    (self.rho, self.minZoomOnPath) = (rho, minZoomOnPath)
  }
}

/// The frames of an animation.
public struct AnimationResult: Hashable, Sendable {
  public struct Frame: Hashable, Sendable {
    /// Milliseconds from the start.
    public let time: Double
    public let camera: CameraPosition
    public init(time: Double, camera: CameraPosition) { (self.time, self.camera) = (time, camera) }
  }

  public let frames: [Frame]
  /// Milliseconds.
  public let duration: Double
  public let pathLength: Double
  public let adjusted: Adjustments

  public init(frames: [Frame], duration: Double, pathLength: Double, adjusted: Adjustments) {
    (self.frames, self.duration) = (frames, duration)
    (self.pathLength, self.adjusted) = (pathLength, adjusted)
  }
}
