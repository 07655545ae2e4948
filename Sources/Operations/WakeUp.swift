import CPlatform
import Glibc

/// A file descriptor that can be read for ever once `send` was called: it ends the waiting of all
/// threads that have it among what they wait for.
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

  deinit { if fileDescriptor >= 0 { close(fileDescriptor) } }
}
