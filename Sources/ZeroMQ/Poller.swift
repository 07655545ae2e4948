import CZeroMQ

/// Waits until one of several sockets or file descriptors can be read. (`zmq_poll`)
///
/// It does not hold the sockets: it has to end before they do.
public struct Poller {
  private var items: [zmq_pollitem_t] = []

  public init() {}

  /// - Returns: the number by which to ask `isReadable`.
  @discardableResult
  public mutating func add(_ socket: borrowing Socket) -> Int {
    items.append(zmq_pollitem_t(socket: socket.raw, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0))
    return items.count - 1
  }

  /// - Returns: the number by which to ask `isReadable`.
  @discardableResult
  public mutating func add(fileDescriptor: CInt) -> Int {
    items.append(
      zmq_pollitem_t(socket: nil, fd: fileDescriptor, events: Int16(ZMQ_POLLIN), revents: 0))
    return items.count - 1
  }

  /// Leaves one out of the waiting, or takes it in again.
  public mutating func setActive(_ active: Bool, _ index: Int) {
    items[index].events = active ? Int16(ZMQ_POLLIN) : 0
  }

  /// Waits at most `timeout` milliseconds; nil is for ever. A signal ends the waiting early.
  ///
  /// - Returns: how many can be read.
  @discardableResult
  public mutating func wait(milliseconds timeout: Int?) throws(ZeroMQError) -> Int {
    do {
      return Int(try check(zmq_poll(&items, CInt(items.count), timeout ?? -1)))
    } catch {
      guard error == .interrupted else { throw error }
      for index in items.indices { items[index].revents = 0 }
      return 0
    }
  }

  /// Whether the last wait found something to read. A broken file descriptor counts too: reading
  /// it tells what is wrong.
  public func isReadable(_ index: Int) -> Bool { items[index].revents != 0 }
}
