import CZeroMQ
import Glibc

/// Waits until one of several sockets or file descriptors can be read.
///
/// As `zmq_poll`, which asks each socket twice in each waiting: with `getpid` and `poll` for each
/// question that is most of the system calls of a loop. Only sockets that were used since they were
/// found empty are asked here, and those whose own file descriptor says that libzmq's thread has done
/// something (`ZMQ_FD`).
///
/// It does not hold the sockets: it has to end before they do.
public struct Poller {
  private struct Source {
    /// Nil for a file descriptor.
    let socket: UnsafeMutableRawPointer?
    let isEmpty: UnsafeMutablePointer<Bool>?
    var isActive = true
    var isReadable = false
  }

  private var sources: [Source] = []
  private var descriptors: [pollfd] = []

  public init() {}

  /// - Returns: the number by which to ask `isReadable`.
  @discardableResult
  public mutating func add(_ socket: borrowing Socket) -> Int {
    var (descriptor, size) = (CInt(-1), MemoryLayout<CInt>.size)
    zmq_getsockopt(socket.raw, ZMQ_FD, &descriptor, &size)
    sources.append(Source(socket: socket.raw, isEmpty: socket.isEmpty))
    return add(descriptor)
  }

  /// - Returns: the number by which to ask `isReadable`.
  @discardableResult
  public mutating func add(fileDescriptor: CInt) -> Int {
    sources.append(Source(socket: nil, isEmpty: nil))
    return add(fileDescriptor)
  }

  private mutating func add(_ descriptor: CInt) -> Int {
    descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    return sources.count - 1
  }

  /// Leaves one out of the waiting, or takes it in again.
  public mutating func setActive(_ active: Bool, _ index: Int) {
    guard sources[index].isActive != active else { return }
    sources[index].isActive = active
    // A negative one is passed over (poll(2)), and ~ takes it back.
    descriptors[index].fd = ~descriptors[index].fd
    // What its file descriptor said meanwhile was not heard.
    sources[index].isEmpty?.pointee = false
  }

  /// Waits at most `timeout` milliseconds; nil is for ever. A signal ends the waiting early.
  ///
  /// - Returns: how many can be read.
  @discardableResult
  public mutating func wait(milliseconds timeout: Int?) throws(ZeroMQError) -> Int {
    var count = 0
    for index in sources.indices {
      sources[index].isReadable = false
      guard sources[index].isActive, sources[index].isEmpty?.pointee == false else { continue }
      if try look(index) { count += 1 }
    }
    var left = count > 0 ? 0 : timeout.map { CInt(clamping: $0) } ?? -1
    let end = left > 0 ? Self.milliseconds + Int(left) : 0
    while true {
      guard poll(&descriptors, nfds_t(descriptors.count), left) != -1 else {
        guard errno == EINTR else { throw ZeroMQError(rawValue: errno) }
        return count
      }
      for index in sources.indices where descriptors[index].revents != 0 {
        guard !sources[index].isReadable else { continue }
        if try look(index) { count += 1 }
      }
      // What libzmq's thread had to say may have been no message.
      if left > 0 { left = CInt(clamping: max(0, end - Self.milliseconds)) }
      if count > 0 || left == 0 { return count }
    }
  }

  /// Whether the last wait found something to read. A broken file descriptor counts too: reading
  /// it tells what is wrong.
  public func isReadable(_ index: Int) -> Bool { sources[index].isReadable }

  /// - Returns: whether it can be read, which of a file descriptor is known. (`ZMQ_EVENTS`)
  private mutating func look(_ index: Int) throws(ZeroMQError) -> Bool {
    if let socket = sources[index].socket {
      var (events, size) = (CInt(0), MemoryLayout<CInt>.size)
      while zmq_getsockopt(socket, ZMQ_EVENTS, &events, &size) == -1 {
        let error = ZeroMQError(rawValue: zmq_errno())
        guard error == .interrupted else { throw error }
      }
      sources[index].isReadable = events & ZMQ_POLLIN != 0
      sources[index].isEmpty?.pointee = !sources[index].isReadable
    } else {
      sources[index].isReadable = true
    }
    return sources[index].isReadable
  }

  private static var milliseconds: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
