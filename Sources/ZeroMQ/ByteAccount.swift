import Synchronization

/// Counts the bytes that libzmq holds of what was lent to it: neither written to the network nor
/// dropped with its peer. A high-water mark counts messages only.
///
/// One thread asks for room and lends; libzmq gives back from any.
public final class ByteAccount: Sendable {
  private let sum = Atomic(0)
  private let awaited = Atomic(false)
  private let limit: Int
  /// What all accounts together hold.
  private let whole: ByteAccount?
  private let onRoom: @Sendable () -> Void

  /// - Parameter onRoom: is called once after room was missing, when at most half of `limit` is
  ///   held, by libzmq's threads: it must not wait.
  public init(limit: Int, within whole: ByteAccount? = nil, onRoom: @escaping @Sendable () -> Void)
  {
    (self.limit, self.whole, self.onRoom) = (limit, whole, onRoom)
  }

  public var bytes: Int { sum.load(ordering: .sequentiallyConsistent) }

  /// Room was missing, and `onRoom` is still to be called.
  public var isAwaited: Bool { awaited.load(ordering: .relaxed) }

  /// Whether so many bytes may be lent. Where nothing is held they always may, however many.
  public func hasRoom(for bytes: Int) -> Bool {
    if fits(bytes) { return true }
    awaited.store(true, ordering: .sequentiallyConsistent)
    // What was given back before that has called nobody.
    return fits(bytes)
  }

  private func fits(_ more: Int) -> Bool {
    let held = bytes
    return held == 0 || held + more <= limit && whole?.fits(more) ?? true
  }

  func take(_ count: Int) {
    whole?.take(count)
    sum.add(count, ordering: .sequentiallyConsistent)
  }

  func giveBack(_ count: Int) {
    whole?.giveBack(count)
    let left = sum.subtract(count, ordering: .sequentiallyConsistent).newValue
    guard left <= limit / 2, awaited.load(ordering: .sequentiallyConsistent),
      awaited.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    onRoom()
  }
}
