import Glibc

/// Contestants under the same load, one after the other and round by round.
///
/// Rounds are outermost, so that a slow moment of the machine meets all, and ratios are taken in
/// each round. Servers and clients have all cores, as where they work. With `isPinned` servers have a
/// core and clients another one: that repeats better, and tells what a request costs and not what the
/// machine can do.
struct SideBySide {
  /// A contestant's rounds.
  struct Outcome {
    let contestant: Contestant
    var version: String?
    var measures: [Measure] = []
    /// Why there are no measures.
    var reason: String?

    func each(_ figure: KeyPath<Measure, Double>) -> [Double] {
      measures.map { $0[keyPath: figure] }
    }
    var title: String { version.map { "\(contestant.name), \($0)" } ?? contestant.name }
  }

  let rounds, window: Int
  let seconds: Double
  var isPinned: Bool
  /// Flags of every client on top.
  var load: [String] = []

  init(_ options: Options, rounds: Int = 5, seconds: Double = 1, window: Int = 64) {
    self.rounds = options.count("rounds", rounds)
    self.seconds = options.number("seconds", seconds)
    self.window = options.count("window", window)
    isPinned = options.number("pin", 0) != 0 && sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1
  }

  func run(_ contestants: [Contestant]) throws(BenchError) -> [Outcome] {
    var outcomes = contestants.map { Outcome(contestant: $0) }
    for _ in 0..<rounds {
      for index in outcomes.indices where outcomes[index].reason == nil {
        do throws(BenchError) { try addRound(to: &outcomes[index]) } catch {
          guard let needs = outcomes[index].contestant.needs else { throw error }
          outcomes[index].measures = []
          outcomes[index].reason = "\(error.reason); it needs \(needs)"
        }
      }
    }
    try requireSameCamera(outcomes)
    return outcomes
  }

  private func addRound(to outcome: inout Outcome) throws(BenchError) {
    let contestant = outcome.contestant
    var server = Server(core: isPinned ? 0 : nil)
    let ready = try contestant.start(&server)
    guard let endpoint = ready["requests"] else {
      throw BenchError("\(contestant.name) said '\(ready.text)'")
    }
    outcome.version = ready["version"]
    let client = try Child(
      contestant.client + load + [
        "--endpoint", endpoint, "--pids", server.processes, "--window", "\(window)",
        "--seconds", "\(seconds)", "--echo", contestant.isEcho ? "1" : "0",
      ], core: isPinned ? 1 : nil)
    let reply = client.line() ?? "nothing"
    let line = client.line() ?? "nothing"
    guard client.wait() == 0, var measure = Measure(reply: reply, line: line),
      contestant.isEcho || reply.contains(#""fits":true"#)
    else { throw BenchError("\(contestant.name) answered \(reply)") }
    measure.workerShare = server.share(ofThreads: "worker")
    outcome.measures.append(measure)
  }

  /// All but the echoes were asked the same.
  private func requireSameCamera(_ outcomes: [Outcome]) throws(BenchError) {
    let answers = outcomes.filter { !$0.contestant.isEcho && $0.reason == nil }
    guard let camera = answers.first?.measures.first?.camera else { return }
    for answer in answers {
      guard let other = answer.measures.first?.camera, other.count == camera.count,
        zip(other, camera).allSatisfy({ abs($0 - $1) < 1e-9 })
      else { throw BenchError("\(answer.contestant.name) answered another camera") }
    }
  }

  /// What all rounds had in common, for the line above a table.
  var circumstances: String {
    "tcp, 1 client, window \(window), \(rounds) rounds of \(fixed(seconds, 1)) s in turns, "
      + (isPinned ? "server and client on a core each" : "server and client on all cores")
  }
}
