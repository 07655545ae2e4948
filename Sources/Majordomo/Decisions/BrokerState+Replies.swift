/// Replies find no room.
///
/// A client that does not read for a while gets its replies later. They count as in flight for the
/// bounds of its connection, so that it cannot ask for more than it takes. What was accepted is owed
/// and always kept: at the bounds of all that waits those who wait get no more computed, and nobody
/// else is harmed.
extension BrokerState {
  /// Replies that wait for room.
  var unsentCount: Int { unsent.count }

  /// Whether replies to a client wait already, and another one has to wait behind them.
  func isUnsent(_ peer: Peer) -> Bool {
    connections.known(peer).map { unsent.isWaiting($0) } ?? false
  }

  /// The ended request in `slot` keeps it, with a reply of so many bytes, until `sent` says so.
  ///
  /// - Parameter isOwed: The request was let in by the bounds of its connection. They have room for
  ///   its reply then, give or take what was let in since the last replies were sent.
  /// - Returns: false if it is not owed, and the bounds of the connection or of all that waits have
  ///   no room for it.
  mutating func keepUnsent(
    _ slot: Int, for peer: Peer, bytes: Int, isOwed: Bool, at now: Milliseconds
  ) -> Bool {
    let connection = connections.number(of: peer)
    guard isOwed || hasRoom(connection, bytes: bytes) && !hasManyUnsent else { return false }
    connections.take(connection, bytes: bytes)
    unsent.add(UnsentReplies.Reply(slot: slot, bytes: bytes), of: connection, at: now)
    return true
  }

  /// Whether so much waits for a client that nothing more is to be computed for it. Who reads is
  /// not asked to pay for those who do not.
  func isBehind(_ connection: Int) -> Bool {
    unsent.isWaiting(connection)
      && (hasManyUnsent || connections.load(of: connection).bytes > bounds.perConnectionBytes)
  }

  private var hasManyUnsent: Bool {
    unsent.count >= bounds.queued || unsent.bytes >= bounds.queuedBytes
  }

  /// Something came from a client, or was read by it.
  mutating func hear(_ peer: Peer, at now: Milliseconds) {
    if let connection = connections.known(peer) { unsent.hear(connection, at: now) }
  }

  /// The places of a connection's replies, the oldest first.
  func unsentSlots(of connection: Int) -> [Int] { unsent.replies(of: connection).map(\.slot) }

  /// So many of them are sent, or the client is gone; the others still find no room.
  mutating func sent(_ count: Int, of connection: Int, at now: Milliseconds) {
    for reply in unsent.replies(of: connection).prefix(count) {
      connections.give(connection, bytes: reply.bytes)
    }
    unsent.remove(count, of: connection, at: now)
  }
}
