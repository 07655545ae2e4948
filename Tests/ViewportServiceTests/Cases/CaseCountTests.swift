import Testing

@Suite struct CaseCountTests {
  /// The messaging cases are run against real processes in `Tests/EndToEnd`.
  static let wire = [
    "wire-01", "wire-02", "wire-04", "wire-05", "wire-06", "wire-07", "wire-08", "wire-09",
    "wire-11", "wire-13", "wire-15", "wire-19",
  ]

  @Test func everyCaseIsRunOrSkippedByName() throws {
    let all = try Case.read()
    let shared = ["fit", "clamp", "update"].flatMap { kind in
      ["ok", "either", "error"].flatMap { Case.cases(kind, outcome: $0) }
    }
    let skipped = all.compactMap { item in Case.missingData(item).map { (item.id, $0) } }
    let run = shared.count + Case.ownTests.count
    #expect(all.count == 71 && run + skipped.count == all.count)
    #expect(Set(WireCaseTests.faults.map(\.id)) == Set(CaseCountTests.wire))
    for (id, reason) in skipped { print("skipped \(id): \(reason)") }
    print(
      "cases: \(run + CaseCountTests.wire.count) run, \(skipped.count) skipped, "
        + "\(all.count + CaseCountTests.wire.count) in all, and 7 of messaging in EndToEnd")
  }
}
