import CPlatform
import Glibc

/// A file descriptor that can be read once `send` was called, until somebody takes it: it ends the
/// waiting of all threads that have it among what they wait for.
public final class WakeUp: Sendable {
  public let fileDescriptor: CInt

  /// - Returns: nil if the system has no file descriptor left.
  public init?() {
    fileDescriptor = cplatform_event_fd()
    guard fileDescriptor >= 0 else { return nil }
  }

  public func send() {
    var count: UInt64 = 1
    write(fileDescriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// Takes all calls of `send` together; the next one can be read again.
  public func take() {
    var count: UInt64 = 0
    read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
  }

  /// - Returns: whether `send` was called before the time was over.
  public func wait(milliseconds: Int) -> Bool {
    let end = Clock.milliseconds + Int64(milliseconds)
    while true {
      var item = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&item, 1, CInt(clamping: max(0, end - Clock.milliseconds))) > 0 { return true }
      if Clock.milliseconds >= end { return false }
    }
  }

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }
}
