import Synchronization

/// What a broker tells those who watch over it, as of the end of its last turn. Threads may share
/// it.
public final class BrokerFigures: Sendable {
  public struct Snapshot: Hashable, Sendable {
    public var counters = BrokerCounters()
    public var delivery = DeliveryCounters()
    public var access = AccessCounters()
    /// Requests without a reply, replies that wait for their client, workers, and clients, now.
    public var inFlight = 0
    public var unsent = 0
    public var workers = 0
    public var connections = 0

    public init() {}
  }

  private let snapshot = Mutex(Snapshot())

  public init() {}

  public var latest: Snapshot { snapshot.withLock { $0 } }

  func store(_ new: Snapshot) { snapshot.withLock { $0 = new } }
}
