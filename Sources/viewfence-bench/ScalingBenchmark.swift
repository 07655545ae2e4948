import Glibc

/// One worker thread and two of them, on all cores.
///
/// The client and the broker need the cores too: two workers cannot do more than all cores do when
/// none of them is ever idle, and that ceiling stands beside what was measured. So many requests
/// are in flight that some wait for a worker at any time.
struct ScalingBenchmark {
  private let options: Options

  init(options: Options) { self.options = options }

  private struct Load {
    let name: String
    let flags: [String]
    let contestant: (_ threads: Int, RivalPrograms) -> Contestant
  }

  func run() throws(BenchError) {
    let programs = try RivalPrograms()
    try programs.build(.zmq)
    let viewfence = { (threads: Int, programs: RivalPrograms) in
      Contestant.serve(threads: threads, programs)
    }
    let loads = [
      Load(name: "viewfence, 100 places", flags: ["--pois", "100"], contestant: viewfence),
      Load(
        name: "C and json-c, 100 places", flags: ["--pois", "100"],
        contestant: { Contestant.threadedPrototype($1, threads: $0) }),
      Load(
        name: "viewfence, 100 places, best bearing",
        flags: ["--pois", "100", "--extra", #""bearing":"best","#], contestant: viewfence),
      Load(
        name: "viewfence, 100 places, tilted, best bearing",
        flags: ["--pois", "100", "--extra", #""bearing":"best","viewing_angle":45,"#],
        contestant: viewfence),
    ]
    var sideBySide = SideBySide(options, seconds: 0.7, window: 256)
    sideBySide.isPinned = false
    let cores = Double(sysconf(CInt(_SC_NPROCESSORS_ONLN)))
    var rows: [[String]] = []
    for load in loads {
      sideBySide.load = load.flags
      let outcomes = try sideBySide.run([
        load.contestant(1, programs), load.contestant(2, programs),
      ])
      let (one, two) = (outcomes[0], outcomes[1])
      let ratios = zip(two.each(\.rate), one.each(\.rate)).map { $0 / $1 }
      let all = two.measures.map { $0.serverCPU + $0.clientCPU }
      let ceiling = cores * 1e6 / median(all) / median(one.each(\.rate))
      let cpu = two.each(\.serverCPU)
      let workers = zip(cpu, two.measures).map { $0 * $1.workerShare }
      rows.append([
        load.name, fixed(median(one.each(\.rate)), 0), fixed(median(two.each(\.rate)), 0),
        fixed(median(ratios), 2), range(ratios, 2), fixed(min(ceiling, 2), 2),
        fixed(median(one.each(\.serverCPU)), 1), fixed(median(cpu), 1),
        fixed(median(workers), 1), fixed(median(two.each(\.clientCPU)), 1),
      ])
    }
    write(
      "A second worker thread; \(sideBySide.circumstances); \(machine())\n\n"
        + table(
          [
            "", "1 worker/s", "2 workers/s", "2 over 1", "least ... most", "cores allow",
            "server CPU us, 1", "with 2", "in workers", "client CPU us",
          ], rows) + "\n", to: 1)
  }
}
