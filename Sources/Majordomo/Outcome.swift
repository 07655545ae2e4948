/// How a broker or worker ended.
public struct Outcome: Hashable, Sendable {
  /// Accepted requests that got no computed answer because the time to finish them was over, or a
  /// second signal came, answers for which their clients made no room, and clients that did not take
  /// all of what libzmq had for them of large ones.
  public var abandoned = 0
  /// A second signal ended it at once.
  public var wasForced = false

  public var isClean: Bool { abandoned == 0 && !wasForced }
}
