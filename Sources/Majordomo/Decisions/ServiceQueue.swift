/// A service, its workers and what waits for them.
struct ServiceQueue {
  let name: [UInt8]
  /// `viewfence.*`: bodies are ours to read, and computing is short.
  let isOurs: Bool
  var queue = SlotList()
  var sessions: [Int] = []
  /// Where the search for a worker goes on.
  var turn = 0
  /// Since when nobody works.
  var idleSince: Milliseconds = 0

  init(_ name: [UInt8]) {
    self.name = name
    isOurs = name.starts(with: "viewfence.".utf8)
  }
}
