/// A worker between its READY and its end.
struct Session {
  let peer: Peer
  let version: Majordomo.Version
  let service: Int
  /// Ours say what they offer, and their heart beats faster.
  let isOurs: Bool
  let credit: Int
  let wantsTimeLeft: Bool
  /// It understands a `CompactHead`.
  let isCompact: Bool
  var lastHeard: Milliseconds
  /// Since when the head of `loads` is computed.
  var headSince: Milliseconds = 0
  /// When it got the last heartbeat on top.
  var probedAt: Milliseconds = 0
  /// What it has to answer, in the order in which it got it.
  private(set) var loads: [Load] = []
  /// The bytes of them.
  private var loadBytes = 0
  /// A worker that holds more gets nothing on top: large requests wait where they are counted.
  private static let loadBytesLimit = 8 << 20
  var isOver = false
  /// How much of the credit is used. Behind a slow request others would wait for this worker while
  /// their deadlines pass; in the queue any worker can take them.
  private var window: Int

  init(
    peer: Peer, version: Majordomo.Version, service: Int, isOurs: Bool, credit: Int,
    wantsTimeLeft: Bool = false, isCompact: Bool = false, lastHeard: Milliseconds
  ) {
    (self.peer, self.version, self.service) = (peer, version, service)
    (self.isOurs, self.credit, self.lastHeard) = (isOurs, credit, lastHeard)
    (self.wantsTimeLeft, self.isCompact) = (wantsTimeLeft, isCompact)
    window = credit
  }

  /// One request that a worker has.
  struct Load {
    let token: UInt64
    /// Nil when the request's end came before the answer: the worker computes for nobody.
    var slot: Int?
    let entry: KnownRequests.Reference?
    let bytes: Int
  }

  mutating func take(_ load: Load) {
    loads.append(load)
    loadBytes += load.bytes
  }

  mutating func removeLoad(at index: Int) -> Load {
    let load = loads.remove(at: index)
    loadBytes -= load.bytes
    return load
  }

  mutating func removeLoads() -> [Load] {
    defer { (loads, loadBytes) = ([], 0) }
    return loads
  }

  /// The request of a load has come to its end before the answer.
  mutating func leaveLoad(at index: Int) { loads[index].slot = nil }

  /// Not the broker's own thread, which has no bound, and not over.
  var isWorker: Bool { credit != .max && !isOver }
  var hasCredit: Bool { loads.count < window && loadBytes < Self.loadBytesLimit && !isOver }

  /// The head of `loads` was computed in so many milliseconds.
  mutating func learn(_ time: Milliseconds) {
    if time > 50 {
      window = max(1, window / 2)
    } else if time <= 10 && window < credit {
      window += 1
    }
  }
}
