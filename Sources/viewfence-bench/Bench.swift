import Glibc

/// Measures the parts of viewfence and sets it beside rivals. Each run prints its own ratios: a
/// figure says how it was made, and figures of different runs are not compared.
@main
struct Bench {
  static func main() { exit(run()) }

  private static let usage = """
    usage: viewfence-bench core
           viewfence-bench wire [--pois N] [--packed 1] [RUN]    beside an echo and json-c, in C
           viewfence-bench rivals [RUN]                          beside all that can be had here
           viewfence-bench broker [RUN]                          broker and workers beside zmq_proxy
           viewfence-bench scaling [RUN]                         a second worker thread
    RUN: --rounds N, --seconds S a round, --window N requests in flight, --pin 1 for a core each

    """

  private static func run() -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "core": runCoreBenchmarks()
      case "wire": try WireBenchmark(options: Options(arguments.dropFirst())).run()
      case "rivals": try RivalsBenchmark(options: Options(arguments.dropFirst())).run()
      case "broker": try BrokerBenchmark(options: Options(arguments.dropFirst())).run()
      case "scaling": try ScalingBenchmark(options: Options(arguments.dropFirst())).run()
      case BareWorker.command: try BareWorker(proxy: arguments.dropFirst().first ?? "").run()
      default:
        write(usage, to: 2)
        return 2
      }
      return 0
    } catch {
      write("viewfence-bench: \(error.reason)\n", to: 2)
      return 1
    }
  }
}

/// Why a run has no figures.
struct BenchError: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
