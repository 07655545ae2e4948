import CameraCore

/// A request that was found to be right.
public struct ViewportRequest: Sendable {
  public enum Body: Sendable {
    case single(Operation)
    case batch([BatchMember])
  }

  public var id: String
  /// The topic under which the answer is published too.
  public var publish: String?
  public var deadlineMilliseconds: Int?
  public var body: Body
}

/// One of a batch: each is right or wrong for itself.
public struct BatchMember: Sendable {
  public var id: String
  public var operation: Result<Operation, Problem>
}

public enum Operation: Sendable {
  case info
  case viewport(ViewportOperation)
}

/// What is to be computed, for which screen, within which limits. By reference, for it is large and
/// goes from hand to hand.
public final class ViewportOperation: Sendable {
  public enum Action: Sendable {
    case fit(FitRequest, FitNotes)
    case clamp(CameraPosition)
    case update(CameraPosition, [CameraUpdate])
    case animate(CameraAnimation)
    case project(CameraPosition, [Coordinate])
    case unproject(CameraPosition, [ScreenPoint])
    case visibleRegion(CameraPosition)
  }

  public let viewport: Viewport
  public let limits: CameraLimits
  public let action: Action

  init(viewport: Viewport, limits: CameraLimits, action: Action) {
    (self.viewport, self.limits, self.action) = (viewport, limits, action)
  }
}

/// How a fit was written, for what the reply says about it.
public struct FitNotes: Hashable, Sendable {
  /// `bounds` was a list of boxes.
  public var boundsAreListed: Bool
  /// No `insets` were given, so the default holds.
  public var insetsAreDefault: Bool

  /// Where `item` stands in the request.
  public func pointer(to item: FitResult.Item) -> String {
    switch item {
    case .place(let index): "/content/pois/\(index)"
    case .bounds(let index): boundsAreListed ? "/content/bounds/\(index)" : "/content/bounds"
    case .circle(let index): "/content/circles/\(index)"
    case .coordinate(let index): "/content/coordinates/\(index)"
    case .geometry: "/content/geometry"
    }
  }
}
