/// Cuts a stream of bytes into lines; blank ones are left out.
struct LineSplitter {
  private var rest: [UInt8] = []

  /// The lines that `bytes` complete, without their ends.
  mutating func append(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
    rest += bytes
    var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let open = lines.removeLast()
    defer { rest = Array(open) }
    return lines.compactMap(Self.content)
  }

  /// What stands after the last line's end.
  mutating func finish() -> [[UInt8]] {
    defer { rest = [] }
    return Self.content(rest[...]).map { [$0] } ?? []
  }

  private static func content(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return line.allSatisfy { $0 == 0x20 || $0 == 0x09 } ? nil : Array(line)
  }
}
