import Glibc

/// Measures the parts of viewfence and sets it beside rivals. Each run prints its own ratios: a
/// figure says how it was made, and figures of different runs are not compared.
@main
struct Bench {
  static func main() { exit(run()) }

  private static func run() -> Int32 {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch arguments.first {
      case "core": runCoreBenchmarks()
      case "wire": try WireBenchmark(options: Options(arguments.dropFirst())).run()
      default:
        write(
          "usage: viewfence-bench core\n"
            + "       viewfence-bench wire [--rounds N] [--seconds S] [--window N] [--pois N] [--packed 1]\n",
          to: 2)
        return 2
      }
      return 0
    } catch {
      write("viewfence-bench: \(error.reason)\n", to: 2)
      return 1
    }
  }
}

/// Why a run has no figures.
struct BenchError: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

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
}

/// Writes all of `text`, so that lines of several processes do not mix.
func write(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { bytes in
    var start = 0
    while start < bytes.count {
      let written = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      if written <= 0 { return }
      start += written
    }
  }
}
