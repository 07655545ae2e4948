/// The same fit of eight places asked of viewfence and of other ways to serve it.
struct RivalsBenchmark {
  private let sideBySide: SideBySide

  init(options: Options) { sideBySide = SideBySide(options) }

  func run() throws(BenchError) {
    let programs = try RivalPrograms()
    try programs.build(.zmq)
    var contestants = [
      Contestant.serve(threads: 0, programs), .serve(threads: 1, programs),
      .broker(workers: 2, programs), .echo(programs, target: 0.5), .prototype(programs),
      .burstingPrototype(programs), .threadedPrototype(programs), .pyzmq(programs),
    ]
    contestants += offered(.grpc, programs, [.grpcUnary(programs), .grpcStream(programs)])
    contestants += offered(.nats, programs, [.nats(programs)])
    contestants += offered(.http, programs, [.node(programs)])
    let outcomes = try sideBySide.run(contestants)
    let bytes = outcomes[0].measures.first?.requestBytes ?? 0
    Comparison(
      title: "A fit of 8 places, \(bytes) bytes of JSON; \(sideBySide.circumstances); \(machine())",
      subject: 0, outcomes: outcomes
    ).write()
  }

  /// The contestants of a group that must be built; what cannot be built will say so when started.
  private func offered(
    _ group: RivalPrograms.Group, _ programs: RivalPrograms, _ contestants: [Contestant]
  ) -> [Contestant] {
    do throws(BenchError) {
      try programs.build(group)
      return contestants
    } catch {
      return contestants.map { each in
        Contestant(
          name: each.name, does: each.does, client: each.client, needs: each.needs
        ) { _ throws(BenchError) in throw error }
      }
    }
  }
}
