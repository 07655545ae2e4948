import JSON

/// The figures of one load, and how they were made.
struct LoadReport {
  /// Workers that were started for it; nil if they were there.
  var workers: Int?
  var clients: Int
  var window: Int
  var pace: Pace
  var seconds: Double
  var killed = 0
  var result: LoadResult

  static let shares: [(name: String, share: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999),
  ]

  /// Right answers a second.
  var throughput: Double { seconds > 0 ? Double(result.right) / seconds : 0 }

  // MARK: - Text

  var text: String {
    var how = workers.map { "\($0) worker\($0 == 1 ? "" : "s")  " } ?? ""
    how += "\(clients) client\(clients == 1 ? "" : "s")  "
    how += pace.rate.map { "rate \(Self.short($0))/s" } ?? "window \(window)"
    if pace.ramp > 0 { how += "  ramp \(Self.short(Double(pace.ramp) / 1e9)) s" }
    how += "  \(Self.short(seconds)) s"
    if killed > 0 { how += "  \(killed) workers killed" }
    let latencies = Self.shares.map {
      "\($0.name) \(Self.duration(result.latency.percentile($0.share)))"
    }
    var text = """
      \(how)
        throughput  \(Self.short(throughput)) answers/s
        latency     \(latencies.joined(separator: "  "))  max \(Self.duration(result.latency.maximum))
        answers     \(result.right) right  \(result.wrong) wrong  \(result.refused) refused  \
      \(result.lost) lost  \(result.doubled) doubled  \(result.resent) sent again

      """
    if let example = result.example { text += "  wrong       \(example)\n" }
    return text
  }

  /// What more workers bring, over the first of `reports`.
  static func scaling(_ reports: [LoadReport]) -> String {
    guard reports.count > 1, let first = reports.first, first.throughput > 0 else { return "" }
    let ratios = reports.map { report in
      "\(report.workers ?? 0): \(short(report.throughput / first.throughput))"
    }
    return "scaling  \(ratios.joined(separator: "  "))\n"
  }

  /// Three digits that count.
  static func short(_ value: Double) -> String {
    var scale = 1.0
    while value.magnitude * scale < 100, scale < 1e6 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && rounded.magnitude < 1e15
      ? "\(Int(rounded))" : "\(rounded)"
  }

  static func duration(_ nanoseconds: Int) -> String {
    switch nanoseconds {
    case ..<1_000_000: "\(short(Double(nanoseconds) / 1e3)) us"
    case ..<1_000_000_000: "\(short(Double(nanoseconds) / 1e6)) ms"
    default: "\(short(Double(nanoseconds) / 1e9)) s"
    }
  }

  // MARK: - JSON

  var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    if let workers { write("workers", workers, &writer) }
    write("clients", clients, &writer)
    if let rate = pace.rate {
      write("rate_per_s", rate, &writer)
    } else {
      write("window", window, &writer)
    }
    write("seconds", seconds, &writer)
    write("killed", killed, &writer)
    write("throughput_per_s", throughput, &writer)
    write("right", result.right, &writer)
    write("wrong", result.wrong, &writer)
    write("refused", result.refused, &writer)
    write("lost", result.lost, &writer)
    write("doubled", result.doubled, &writer)
    write("sent_again", result.resent, &writer)
    write("p50_us", microseconds(0.5), &writer)
    write("p90_us", microseconds(0.9), &writer)
    write("p99_us", microseconds(0.99), &writer)
    write("p99_9_us", microseconds(0.999), &writer)
    write("max_us", Double(result.latency.maximum) / 1e3, &writer)
    write("mean_us", result.latency.mean / 1e3, &writer)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self) + "\n"
  }

  private func microseconds(_ share: Double) -> Double {
    Double(result.latency.percentile(share)) / 1e3
  }

  private func write(_ name: StaticString, _ value: Int, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.value(value)
  }

  private func write(_ name: StaticString, _ value: Double, _ writer: inout JSONWriter) {
    writer.name(name)
    writer.value(value)
  }
}
