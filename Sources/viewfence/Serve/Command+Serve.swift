import Glibc
import Majordomo
import Operations

extension Command {
  static let serve = Command(
    name: "serve", summary: "answer requests: a broker and its workers in one process",
    details: [readyParagraph, configurationParagraph],
    examples: [
      "viewfence serve --fences config/fences",
      "viewfence serve --config config/viewfence.json --threads 0 --requests tcp://*:5555",
    ],
    flags: [.configuration], flagGroups: ServerSettings.groups { _ in true },
    run: { arguments throws(Failure) in try runBroker(arguments, computes: true) })

  static let broker = Command(
    name: "broker", summary: "take requests for workers in other processes",
    details: [
      readyParagraph,
      """
      It takes what serve takes. Threads, fences, publish prefixes and credit are those of workers: \
      here they are checked, and do nothing.
      """, configurationParagraph,
    ],
    examples: ["viewfence broker --requests tcp://*:5555 --workers tcp://*:5556"],
    flags: [.configuration], flagGroups: ServerSettings.groups { _ in true },
    run: { arguments throws(Failure) in try runBroker(arguments, computes: false) })

  private static let readyParagraph = """
    Prints one line, ready requests=... workers=... cameras=... ingest=... http=..., with the real \
    endpoints of all that is on, once everything is bound and its own workers work. SIGTERM and \
    SIGINT finish what is in flight; a second one ends at once.
    """

  static let configurationParagraph = """
    Each flag below --help is also a key of the configuration and an environment variable: \
    --heartbeat-ms is heartbeat_ms and VIEWFENCE_HEARTBEAT_MS. A flag comes first, then the \
    variable, then the file.
    """
}

extension Flag {
  static let configuration = Flag(
    name: "config", value: "FILE", variable: "VIEWFENCE_CONFIG",
    help: "the configuration; see viewfence help config", offer: .file)
}

private func runBroker(_ arguments: Arguments, computes: Bool) throws(Failure) -> ExitCode {
  let signals = try terminationSignals()
  var settings = try ServerSettings(arguments, environment: environmentVariable)
  settings.broker.keys = try brokerKeys(
    secretKey: settings.secretKey, authorized: settings.authorizedKeys)
  let handler = computes ? try viewportHandler(settings) : nil
  let figures = BrokerFigures()
  let health = try settings.http.map { endpoint throws(Failure) in
    try healthPage(endpoint, figures)
  }
  let stop = try StopSignal(signals, settings) { health?.setReady(false) }
  do {
    let outcome = try Service.run(
      settings: settings.broker, threads: computes ? settings.threads : 0, handler: handler,
      log: Log(threshold: settings.log), figures: health == nil ? nil : figures,
      stop: stop
    ) { endpoints in
      health?.setReady(true)
      write(readyLine(endpoints, http: health?.endpoint), to: STDOUT_FILENO)
      notifyServiceManager(.ready)
    }
    return outcome.isClean ? .ok : .failed
  } catch {
    throw Failure(error is StartError ? .usage : .failed, "\(error)")
  }
}

private func healthPage(
  _ endpoint: String, _ figures: BrokerFigures
) throws(Failure) -> HealthPage {
  do { return try HealthPage(endpoint, metrics: { metrics(figures.latest) }) } catch {
    throw Failure(.usage, "http \(endpoint): \(error)")
  }
}

/// The endpoints that are on, with their real ports.
func readyLine(_ endpoints: BoundEndpoints, http: String?) -> String {
  let pairs = [
    ("requests", endpoints.requests), ("workers", endpoints.workers),
    ("cameras", endpoints.cameras), ("ingest", endpoints.ingest), ("http", http),
  ]
  return "ready" + pairs.map { name, endpoint in endpoint.map { " \(name)=\($0)" } ?? "" }.joined()
    + "\n"
}
