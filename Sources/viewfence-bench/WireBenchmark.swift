import Glibc

/// Requests of eight places over tcp, as many in flight as the window says: viewfence beside a bare
/// ROUTER echo of the same bytes and the same job written in C with json-c.
///
/// Server and client have a core each, since an echo that moves between cores is bimodal. Rounds
/// are outermost, so that a slow moment of the machine meets all; ratios are taken in each round.
struct WireBenchmark {
  private struct Contestant {
    let name: String
    let command: [String]
    var isEcho = false
  }

  private struct Measure {
    let rate, p50, p99, cpu: Double
  }

  private let rounds, window, pois: Int
  private let seconds: Double
  private let isPacked: Bool

  init(options: Options) {
    rounds = max(1, Int(options.number("rounds", 5)))
    seconds = options.number("seconds", 1)
    window = max(1, Int(options.number("window", 64)))
    pois = max(1, Int(options.number("pois", 8)))
    isPacked = options.number("packed", 0) != 0
  }

  func run() throws(BenchError) {
    let rivals = try Rivals()
    var contestants = [
      Contestant(name: "bare C echo", command: [rivals.server], isEcho: true),
      Contestant(name: "viewfence --threads 0", command: serve(threads: 0)),
      Contestant(name: "viewfence --threads 1", command: serve(threads: 1)),
    ]
    if !isPacked {
      let fit = [rivals.server, "--job", "fit"]
      contestants.append(Contestant(name: "C with json-c", command: fit))
      contestants.append(
        Contestant(name: "C with json-c, bursts", command: fit + ["--burst", "1"]))
    }
    var measures = [[Measure]](repeating: [], count: contestants.count)
    var bytes = 0
    for _ in 0..<rounds {
      for (index, contestant) in contestants.enumerated() {
        let result = try measure(contestant, client: rivals.client)
        measures[index].append(result.measure)
        bytes = result.bytes
      }
    }
    write(
      "wire  fits of \(pois) \(isPacked ? "packed " : "")places, \(bytes) bytes, tcp, 1 client, window \(window), "
        + "\(rounds) rounds of \(fixed(seconds, 1)) s, server and client on a core each\n", to: 1)
    write(
      row("", ["requests/s", "spread", "of echo", "least...most", "p50 us", "p99 us", "CPU us"]),
      to: 1)
    for (contestant, own) in zip(contestants, measures) {
      let ratios = zip(own, measures[0]).map { $0.rate / $1.rate }
      let rates = own.map(\.rate)
      let spread = ((rates.max() ?? 0) - (rates.min() ?? 0)) / median(rates)
      write(
        row(
          contestant.name,
          [
            fixed(median(rates), 0), "\(fixed(spread * 100, 0)) %", fixed(median(ratios), 3),
            "\(fixed(ratios.min() ?? 0, 3))...\(fixed(ratios.max() ?? 0, 3))",
            fixed(median(own.map(\.p50)), 1), fixed(median(own.map(\.p99)), 1),
            fixed(median(own.map(\.cpu)), 2),
          ]), to: 1)
    }
  }

  private func measure(
    _ contestant: Contestant, client: String
  ) throws(BenchError) -> (measure: Measure, bytes: Int) {
    let cores = sysconf(CInt(_SC_NPROCESSORS_ONLN))
    let server = try Child(contestant.command, core: 0)
    guard let ready = server.line(), ready.hasPrefix("ready "),
      let endpoint = value(of: "requests", in: ready)
    else { throw BenchError("\(contestant.name) did not become ready") }
    let load = try Child(
      [
        client, "--endpoint", endpoint, "--pid", "\(server.pid)", "--window", "\(window)",
        "--pois", "\(pois)", "--seconds", "\(seconds)", "--echo", contestant.isEcho ? "1" : "0",
        "--packed", isPacked ? "1" : "0",
      ], core: cores > 1 ? 1 : 0)
    let reply = load.line() ?? "nothing"
    guard let line = load.line(), load.wait() == 0,
      contestant.isEcho || reply.contains(#""fits":true"#),
      let rate = number("rate", in: line), let p50 = number("p50_us", in: line),
      let p99 = number("p99_us", in: line), let cpu = number("cpu_us", in: line),
      let bytes = number("bytes", in: line)
    else { throw BenchError("\(contestant.name) answered \(reply)") }
    return (Measure(rate: rate, p50: p50, p99: p99, cpu: cpu), Int(bytes))
  }

  /// The program that was built beside this one.
  private func serve(threads: Int) -> [String] {
    let own = CommandLine.arguments[0]
    let directory = own.lastIndex(of: "/").map { own[...$0] } ?? ""
    let free = "tcp://127.0.0.1:0"
    return [
      directory + "viewfence", "serve", "--threads", "\(threads)", "--requests", free,
      "--workers", free, "--cameras", free, "--ingest", free,
    ]
  }

  private func value(of name: String, in line: String) -> String? {
    line.split(separator: " ").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.utf8.count + 1)) }
  }

  private func number(_ name: String, in line: String) -> Double? {
    value(of: name, in: line).flatMap(Double.init)
  }

  private func row(_ name: String, _ cells: [String]) -> String {
    let widths = [11, 7, 8, 14, 8, 8, 8]
    let padded = zip(cells, widths).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }
    return name + String(repeating: " ", count: max(1, 24 - name.count)) + padded.joined() + "\n"
  }
}
