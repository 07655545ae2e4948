/// Replies for which their clients had no room, until they have: when to try again.
///
/// libzmq tells nobody that one peer of a ROUTER has room for a message again. So each is tried after
/// pauses that double, when something comes from it, and when large replies to it are written.
struct UnsentReplies {
  struct Reply {
    let slot: Int
    let bytes: Int
  }

  private struct Waiting {
    var replies: [Reply] = []
    var backOff = BackOff(from: 10, to: 1000)
    var nextTry: Milliseconds
  }

  private var waiting: [Int: Waiting] = [:]
  /// Of all connections together.
  private(set) var count = 0
  private(set) var bytes = 0

  /// When `due` has something to say; nil if never.
  private(set) var nextLook: Milliseconds?

  func isWaiting(_ connection: Int) -> Bool { waiting[connection] != nil }

  /// The replies of a connection, the oldest first.
  func replies(of connection: Int) -> [Reply] { waiting[connection]?.replies ?? [] }

  mutating func add(_ reply: Reply, of connection: Int, at now: Milliseconds) {
    if waiting[connection] == nil {
      var new = Waiting(nextTry: 0)
      new.nextTry = now + new.backOff.next()
      waiting[connection] = new
      look(at: new.nextTry)
    }
    waiting[connection]?.replies.append(reply)
    count += 1
    bytes += reply.bytes
  }

  /// Something came from it, or large replies are written: perhaps it reads again.
  mutating func hear(_ connection: Int, at now: Milliseconds) {
    guard waiting[connection] != nil else { return }
    waiting[connection]?.nextTry = now
    look(at: now)
  }

  /// The first `number` replies of a connection are sent, or nobody is there any more.
  mutating func remove(_ number: Int, of connection: Int, at now: Milliseconds) {
    guard var left = waiting.removeValue(forKey: connection) else { return }
    count -= number
    for reply in left.replies.prefix(number) { bytes -= reply.bytes }
    left.replies.removeFirst(number)
    guard !left.replies.isEmpty else { return }
    if number > 0 { left.backOff.reset() }
    left.nextTry = now + left.backOff.next()
    look(at: left.nextTry)
    waiting[connection] = left
  }

  /// The connections that are to be tried now; each is followed by `remove`.
  mutating func due(at now: Milliseconds) -> [Int] {
    guard let look = nextLook, look <= now else { return [] }
    nextLook = waiting.values.lazy.map(\.nextTry).filter { $0 > now }.min()
    return waiting.keys.filter { waiting[$0]?.nextTry ?? .max <= now }.sorted()
  }

  var connections: [Int] { waiting.keys.sorted() }

  private mutating func look(at time: Milliseconds) { nextLook = min(nextLook ?? .max, time) }
}
