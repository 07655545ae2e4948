import Glibc

/// The lines of a file as they come.
struct LineReader {
  private let file: CInt
  private var splitter = LineSplitter()
  private var chunk = [UInt8](repeating: 0, count: 65536)
  private(set) var isAtEnd = false

  init(_ file: CInt) { self.file = file }

  /// Those that the next bytes complete; waits until there are some.
  mutating func next() -> [[UInt8]] {
    let count = read(file, &chunk, chunk.count)
    if count < 0 && errno == EINTR { return [] }
    isAtEnd = count <= 0
    return isAtEnd ? splitter.finish() : splitter.append(chunk[..<count])
  }
}
