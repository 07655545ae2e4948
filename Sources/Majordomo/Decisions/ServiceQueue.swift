/// A service, its workers and what waits for them.
struct ServiceQueue {
  let name: [UInt8]
  let serial: UInt64
  /// `viewfence.*`: bodies are ours to read, and computing is short.
  let isOurs: Bool
  var queue = SlotList()
  /// How many wait in the queue.
  var waiting = 0
  var pace = QueuePace()
  var sessions: [Int] = []
  /// Where the search for a worker goes on.
  var turn = 0
  /// Since when nobody works.
  var idleSince: Milliseconds = 0
  /// It was forgotten.
  var isOver = false

  init(_ name: [UInt8], serial: UInt64) {
    (self.name, self.serial) = (name, serial)
    isOurs = name.starts(with: "viewfence.".utf8)
  }

  /// Nobody works for it.
  var isIdle: Bool { sessions.isEmpty && !isOver }
}
