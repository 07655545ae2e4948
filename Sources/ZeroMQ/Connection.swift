/// A socket that can be kept in a list, which a `~Copyable` one cannot. Made, used and dropped by
/// one thread.
public final class Connection {
  public let socket: Socket

  public init(_ socket: consuming Socket) { self.socket = socket }

  /// Sends a message unless as many wait already as may: a peer that never came shall not stop those
  /// who have others to ask.
  ///
  /// One socket a peer makes `ZMQ_IMMEDIATE` needless: no other peer could take what waits for this
  /// one, and what is sent while the connection is made or broken would be lost with it.
  public func sendIfRoom(_ frames: [[UInt8]]) throws(ZeroMQError) {
    do { try socket.send(frames, wait: false) } catch {
      guard error == .again else { throw error }
    }
  }
}
