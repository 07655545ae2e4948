import Glibc
import Operations
import Synchronization
import ZeroMQ

/// What the threads of a load tell the one that waits.
private final class LoadProgress: Sendable {
  let running: Atomic<Int>
  let isToStop = Atomic(false)
  let outcome = Mutex(Outcome())

  struct Outcome {
    var result = LoadResult()
    var error: String?
    /// When the last one was done.
    var end = 0
  }

  init(threads: Int) { running = Atomic(threads) }
}

extension LoadPlan {
  /// Runs once, with `workers` started for it, or with those that are there if it is nil.
  func run(
    workers: Int?, until signals: TerminationSignals
  ) throws(Failure) -> LoadReport {
    var crew: LoadCrew?
    if let workers { crew = try LoadCrew(workers: workers, fences: fences) }
    defer { crew?.stop() }
    let endpoints = crew.map { [$0.endpoint] } ?? endpoints
    let keys = crew == nil ? keys : nil

    let progress = LoadProgress(threads: self.threads)
    // Connections are made meanwhile.
    let start = Int(Clock.nanoseconds) + 100_000_000
    var threads: [Thread] = []
    for index in 0..<self.threads {
      let thread = Thread("load") {
        do {
          let context = try Context()
          let driven = try stride(from: index, to: clients, by: self.threads).map { client in
            try LoadClient(
              number: client, endpoints: endpoints, keys: keys, workloads: workloads,
              pace: pace.share(of: clients, client: client), window: window, timeout: timeout,
              start: start, context: context)
          }
          try drive(driven, from: start, until: progress)
        } catch {
          progress.outcome.withLock { $0.error = "\(error)" }
        }
        progress.running.subtract(1, ordering: .releasing)
      }
      guard let thread else { throw Failure(.failed, "the system has no thread left") }
      threads.append(thread)
    }
    try watch(progress, crew: crew, killEvery: killEvery, signals: signals)
    for thread in threads { thread.join() }

    let outcome = progress.outcome.withLock { $0 }
    if let error = outcome.error { throw Failure(.usage, "--endpoint: \(error)") }
    return LoadReport(
      workers: workers, clients: clients, window: window, pace: pace,
      seconds: Double(max(0, outcome.end - start)) / 1e9, killed: crew?.killed ?? 0,
      result: outcome.result)
  }
}

/// Runs the clients of one thread to their end.
private func drive(
  _ clients: [LoadClient], from start: Int, until progress: LoadProgress
) throws(ZeroMQError) {
  var poller = Poller()
  for client in clients { client.add(to: &poller) }
  try poller.wait(milliseconds: max(0, start - Int(Clock.nanoseconds)) / 1_000_000)
  while !progress.isToStop.load(ordering: .relaxed) {
    for client in clients { try client.turn() }
    let now = Int(Clock.nanoseconds)
    if clients.allSatisfy({ $0.isDone(at: now) }) { break }
    try poller.wait(milliseconds: clients.compactMap { $0.patience(at: now) }.min() ?? 100)
  }
  for client in clients { client.settle() }
  let end = Int(Clock.nanoseconds)
  progress.outcome.withLock { outcome in
    for client in clients { outcome.result.add(client.result) }
    outcome.end = max(outcome.end, end)
  }
}

/// Waits for the threads; kills workers meanwhile, shows the time, and hears signals.
private func watch(
  _ progress: LoadProgress, crew: LoadCrew?, killEvery: Int?, signals: TerminationSignals
) throws(Failure) {
  let begun = Int(Clock.nanoseconds)
  var nextKill = killEvery.map { begun + $0 * 1_000_000_000 }
  let isTerminal = isatty(STDERR_FILENO) == 1
  while progress.running.load(ordering: .acquiring) > 0 {
    var item = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if poll(&item, 1, 20) > 0, signals.next() != nil {
      progress.isToStop.store(true, ordering: .relaxed)
    }
    let now = Int(Clock.nanoseconds)
    if let crew, let killEvery, let due = nextKill, due <= now {
      try crew.killOne()
      nextKill = due + killEvery * 1_000_000_000
    }
    if isTerminal { write("\r\((now - begun) / 1_000_000_000) s", to: STDERR_FILENO) }
  }
  if isTerminal { write("\r\u{1B}[K", to: STDERR_FILENO) }
}
