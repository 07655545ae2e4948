import JSON
import Operations
import ZeroMQ

/// Computes one reply: the body frames of a request (JSON, then packed frames), and where to write.
public typealias RequestHandler = ([UnsafeRawBufferPointer], inout JSONWriter) -> Void

/// What a broker came to listen on: real addresses, nil where it is off.
public struct BoundEndpoints: Hashable, Sendable {
  public var requests, workers, cameras, ingest: String?
}

/// How a broker or worker ended.
public struct Outcome: Hashable, Sendable {
  /// Accepted requests that got no computed answer because the time to finish them was over, or a
  /// second signal came.
  public var abandoned = 0
  /// A second signal ended it at once.
  public var wasForced = false

  public var isClean: Bool { abandoned == 0 && !wasForced }
}

/// Something that can be waited for and says that it is time to end.
public struct StopSignal: Sendable {
  /// Can be read when a signal has come.
  let fileDescriptor: CInt
  /// Takes one signal; false if there is none.
  let take: @Sendable () -> Bool

  public init(fileDescriptor: CInt, take: @escaping @Sendable () -> Bool) {
    (self.fileDescriptor, self.take) = (fileDescriptor, take)
  }
}

/// Why a broker or worker could not begin.
public enum StartError: Error, CustomStringConvertible {
  /// An address that cannot be used; the key of the settings, the address and the reason.
  case endpoint(key: String, String, reason: String)
  case threads

  public var description: String {
    switch self {
    case .endpoint(let key, let endpoint, let reason): "\(key) \(endpoint): \(reason)"
    case .threads: "the system has no thread left"
    }
  }
}

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
      own.maximumFrame = -1
      crew = try WorkerCrew(own, in: context, threads: threads, handler: handler, log: log)
    }
    log.write(
      .info, "broker.started",
      [
        "threads": "\(threads)",
        // Times the size of a reply it is what one stuck subscriber holds.
        "stuck_subscriber_messages": "\(settings.camerasHighWaterMark)",
      ])
    let outcome = try loop.run(until: stop, threads: crew == nil ? 0 : threads, ready: ready)
    // What was given up is still being computed, and nobody waits for it.
    if outcome.isClean { crew?.stop() }
    return outcome
  }
}

/// Workers for brokers in other processes.
public enum Worker {
  /// Works until `stop` says so; the calling thread waits.
  ///
  /// `ready` is called once, from another thread, when a broker has accepted each of the `threads`.
  public static func run(
    settings: WorkerSettings, threads: Int, handler: @escaping @Sendable () -> RequestHandler,
    log: Log = Log(), stop: StopSignal, ready: @escaping @Sendable () -> Void
  ) throws -> Outcome {
    let crew = try WorkerCrew(
      settings, in: try Context(), threads: max(1, threads), handler: handler, log: log,
      ready: ready)
    var poller = Poller()
    let stopping = poller.add(fileDescriptor: stop.fileDescriptor)
    let ended = poller.add(fileDescriptor: crew.ended.fileDescriptor)
    var isStopping = false
    while true {
      try poller.wait(milliseconds: nil)
      if poller.isReadable(ended) {
        crew.stop()
        return Outcome()
      }
      if poller.isReadable(stopping), stop.take() {
        guard !isStopping else { return Outcome(wasForced: true) }
        isStopping = true
        crew.tellToStop()
      }
    }
  }
}
