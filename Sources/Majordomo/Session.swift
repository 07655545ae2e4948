/// A worker between its READY and its end.
struct Session {
  let peer: Peer
  let version: Majordomo.Version
  let service: Int
  /// Ours name their credit, and their heart beats faster.
  let isOurs: Bool
  let credit: Int
  var lastHeard: Milliseconds
  /// Since when the head of `loads` is computed.
  var headSince: Milliseconds = 0
  /// What it has to answer, in the order in which it got it.
  var loads: [Load] = []
  var isOver = false

  /// One request that a worker has.
  struct Load {
    let token: UInt64
    /// Nil when the request's end came before the answer: the worker computes for nobody.
    var slot: Int?
    let entry: KnownRequests.Reference?
  }

  /// Not the broker's own thread, which has no bound, and not over.
  var isWorker: Bool { credit != .max && !isOver }
  var hasCredit: Bool { loads.count < credit && !isOver }
}

/// A service, its workers and what waits for them.
struct ServiceQueue {
  let name: [UInt8]
  /// `viewfence.*`: bodies are ours to read, and computing is short.
  let isOurs: Bool
  var queue = SlotList()
  var sessions: [Int] = []
  /// Where the search for a worker goes on.
  var turn = 0
  /// Since when nobody works.
  var idleSince: Milliseconds = 0

  init(_ name: [UInt8]) {
    self.name = name
    isOurs = name.starts(with: "viewfence.".utf8)
  }
}
