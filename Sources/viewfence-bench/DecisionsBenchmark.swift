import Majordomo

/// The broker's decisions alone, without sockets: what it costs to know of every request where it
/// is, so that none is lost with its worker.
struct DecisionsBenchmark {
  func run() throws(BenchError) {
    var rounds: [(request: Double, redispatch: Double)] = []
    for _ in 0..<9 { rounds.append(try measure()) }
    write(
      "The broker's decisions alone, 4 workers, 64 requests in flight; CPU of one thread, "
        + "9 rounds of 100,000 requests\n\n"
        + table(
          ["", "ns", "spread", "at most"],
          [
            row("a request: accepted, dispatched, answered, kept", rounds.map(\.request)),
            row("a request that goes to another worker, on top", rounds.map(\.redispatch)),
          ]) + "\n", to: 1)
  }

  private func row(_ name: String, _ values: [Double]) -> [String] {
    [name, fixed(median(values), 0), "\(fixed(spread(values) * 100, 0)) %", "1000"]
  }

  /// Nanoseconds a request.
  private func measure() throws(BenchError) -> (request: Double, redispatch: Double) {
    let requests = 100_000
    var drill = DecisionDrill(workers: 4, inFlight: 64)
    drill.answer(requests)
    let start = threadCPU()
    drill.answer(requests)
    let request = Double(threadCPU() - start) / Double(requests)

    var (time, redispatched) = (UInt64(0), 0)
    while redispatched < requests / 10 {
      // Those that were blamed for a worker's end are done before the next worker ends.
      drill.answer(256)
      let start = threadCPU()
      redispatched += drill.loseWorker()
      time += threadCPU() - start
    }
    guard drill.isSound else { throw BenchError("the broker lost a request") }
    return (request, Double(time) / Double(redispatched))
  }
}
