/// Writes what json-c gets of a text. Its room is kept from text to text.
struct EnvelopeWriter: ~Copyable {
  var envelope: UnsafeRawBufferPointer { UnsafeRawBufferPointer(written.elements) }

  private let namesSetAside: NameList
  private var written = GrowingBuffer<UInt8>(capacity: 1024)

  /// - Parameter names: of top-level members whose values are replaced by null.
  init(settingAside names: NameList) { namesSetAside = names }

  /// Copies `text` with excerpts replaced by their indices, what is set aside by null, and with a
  /// fraction after whole numbers so long that json-c would clamp them.
  mutating func write(_ text: UnsafeRawBufferPointer, scanned scanner: borrowing JSONScanner) {
    written.reset()
    let excerpts = scanner.excerpts
    let longIntegers = scanner.longIntegers
    var start = 0
    var (integer, excerpt) = (0, 0)

    func copy(upTo end: Int) {
      while integer < longIntegers.count, longIntegers[integer] <= end {
        let place = longIntegers[integer]
        integer += 1
        // Integers of what was set aside lie behind.
        guard place > start else { continue }
        written.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<place]))
        written.append(".0")
        start = place
      }
      written.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
    }

    func replaceExcerpts(upTo end: Int) {
      while excerpt < excerpts.count, excerpts[excerpt].range.lowerBound < end {
        let range = excerpts[excerpt].range
        if range.lowerBound >= start {
          copy(upTo: range.lowerBound)
          written.append("[")
          written.appendDecimal(UInt64(excerpt))
          written.append("]")
          start = range.upperBound
        }
        excerpt += 1
      }
    }

    scanner.forEachValue(of: namesSetAside, in: text) { _, value in
      replaceExcerpts(upTo: value.lowerBound)
      copy(upTo: value.lowerBound)
      written.append("null")
      start = value.upperBound
    }
    replaceExcerpts(upTo: text.count)
    copy(upTo: text.count)
  }
}
