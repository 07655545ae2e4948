import Glibc

/// The latencies of loads over their percentiles, both axes logarithmic, as SVG.
enum LatencyPicture {
  private static let plot = SVG.Rect(80, 40, 640, 320)
  private static let colors = ["a", "b", "c", "d", "e"]
  private static let style = """
    text{font:12px 'DejaVu Sans',Helvetica,Arial,sans-serif;fill:#1d2b36}\
    .paper{fill:#fff}.frame{fill:none;stroke:#1d2b36;stroke-width:1.2}.grid{stroke:#d5dde3}\
    .y{text-anchor:end}.x{text-anchor:middle}.line{fill:none;stroke-width:2}\
    .a{stroke:#1971c2}.b{stroke:#e8590c}.c{stroke:#2f9e44}.d{stroke:#7048e8}.e{stroke:#c2255c}
    """

  static func draw(_ reports: [LoadReport]) -> String {
    let highest = reports.map(\.result.latency.maximum).max() ?? 0
    let lowest = reports.map { $0.result.latency.percentile(0.01) }.min() ?? 0
    let top = log10(max(10, Double(highest))).rounded(.up)
    let bottom = min(log10(max(1, Double(lowest))).rounded(.down), top - 1)
    func y(_ nanoseconds: Int) -> Double {
      let share = (log10(max(1, Double(nanoseconds))) - bottom) / (top - bottom)
      return plot.y + plot.height * (1 - min(max(share, 0), 1))
    }
    // 0 is at the left edge, and each nine takes a fifth of the width.
    func x(_ share: Double) -> Double { plot.x + plot.width * min(-log10(1 - share) / 5, 1) }

    var svg = SVG()
    svg.rect(SVG.Rect(0, 0, 760, 400 + 18 * Double(reports.count)), class: "paper")
    for decade in Int(bottom)...Int(top) {
      let nanoseconds = Int(pow(10, Double(decade)))
      let height = y(nanoseconds)
      svg.paths(
        [[SVG.Point(plot.x, height), SVG.Point(plot.x + plot.width, height)]], class: "grid")
      svg.text(LoadReport.duration(nanoseconds), at: SVG.Point(plot.x - 8, height + 4), class: "y")
    }
    for (name, share) in [
      ("0", 0.0), ("50", 0.5), ("90", 0.9), ("99", 0.99), ("99.9", 0.999),
      ("99.99", 0.9999),
    ] {
      svg.paths(
        [[SVG.Point(x(share), plot.y), SVG.Point(x(share), plot.y + plot.height)]], class: "grid")
      svg.text("\(name) %", at: SVG.Point(x(share), plot.y + plot.height + 18), class: "x")
    }
    for (index, report) in reports.enumerated() {
      let latency = report.result.latency
      let shares = (0...100).map { 1 - pow(10, -Double($0) / 20) }
      // What was seen less than once has no percentile.
      let seen = shares.filter { (1 - $0) * Double(latency.count) >= 1 }
      let color = colors[index % colors.count]
      svg.paths(
        [seen.map { SVG.Point(x($0), y(latency.percentile($0))) }], class: "line \(color)")
      let height = 388 + 18 * Double(index)
      svg.paths(
        [[SVG.Point(plot.x, height), SVG.Point(plot.x + 24, height)]], class: "line \(color)")
      svg.text(
        String(report.text.prefix { $0 != "\n" })
          + "  \(LoadReport.short(report.throughput)) answers/s",
        at: SVG.Point(plot.x + 34, height + 4))
    }
    svg.rect(plot, class: "frame")
    svg.text("latency from when a request was due, over percentiles", at: SVG.Point(plot.x, 24))
    return svg.document(width: 760, height: 400 + 18 * Double(reports.count), style: style)
  }
}
