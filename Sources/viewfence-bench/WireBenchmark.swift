/// Requests of some places over tcp: viewfence beside a bare ROUTER echo of the same bytes and the
/// same job written in C with json-c.
struct WireBenchmark {
  private var sideBySide: SideBySide
  private let pois: Int
  private let isPacked: Bool

  init(options: Options) {
    sideBySide = SideBySide(options)
    pois = options.count("pois", 8)
    isPacked = options.number("packed", 0) != 0
    sideBySide.load = ["--pois", "\(pois)", "--packed", isPacked ? "1" : "0"]
  }

  func run() throws(BenchError) {
    let programs = try RivalPrograms()
    try programs.build(.zmq)
    var contestants = [
      Contestant.serve(threads: 0, programs), .serve(threads: 1, programs),
      .echo(programs, target: isPacked ? (pois < 10_000 ? 0.6 : 0.8) : 0.5),
    ]
    if !isPacked { contestants += [.prototype(programs), .burstingPrototype(programs)] }
    let outcomes = try sideBySide.run(contestants)
    let bytes = outcomes[0].measures.first?.requestBytes ?? 0
    Comparison(
      title: "A fit of \(pois) \(isPacked ? "packed " : "")places, \(bytes) bytes; "
        + "\(sideBySide.circumstances); \(machine())",
      subject: 0, outcomes: outcomes
    ).write()
  }
}
