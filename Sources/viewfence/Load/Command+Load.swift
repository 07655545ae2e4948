import Glibc
import Operations

extension Command {
  static let load = Command(
    name: "load", operands: "FILE...", summary: "load a service and check every answer",
    details: [
      """
      The requests in FILEs are sent in turn, each under an id of its own, and every answer is held \
      against one that is computed here, numbers to a billionth. What they publish is published. \
      With --rate the load is open: requests are due at even times whatever the answers do, and \
      latency counts from when they were due, so that a stall shows. Without it each client keeps \
      --window requests under way.
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
    ] + Flag.keys,
    offer: .file,
    run: { arguments throws(Failure) in try runLoad(arguments) })
}

private func runLoad(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let signals = try terminationSignals()
  let plan = try LoadPlan(arguments)
  var reports: [LoadReport] = []
  for workers in plan.workers {
    let report = try plan.run(workers: workers, until: signals)
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
