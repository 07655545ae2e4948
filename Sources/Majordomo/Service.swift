import Operations
import ZeroMQ

/// A broker and its workers in one process.
public enum Service {
  /// Serves until `stop` says so; the calling thread is the broker's.
  ///
  /// `threads` are workers in this process, each with a handler of its own. With 0 and a handler the
  /// broker's thread computes; without a handler only workers from elsewhere do. `figures` are kept
  /// up to date for other threads. `ready` is called once, when everything is bound and all these
  /// workers are there: until then what is asked waits, and nobody is told that there is no worker.
  ///
  /// Throws `StartError` before that, and an error of libzmq if the loop cannot go on.
  public static func run(
    settings: BrokerSettings, threads: Int, handler: (@Sendable () -> RequestHandler)?,
    log: Log = Log(), figures: BrokerFigures? = nil, stop: StopSignal,
    ready: (BoundEndpoints) -> Void
  ) throws -> Outcome {
    let context = try Context()
    var loop = try BrokerLoop(
      settings, in: context, handler: threads == 0 ? handler?() : nil, log: log)
    loop.figures = figures
    var crew: WorkerCrew?
    if let handler, threads > 0 {
      var own = WorkerSettings()
      own.brokers = [BrokerSockets.threadsEndpoint]
      own.service = settings.service
      own.credit = settings.credit
      own.heartbeatMilliseconds = Int(settings.bounds.heartbeat)
      own.expiryMilliseconds = Int(settings.bounds.expiry)
      own.drainMilliseconds = settings.drainMilliseconds
      own.maximumFrame = -1
      crew = try WorkerCrew(own, in: context, threads: threads, handler: handler, log: log)
    }
    log.write(
      .info, "broker.started",
      [
        "threads": "\(threads)", "keys": settings.keys.map { "\($0.count)" } ?? "none",
        // Times the size of a reply it is what one stuck subscriber holds.
        "stuck_subscriber_messages": "\(settings.camerasHighWaterMark)",
      ])
    if settings.keys == nil { warnOfOpenDoors(loop.sockets.bound, log) }
    let outcome = try loop.run(until: stop, threads: crew == nil ? 0 : threads, ready: ready)
    // What was given up is still being computed, and nobody waits for it.
    if outcome.isClean { crew?.stop() }
    return outcome
  }

  /// Without keys the network is all that keeps strangers out.
  private static func warnOfOpenDoors(_ bound: BoundEndpoints, _ log: Log) {
    let ports = [
      ("requests", bound.requests), ("workers", bound.workers), ("cameras", bound.cameras),
      ("ingest", bound.ingest),
    ]
    for case (let port, let endpoint?) in ports where !isLocal(endpoint) {
      log.write(
        .warning, "port.open",
        [
          "port": port, "endpoint": endpoint,
          "reason": "whoever reaches it may use it; authorized_keys lets in only some",
        ])
    }
  }
}
