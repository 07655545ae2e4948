import CZeroMQ

/// Counts the peers of a socket that were turned away before anybody was asked about their key:
/// they spoke another mechanism, or for another server's key. (`zmq_socket_monitor`)
public final class HandshakeMonitor {
  private let events: Socket
  private let event = Message(capacity: 2)

  public init(_ socket: borrowing Socket, in context: Context) throws(ZeroMQError) {
    let endpoint = "inproc://handshakes-\(UInt(bitPattern: socket.raw))"
    try check(zmq_socket_monitor(socket.raw, endpoint, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL))
    events = try Socket(.pair, in: context)
    // With a bound libzmq's own thread would wait for the reader while it is busy.
    try events.set(.receiveHighWaterMark, to: 0)
    try events.connect(endpoint)
  }

  public func add(to poller: inout Poller) { poller.add(events) }

  /// How many were turned away since the last look, at most `most` of them.
  public func take(most: Int) throws(ZeroMQError) -> Int {
    var count = 0
    while count < most, try events.receive(into: event, wait: false) { count += 1 }
    return count
  }
}
