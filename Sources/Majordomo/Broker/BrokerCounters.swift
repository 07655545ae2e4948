/// What happened since a broker began.
public struct BrokerCounters: Hashable, Sendable {
  /// Requests that were accepted; each is answered, refused or in flight.
  public var accepted = 0
  /// By a worker, with a kept reply, or together with the one in flight.
  public var answered = 0
  public var refused = 0
  /// Of those answered: with a kept reply, and together with the one in flight.
  public var repeated = 0
  public var joined = 0
  /// Of those refused: because of their deadline, and after too many attempts.
  public var expired = 0
  public var poisoned = 0
  /// Requests that went to a worker, and those that had to go to another one.
  public var dispatched = 0
  public var redispatched = 0

  /// Workers that came, that were silent too long, computed too long, or could not be reached.
  public var sessions = 0
  public var silentWorkers = 0
  public var slowWorkers = 0
  public var unreachableWorkers = 0
  /// Answers under a token that this broker never gave out, or that another worker has to answer:
  /// forged, or owed to an earlier broker.
  public var foreignAnswers = 0
  /// Answers under a token that is over: after their deadline or the end of their session, or
  /// doubled.
  public var lateAnswers = 0
  /// Answers for `viewfence.*` that are no reply of ours.
  public var garbageAnswers = 0
  /// Frames that are against the protocol.
  public var violations = 0

  public init() {}
}
