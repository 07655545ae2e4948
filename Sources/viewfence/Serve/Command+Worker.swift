import Glibc
import Majordomo
import Operations

extension Command {
  static let worker = Command(
    name: "worker", summary: "compute for brokers in other processes",
    details: [
      """
      Prints one line, ready, when a broker has taken each of its threads. SIGTERM and SIGINT finish \
      what is being computed; a second one ends at once.
      """, configurationParagraph,
    ],
    examples: ["viewfence worker --broker tcp://10.0.0.5:5556 --threads 2 --fences config/fences"],
    flags: [
      .configuration,
      Flag(
        name: "broker", value: "ENDPOINT", defaultValue: "tcp://127.0.0.1:5556",
        variable: "VIEWFENCE_BROKER", repeats: true, help: "where a broker takes workers"),
      .serverKey,
    ],
    flagGroups: ServerSettings.groups {
      [
        "secret_key", "threads", "fences", "publish_prefixes", "log", "max_json_bytes",
        "max_packed_bytes", "credit", "deadline_ms", "heartbeat_ms", "expiry_ms", "drain_ms",
        "linger_ms",
      ].contains($0)
    },
    run: { arguments throws(Failure) in try runWorker(arguments) })
}

private func runWorker(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let signals = try terminationSignals()
  let settings = try ServerSettings(arguments, environment: environmentVariable)
  let handler = try viewportHandler(settings)
  let worker = try settings.worker(
    for: arguments.texts("broker"), serverKey: arguments.text("server-key") ?? "")
  let stop = try StopSignal(signals, settings) {}
  do {
    let outcome = try Worker.run(
      settings: worker, threads: settings.threads, handler: handler,
      log: Log(threshold: settings.log), stop: stop
    ) {
      write("ready\n", to: STDOUT_FILENO)
      notifyServiceManager(.ready)
    }
    return outcome.isClean ? .ok : .failed
  } catch {
    throw Failure(error is StartError ? .usage : .failed, "\(error)")
  }
}
