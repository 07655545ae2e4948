import Operations
import ZeroMQ

/// Bounds the bytes that libzmq holds for clients which do not read: its own bound is a number of
/// messages, and a reply can have megabytes.
struct LargeReplies {
  /// Shorter replies are bounded by their number alone.
  static let size = 8 << 10

  /// Can be read when somebody has room again.
  let hasRoom: WakeUp
  private let limit: Int
  private let all: ByteAccount
  private var accounts: [Peer: ByteAccount] = [:]
  /// At so many those that hold nothing are forgotten.
  private var look = 64
  private var waiting: Set<Peer> = []

  init(_ bounds: BrokerBounds) throws(StartError) {
    guard let hasRoom = WakeUp() else { throw .threads }
    (self.hasRoom, limit) = (hasRoom, bounds.sending)
    all = ByteAccount(limit: bounds.sendingOfAll) {}
  }

  /// How many clients libzmq has not yet written all of theirs to.
  var unwritten: Int {
    all.bytes == 0 ? 0 : accounts.values.reduce(0) { $1.bytes > 0 ? $0 + 1 : $0 }
  }

  /// - Returns: nil if a reply of so many bytes has to wait.
  mutating func account(of peer: Peer, for bytes: Int) -> ByteAccount? {
    let account = accounts[peer] ?? open(peer)
    if account.hasRoom(for: bytes) { return account }
    waiting.insert(peer)
    return nil
  }

  /// Those that waited for room and have it, once `hasRoom` can be read.
  mutating func takeReady() -> [Peer] {
    hasRoom.take()
    let ready = waiting.filter { !(accounts[$0]?.isAwaited ?? false) }
    waiting.subtract(ready)
    return Array(ready)
  }

  private mutating func open(_ peer: Peer) -> ByteAccount {
    if accounts.count >= look {
      accounts = accounts.filter { $0.value.bytes > 0 }
      look = max(64, 2 * accounts.count)
    }
    let account = ByteAccount(limit: limit, within: all) { [hasRoom] in hasRoom.send() }
    accounts[peer] = account
    return account
  }
}
