import Operations
import ZeroMQ

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
