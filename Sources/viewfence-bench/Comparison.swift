/// Prints outcomes as ratios of one of them, the subject, to each.
struct Comparison {
  let title: String
  let subject: Int
  let outcomes: [SideBySide.Outcome]

  func write() {
    let name = outcomes[subject].contestant.name
    let measured = outcomes.filter { $0.reason == nil }
    let rows = measured.map { outcome in
      let ratios = zip(outcomes[subject].measures, outcome.measures).map { $0.rate / $1.rate }
      let cpu = zip(outcomes[subject].measures, outcome.measures).map {
        $0.serverCPU / $1.serverCPU
      }
      let rates = outcome.each(\.rate)
      return [
        outcome.title, fixed(median(rates), 0), "\(fixed(spread(rates) * 100, 0)) %",
        fixed(median(ratios), 2), range(ratios, 2),
        outcome.contestant.target.map { fixed($0, 2) } ?? "",
        fixed(median(outcome.each(\.serverCPU)), 2), fixed(median(cpu), 2),
        fixed(median(outcome.each(\.clientCPU)), 2), fixed(median(outcome.each(\.p50)), 0),
        fixed(median(outcome.each(\.p99)), 0),
      ]
    }
    let header = [
      "", "requests/s", "spread", "\(name) is x", "least ... most", "to reach", "server CPU us",
      "its CPU is x", "client CPU us", "p50 us", "p99 us",
    ]
    var text = "\(title)\n\n" + table(header, rows) + "\n"
    for outcome in outcomes {
      let does = outcome.reason.map { "left out: \($0)" } ?? outcome.contestant.does
      text += "- \(outcome.contestant.name): \(does)\n"
    }
    viewfence_bench.write(text + "\n", to: 1)
  }
}
