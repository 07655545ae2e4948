/// `--name number` pairs.
struct Options {
  private var values: [String: Double] = [:]

  init(_ arguments: some Collection<String>) throws(BenchError) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst().flatMap(Double.init) else {
        throw BenchError("expected --name and a number, found '\(name)'")
      }
      values[String(name.dropFirst(2))] = value
    }
  }

  /// The number given for `name`, else `usual`.
  func number(_ name: String, _ usual: Double) -> Double { values[name] ?? usual }

  /// The same as a count: at least 1.
  func count(_ name: String, _ usual: Int) -> Int {
    Int(min(max(number(name, Double(usual)), 1), 1e6))
  }
}
