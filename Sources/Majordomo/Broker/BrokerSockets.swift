import Operations
import ZeroMQ

/// The sockets of a broker. Those that are off exist but are bound to nothing.
struct BrokerSockets: ~Copyable {
  static let threadsEndpoint = "inproc://threads"

  let requests: Socket
  let workers: Socket
  let threads: Socket
  let cameras: Socket
  let ingest: Socket
  let bound: BoundEndpoints
  private let locks: [LockFile]

  init(_ settings: BrokerSettings, in context: Context, gatekeeper: Gatekeeper?) throws {
    let requests = try Socket(.router, in: context)
    let workers = try Socket(.router, in: context)
    let threads = try Socket(.router, in: context)
    let cameras = try Socket(.xpub, in: context)
    let ingest = try Socket(.pull, in: context)

    // Options act at the next bind.
    try requests.set(.routerMandatory, to: 1)
    try workers.set(.routerMandatory, to: 1)
    try threads.set(.routerMandatory, to: 1)
    try requests.setHighWaterMarks(to: settings.requestsHighWaterMark)
    // A client may have so many in flight, and libzmq hears of what was read half a mark late: with
    // less room their replies would be thrown away.
    try requests.set(
      .sendHighWaterMark,
      to: max(settings.requestsHighWaterMark, 2 * settings.bounds.perConnection))
    // A worker that holds all its credit must have room for it.
    let workersHighWaterMark = max(settings.workersHighWaterMark, 2 * settings.bounds.credit)
    try workers.setHighWaterMarks(to: workersHighWaterMark)
    try threads.setHighWaterMarks(to: workersHighWaterMark)
    try cameras.setHighWaterMarks(to: settings.camerasHighWaterMark)
    try ingest.setHighWaterMarks(to: settings.ingestHighWaterMark)
    try requests.set(.maximumFrameSize, to: settings.maximumFrame)
    try workers.set(.maximumFrameSize, to: settings.maximumFrame)
    try ingest.set(.maximumFrameSize, to: settings.maximumFrame)
    // Subscriptions are short.
    try cameras.set(.maximumFrameSize, to: 1 << 16)
    // Without it a second late subscriber would get no last value.
    try cameras.set(.xpubVerbose, to: 1)
    // One stuck subscriber must not stop the others.
    try cameras.set(.xpubNoDrop, to: 0)

    try gatekeeper?.guardPort("requests", requests)
    try gatekeeper?.guardPort("workers", workers)
    try gatekeeper?.guardPort("cameras", cameras)
    try gatekeeper?.guardPort("ingest", ingest)

    var locks: [LockFile] = []
    var bound = BoundEndpoints()
    bound.requests = try Self.bind(requests, "requests", settings.requests, &locks)
    bound.workers = try Self.bind(workers, "workers", settings.workers, &locks)
    bound.cameras = try Self.bind(cameras, "cameras", settings.cameras, &locks)
    bound.ingest = try Self.bind(ingest, "ingest", settings.ingest, &locks)
    try threads.bind(Self.threadsEndpoint)

    (self.bound, self.locks) = (bound, locks)
    self.requests = requests
    self.workers = workers
    self.threads = threads
    self.cameras = cameras
    self.ingest = ingest
  }

  /// Does something with the ROUTER of that port.
  func with(
    _ port: Peer.Port, _ body: (borrowing Socket) throws(ZeroMQError) -> Void
  ) throws(ZeroMQError) {
    switch port {
    case .requests: try body(requests)
    case .workers: try body(workers)
    case .threads: try body(threads)
    }
  }

  private static func bind(
    _ socket: borrowing Socket, _ key: String, _ endpoint: String?, _ locks: inout [LockFile]
  ) throws(StartError) -> String? {
    guard let endpoint else { return nil }
    do {
      if let lock = try lockFile(for: endpoint) { locks.append(lock) }
      try socket.bind(endpoint)
      return try socket.lastEndpoint
    } catch {
      throw .endpoint(key: key, endpoint, reason: "\(error)")
    }
  }
}

extension Socket {
  fileprivate func setHighWaterMarks(to messages: Int) throws(ZeroMQError) {
    // 0 would be no bound at all.
    try set(.sendHighWaterMark, to: max(messages, 1))
    try set(.receiveHighWaterMark, to: max(messages, 1))
  }
}
