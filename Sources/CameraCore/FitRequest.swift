/// A wish for the camera that shows some content.
public struct FitRequest: Sendable {
  public enum Bearing: Hashable, Sendable {
    case degrees(Double)
    /// The bearing of greatest zoom.
    case best
  }

  public enum Goal: Hashable, Sendable {
    /// The content's screen box is centred in the inset rectangle, at the greatest zoom.
    case centered
    /// The tightest camera that holds the content, centred or not.
    case greatestZoom
    /// The target is given; only the zoom is solved.
    case fixedTarget(Coordinate)
  }

  public var content: FitContent
  public var insets: EdgeInsets
  public var bearing: Bearing
  /// Degrees from straight down, 0 ... 90, cut by the cap at the answer's zoom.
  public var viewingAngle: Double
  public var goal: Goal
  /// Decides between equal cuts of the circle of longitudes, and nothing else.
  public var camera: CameraPosition?

  /// The room that a fit keeps free at each edge unless told otherwise: 64 points.
  public static let defaultInsets = EdgeInsets(trustedTop: 64, left: 64, bottom: 64, right: 64)

  public init(
    content: FitContent, insets: EdgeInsets = FitRequest.defaultInsets,
    bearing: Bearing = .degrees(0), viewingAngle: Double = 0, goal: Goal = .centered,
    camera: CameraPosition? = nil
  ) {
    (self.content, self.insets, self.bearing) = (content, insets, bearing)
    (self.viewingAngle, self.goal, self.camera) = (viewingAngle, goal, camera)
  }
}

extension FitRequest {
  /// What is wrong with the numbers that no type has checked; nil if they are what they may be.
  var fault: String? {
    if case .degrees(let degrees) = bearing, !degrees.isFinite {
      return "the bearing is not finite"
    }
    guard (0...90).contains(viewingAngle) else { return "the viewing angle is not in 0 ... 90" }
    let circle = content.circles.firstIndex { !FitContent.Circle.radii.contains($0.radius) }
    return circle.map { "the radius of circle \($0) is not in 0 ... 5,000,000" }
  }
}

/// The answer to a fit.
public struct FitResult: Hashable, Sendable {
  /// Where in the content a place stands.
  public enum Item: Hashable, Sendable {
    case place(Int)
    case bounds(Int)
    case circle(Int)
    case coordinate(Int)
    case geometry
  }

  public let camera: CameraPosition
  /// All content with its footprints lies in the inset rectangle of `camera`, exactly.
  public let fits: Bool
  public let adjusted: Adjustments
  /// How many items do not lie inside.
  public let outsideCount: Int
  /// The first 100 of them, in the order of the request.
  public let outside: [Item]

  public init(
    camera: CameraPosition, fits: Bool, adjusted: Adjustments, outsideCount: Int, outside: [Item]
  ) {
    (self.camera, self.fits, self.adjusted) = (camera, fits, adjusted)
    (self.outsideCount, self.outside) = (outsideCount, outside)
  }
}
