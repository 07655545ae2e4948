/// What the broker costs: beside zmq_proxy in the same shape, beside the C prototype with threads,
/// and its decisions alone.
struct BrokerBenchmark {
  private let sideBySide: SideBySide

  init(options: Options) {
    sideBySide = SideBySide(options, seconds: 1)
  }

  func run() throws(BenchError) {
    let programs = try RivalPrograms()
    try programs.build(.zmq)
    try compareProcesses(programs)
    try compareThreads(programs)
    try DecisionsBenchmark().run()
  }

  private func compareProcesses(_ programs: RivalPrograms) throws(BenchError) {
    let c = { (job: String) in
      { (back: String) in
        [programs.program("zmq_server"), "--job", job, "--burst", "1", "--connect", back]
      }
    }
    let outcomes = try sideBySide.run([
      .broker(workers: 2, programs),
      .proxy(
        "zmq_proxy, 2 workers", does: "2 processes that compute as viewfence does, and no more",
        workers: 2, programs, target: 0.85,
        worker: { [RivalPrograms.own("viewfence-bench"), BareWorker.command, $0] }),
      .proxy(
        "zmq_proxy, 2 in C", does: "2 processes with json-c", workers: 2, programs,
        worker: c("fit")),
      .proxy(
        "zmq_proxy, 2 echoes", does: "2 processes that send the request back", workers: 2,
        programs, isEcho: true, worker: c("echo")),
    ])
    Comparison(
      title: "Workers in processes, a fit of 8 places; \(sideBySide.circumstances); \(machine())",
      subject: 0, outcomes: outcomes
    ).write()
  }

  private func compareThreads(_ programs: RivalPrograms) throws(BenchError) {
    let outcomes = try sideBySide.run([
      .serve(threads: 1, programs), .threadedPrototype(programs, target: 0.9),
    ])
    Comparison(
      title: "A worker thread, a fit of 8 places; \(sideBySide.circumstances)", subject: 0,
      outcomes: outcomes
    ).write()
  }
}
