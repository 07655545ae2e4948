import JSON

/// A batch counts as its members against every bound: what a member takes from the outer object
/// weighs as if it stood in the member.
struct BatchWeight {
  private let frames: [UnsafeRawBufferPointer]
  /// How long the outer object's members are in the text.
  private var lengths: [OperationName: [(name: StaticString, bytes: Int)]] = [:]
  private(set) var jsonBytes: Int
  private(set) var packedBytes = 0

  init(
    _ body: UnsafeRawBufferPointer, _ frames: [UnsafeRawBufferPointer],
    scanned scanner: borrowing JSONScanner
  ) {
    (self.frames, jsonBytes) = (frames, body.count)
    for operation in OperationName.allCases {
      for name in operation.inheritedNames {
        guard let value = scanner.value(of: name.text, in: body) else { continue }
        lengths[operation, default: []].append((name.text, value.count))
      }
    }
  }

  mutating func add(_ member: JSONNode, of root: JSONNode) {
    let word = (member.member("op") ?? root.member("op"))?.string
    guard let operation = word.flatMap(OperationName.init) else { return }
    for (name, bytes) in lengths[operation] ?? [] where member.member(name) == nil {
      jsonBytes += bytes
    }
    guard operation == .fit,
      let frame = announcedFrame(member.member("content") ?? root.member("content")),
      frames.indices.contains(frame)
    else { return }
    packedBytes += frames[frame].count
  }
}
