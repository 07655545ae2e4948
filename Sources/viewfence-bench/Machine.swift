import Glibc

/// Where and when figures were made: "2026-01-31, 2 cores of AMD EPYC, Linux 6.1.0".
func machine() -> String {
  var now = time(nil)
  var date = tm()
  gmtime_r(&now, &date)
  var text = [CChar](repeating: 0, count: 16)
  strftime(&text, text.count, "%Y-%m-%d", &date)
  var system = utsname()
  uname(&system)
  let release = withUnsafeBytes(of: &system.release) {
    // What follows the number names somebody's build of it.
    String(decoding: $0.prefix { $0 != 0 && $0 != UInt8(ascii: "-") }, as: UTF8.self)
  }
  return "\(string(text)), \(sysconf(CInt(_SC_NPROCESSORS_ONLN))) cores"
    + (processor().map { " of \($0)" } ?? "") + ", Linux \(release)"
}

private func string(_ text: [CChar]) -> String {
  String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// What the kernel calls the processor.
private func processor() -> String? {
  lines(of: "/proc/cpuinfo").first { $0.hasPrefix("model name") }
    .flatMap { $0.split(separator: ":", maxSplits: 1).last }
    .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

func firstLine(of file: String) -> String { lines(of: file).first ?? "" }

private func lines(of file: String) -> [String] {
  guard let stream = fopen(file, "r") else { return [] }
  defer { fclose(stream) }
  var line = [CChar](repeating: 0, count: 4096)
  var all: [String] = []
  while fgets(&line, CInt(line.count), stream) != nil { all.append(string(line)) }
  return all
}
