import Glibc
import JSON
import Majordomo
import Operations
import Synchronization
import ZeroMQ

extension Command {
  static let load = Command(
    name: "load", operands: "FILE...", summary: "load a service and check every answer",
    details: [
      """
      The requests in FILEs are sent in turn, each under an id of its own, and every answer is held \
      against one that is computed here, numbers to a billionth. With --rate the load is open: \
      requests are due at even times whatever the answers do, and latency counts from when they \
      were due, so that a stall shows. Without it each client keeps --window requests under way.
      """,
      """
      With --spawn-workers a broker and so many worker processes are started; several numbers with \
      commas between them are run one after the other and show the scaling. Exit code 1 tells that \
      an answer was lost, doubled or wrong.
      """,
    ],
    examples: [
      "viewfence load --clients 8 --window 32 --duration 10 config/examples/fit-across-180.json",
      "viewfence load --rate 2000 --svg latency.svg config/examples/fit-tilted.json",
      "viewfence load --spawn-workers 1,2,4 --kill-every 1 config/examples/fit-tilted.json",
    ],
    flags: [
      Flag(
        name: "endpoint", value: "ENDPOINT", defaultValue: "tcp://127.0.0.1:5555",
        variable: "VIEWFENCE_REQUESTS", repeats: true, help: "where a broker takes requests"),
      Flag(name: "clients", value: "N", defaultValue: "4", help: "connections"),
      Flag(name: "window", value: "N", defaultValue: "16", help: "requests under way on each"),
      Flag(name: "rate", value: "N", help: "requests a second of all clients together"),
      Flag(name: "ramp", value: "S", defaultValue: "0", help: "how long the rate grows first"),
      Flag(name: "duration", value: "S", defaultValue: "10", help: "how long requests are sent"),
      Flag(name: "count", value: "N", help: "the most requests"),
      Flag(name: "threads", value: "N", defaultValue: "1", help: "threads for the clients"),
      Flag(
        name: "timeout", value: "MS", defaultValue: "5000",
        help: "how long one broker may take for a request; then the next is asked"),
      Flag(
        name: "fences", value: "DIR", variable: "VIEWFENCE_FENCES",
        help: "the fences of the service", offer: .directory),
      Flag(
        name: "packed", value: "FILE", repeats: true,
        help: "a frame of packed coordinates that follows each request", offer: .file),
      Flag(name: "spawn-workers", value: "N[,N]...", help: "start a broker and so many workers"),
      Flag(name: "kill-every", value: "S", help: "kill one of these workers so often"),
      Flag(name: "json", help: "print the figures as JSON, a line for each run"),
      Flag(name: "svg", value: "FILE", help: "draw the latencies", offer: .file),
    ],
    offer: .file,
    run: { arguments throws(Failure) in try runLoad(arguments) })
}

private func runLoad(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let signals = try terminationSignals()
  let plan = try LoadPlan(arguments)
  var reports: [LoadReport] = []
  for workers in plan.workers {
    let report = try run(plan, workers: workers, signals: signals)
    write(arguments.has("json") ? report.json : report.text, to: STDOUT_FILENO)
    reports.append(report)
    if report.result.right == 0 && report.result.wrong == 0 {
      throw Failure(.unanswered, "nobody answered")
    }
  }
  if !arguments.has("json") { write(LoadReport.scaling(reports), to: STDOUT_FILENO) }
  if let path = arguments.text("svg") { try save(LatencyPicture.draw(reports), to: path) }
  return reports.allSatisfy(\.result.isClean) ? .ok : .failed
}

private func save(_ text: String, to path: String) throws(Failure) {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard file >= 0 else { throw Failure(.usage, "\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  guard write(text, to: file) else { throw Failure(.failed, "\(path) could not be written") }
}

/// What the flags ask for.
private struct LoadPlan {
  var endpoints: [String]
  var workloads: [Workload]
  var clients, window, threads: Int
  var pace: Pace
  var timeout: Milliseconds
  var fences: String
  /// Numbers of workers to run with; nil for those that are there.
  var workers: [Int?]
  var killEvery: Int?

  init(_ arguments: Arguments) throws(Failure) {
    let seconds = 1...86_400
    endpoints = arguments.texts("endpoint")
    clients = try arguments.integer("clients", in: 1...1000)
    window = try arguments.integer("window", in: 1...10_000)
    threads = min(try arguments.integer("threads", in: 1...64), clients)
    timeout = Int64(try arguments.integer("timeout", in: 1...3_600_000))
    let duration = try arguments.integer("duration", in: seconds)
    pace = Pace(
      ramp: try arguments.integer("ramp", in: 0...86_400) * 1_000_000_000,
      duration: duration * 1_000_000_000)
    if arguments.has("rate") {
      pace.rate = Double(try arguments.integer("rate", in: 1...10_000_000))
    }
    if arguments.has("count") { pace.count = try arguments.integer("count", in: 1...Int.max) }
    killEvery = arguments.has("kill-every") ? try arguments.integer("kill-every", in: seconds) : nil
    workers = [nil]
    if let text = arguments.text("spawn-workers") {
      workers = text.split(separator: ",").map { Int($0) }
      guard !workers.isEmpty, workers.allSatisfy({ (1...1000).contains($0 ?? 0) }) else {
        throw Failure(.usage, "--spawn-workers: expected numbers in 1 ... 1000, found '\(text)'")
      }
    }
    fences = arguments.text("fences") ?? ""
    workloads = try Self.workloads(arguments, fences: fences)
  }

  private static func workloads(
    _ arguments: Arguments, fences: String
  ) throws(Failure) -> [Workload] {
    var settings = ServerSettings()
    settings.fences = fences
    let handler = try viewportHandler(settings)()
    var packed: [[UInt8]] = []
    for path in arguments.texts("packed") { packed.append(try contents(of: path)) }
    var workloads: [Workload] = []
    for path in arguments.operands {
      workloads.append(
        try Workload(name: path, document: try contents(of: path), packedFrames: packed) { frames in
          var reply = JSONWriter()
          handler(frames, &reply)
          return reply.bytes
        })
    }
    guard !workloads.isEmpty else { throw Failure(.usage, "load needs a FILE with a request") }
    return workloads
  }
}

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

private func run(
  _ plan: LoadPlan, workers: Int?, signals: TerminationSignals
) throws(Failure) -> LoadReport {
  var crew: LoadCrew?
  if let workers { crew = try LoadCrew(workers: workers, fences: plan.fences) }
  defer { crew?.stop() }
  var plan = plan
  if let crew { plan.endpoints = [crew.endpoint] }

  let progress = LoadProgress(threads: plan.threads)
  // Connections are made meanwhile.
  let start = nanoseconds() + 100_000_000
  var threads: [Thread] = []
  for index in 0..<plan.threads {
    let (endpoints, workloads, window, timeout) = (
      plan.endpoints, plan.workloads, plan.window, plan.timeout
    )
    let shares = stride(from: index, to: plan.clients, by: plan.threads).map { client in
      (client, plan.pace.share(of: plan.clients, client: client))
    }
    let thread = Thread("load") {
      do {
        let context = try Context()
        let clients = try shares.map { client, pace in
          try LoadClient(
            number: client, endpoints: endpoints, workloads: workloads, pace: pace, window: window,
            timeout: timeout, start: start, context: context)
        }
        try run(clients, from: start, until: progress)
      } catch {
        progress.outcome.withLock { $0.error = "\(error)" }
      }
      progress.running.subtract(1, ordering: .releasing)
    }
    guard let thread else { throw Failure(.failed, "the system has no thread left") }
    threads.append(thread)
  }
  try watch(progress, crew: crew, killEvery: plan.killEvery, signals: signals)
  for thread in threads { thread.join() }

  let outcome = progress.outcome.withLock { $0 }
  if let error = outcome.error { throw Failure(.usage, "--endpoint: \(error)") }
  return LoadReport(
    workers: workers, clients: plan.clients, window: plan.window, pace: plan.pace,
    seconds: Double(max(0, outcome.end - start)) / 1e9, killed: crew?.killed ?? 0,
    result: outcome.result)
}

/// Runs the clients of one thread to their end.
private func run(
  _ clients: [LoadClient], from start: Int, until progress: LoadProgress
) throws(ZeroMQError) {
  var poller = Poller()
  for client in clients { client.add(to: &poller) }
  try poller.wait(milliseconds: max(0, start - nanoseconds()) / 1_000_000)
  while !progress.isToStop.load(ordering: .relaxed) {
    for client in clients { try client.turn() }
    let now = nanoseconds()
    if clients.allSatisfy({ $0.isDone(at: now) }) { break }
    try poller.wait(milliseconds: clients.compactMap { $0.patience(at: now) }.min() ?? 100)
  }
  for client in clients { client.settle() }
  let end = nanoseconds()
  progress.outcome.withLock { outcome in
    for client in clients { outcome.result.add(client.result) }
    outcome.end = max(outcome.end, end)
  }
}

/// Waits for the threads; kills workers meanwhile, shows the time, and hears signals.
private func watch(
  _ progress: LoadProgress, crew: LoadCrew?, killEvery: Int?, signals: TerminationSignals
) throws(Failure) {
  let begun = nanoseconds()
  var nextKill = killEvery.map { begun + $0 * 1_000_000_000 }
  let isTerminal = isatty(STDERR_FILENO) == 1
  while progress.running.load(ordering: .acquiring) > 0 {
    var item = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if poll(&item, 1, 20) > 0, signals.next() != nil {
      progress.isToStop.store(true, ordering: .relaxed)
    }
    let now = nanoseconds()
    if let crew, let killEvery, let due = nextKill, due <= now {
      try crew.killOne()
      nextKill = due + killEvery * 1_000_000_000
    }
    if isTerminal { write("\r\((now - begun) / 1_000_000_000) s", to: STDERR_FILENO) }
  }
  if isTerminal { write("\r\u{1B}[K", to: STDERR_FILENO) }
}
