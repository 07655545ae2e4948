import Operations
import Synchronization
import ZeroMQ

/// Worker threads that begin and end together.
final class WorkerCrew: Sendable {
  /// Can be read when all threads have ended.
  let ended: WakeUp
  private let stopping: WakeUp
  private let threads: [Thread]

  /// - Parameter ready: called once when each of them has a session.
  init(
    _ settings: WorkerSettings, in context: Context, threads count: Int,
    handler: @escaping @Sendable () -> RequestHandler, log: Log,
    ready: @escaping @Sendable () -> Void = {}
  ) throws {
    guard let ended = WakeUp(), let stopping = WakeUp() else { throw StartError.threads }
    (self.ended, self.stopping) = (ended, stopping)
    try Self.checkEndpoints(settings, in: context)

    let working = Counter(count)
    let sessionless = Counter(count)
    var threads: [Thread] = []
    for number in 0..<count {
      let thread = Thread("worker-\(number)") {
        let isNew = Counter(1)
        Self.work {
          let loop = WorkerLoop(
            settings, in: context, handler: handler(), log: log,
            onFirstSession: {
              if isNew.countDown() == 0, sessionless.countDown() == 0 { ready() }
            })
          do {
            try loop.run(until: stopping)
            return nil
          } catch {
            log.write(.error, "worker.failed", ["reason": "\(error)"])
            return loop.hadSession
          }
        } pause: {
          stopping.wait(milliseconds: Int($0))
        }
        if working.countDown() == 0 { ended.send() }
      }
      guard let thread else {
        stopping.send()
        for thread in threads { thread.join() }
        throw StartError.threads
      }
      threads.append(thread)
    }
    self.threads = threads
  }

  /// Begins anew, after a pause, what fails: that libzmq or the system has something no more, a socket
  /// or memory. That passes, and the others go on meanwhile: better than an end of the process, which
  /// would take all requests with it, and than one that works with fewer threads from then on.
  ///
  /// `attempt` works and returns nil, or fails and returns whether a broker had accepted it until
  /// then; `pause` returns true if nothing is to begin any more.
  static func work(_ attempt: () -> Bool?, pause: (Milliseconds) -> Bool) {
    var backOff = BackOff(from: 100, to: 5000)
    while let hadSession = attempt() {
      if hadSession { backOff.reset() }
      if pause(backOff.next()) { return }
    }
  }

  /// Each answers what it has and ends.
  func tellToStop() { stopping.send() }

  /// Tells all to stop and waits for their end.
  func stop() {
    tellToStop()
    for thread in threads { thread.join() }
  }

  /// An address that cannot be one shall stop the start, not a thread later.
  private static func checkEndpoints(
    _ settings: WorkerSettings, in context: Context
  ) throws(StartError) {
    for endpoint in settings.brokers where !endpoint.hasPrefix("inproc:") {
      do {
        let socket = try Socket(.dealer, in: context)
        if let keys = settings.keys { try socket.useCurve(keys) }
        try socket.connect(endpoint)
      } catch {
        throw .endpoint(key: "broker", endpoint, reason: "\(error)")
      }
    }
  }
}

/// Counts down from a number, past nought too.
private final class Counter: Sendable {
  private let value: Atomic<Int>

  init(_ value: Int) { self.value = Atomic(value) }

  /// - Returns: what is left.
  func countDown() -> Int { value.subtract(1, ordering: .acquiringAndReleasing).newValue }
}
