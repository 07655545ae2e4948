import Glibc
import JSON
import Majordomo
import Operations
import ViewportService
import WireFormat

extension Command {
  static let serve = Command(
    name: "serve", summary: "answer requests: a broker and its workers in one process",
    details: [
      """
      Prints one line, ready requests=... workers=... cameras=... ingest=..., with the real \
      endpoints once everything is bound. SIGTERM and SIGINT finish what is in flight; a second \
      one ends at once.
      """,
      """
      Each flag below --help is also a key of the configuration and an environment variable: \
      --heartbeat-ms is heartbeat_ms and VIEWFENCE_HEARTBEAT_MS. A flag comes first, then the \
      variable, then the file.
      """,
    ],
    examples: [
      "viewfence serve --fences config/fences",
      "viewfence serve --config config/viewfence.json --threads 0 --requests tcp://*:5555",
    ],
    flags: [
      Flag(
        name: "config", value: "FILE", variable: "VIEWFENCE_CONFIG",
        help: "the configuration; see viewfence help config", offer: .file)
    ],
    flagGroups: ServerSettings.groups.map { ($0.title, $0.settings.map(Flag.init)) },
    run: { arguments throws(Failure) in try runServe(arguments) })
}

private func runServe(_ arguments: Arguments) throws(Failure) -> ExitCode {
  // Before the first thread: they inherit that the signals are held back.
  guard let signals = TerminationSignals() else {
    throw Failure(.failed, "the system has no file descriptor left")
  }
  let settings = try ServerSettings(arguments, environment: environmentVariable)
  let fences = try fences(in: settings.fences)
  let service = settings.service
  let handler: (@Sendable () -> RequestHandler)? = {
    let viewports = ViewportService(settings: service, fences: fences)
    return { frames, reply in viewports.answer(frames, into: &reply) }
  }
  let stop = StopSignal(fileDescriptor: signals.fileDescriptor) {
    guard signals.next() != nil else { return false }
    notifyServiceManager(.stopping)
    return true
  }
  do {
    let outcome = try Service.run(
      settings: settings.broker, threads: settings.threads, handler: handler,
      log: Log(threshold: settings.log), stop: stop
    ) { endpoints in
      write(readyLine(endpoints), to: STDOUT_FILENO)
      notifyServiceManager(.ready)
    }
    return outcome.isClean ? .ok : .failed
  } catch {
    throw Failure(.usage, "\(error)")
  }
}

/// The endpoints that are on, with their real ports.
func readyLine(_ endpoints: BoundEndpoints) -> String {
  let pairs = [
    ("requests", endpoints.requests), ("workers", endpoints.workers),
    ("cameras", endpoints.cameras), ("ingest", endpoints.ingest),
  ]
  return "ready" + pairs.map { name, endpoint in endpoint.map { " \(name)=\($0)" } ?? "" }.joined()
    + "\n"
}

/// The fences of all `*.geojson` in `directory`; none if it is empty.
func fences(in directory: String) throws(Failure) -> FenceCatalog {
  var fences = FenceCatalog()
  guard !directory.isEmpty else { return fences }
  let paths: [String]
  do { paths = try files(in: directory, suffix: ".geojson") } catch {
    throw Failure(.usage, "fences: \(error)")
  }
  for path in paths {
    let file = try contents(of: path)
    do { try fences.add(file) } catch { throw Failure(.usage, "\(path): \(error)") }
  }
  return fences
}

func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
