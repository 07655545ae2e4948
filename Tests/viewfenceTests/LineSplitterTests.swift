import Testing

@testable import viewfence

struct LineSplitterTests {
  private func split(_ chunks: String...) -> [String] {
    var splitter = LineSplitter()
    var lines = chunks.flatMap { splitter.append($0.utf8) }
    lines += splitter.finish()
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func linesAreCutWhereverTheChunksAre() {
    #expect(split("a\nb\n") == ["a", "b"])
    #expect(split("a", "\nb", "c\n", "d") == ["a", "bc", "d"])
    #expect(split("a\r\nb") == ["a", "b"])
  }

  @Test func blankLinesAreNoRequests() {
    #expect(split("\n \n\t\r\na\n\n", "") == ["a"])
    #expect(split() == [])
  }
}
