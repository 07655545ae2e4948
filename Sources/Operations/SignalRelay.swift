import Glibc

/// Hands signals on to a loop, and ends the process if the loop does not hear them: one that is
/// computing looks at no file descriptor.
///
/// To be made before the first thread that is not to get the signals, and once for a process.
public final class SignalRelay: Sendable {
  /// Can be read while a signal has come that nobody has taken.
  public let fileDescriptor: CInt

  /// - Parameter patience: milliseconds from the first signal to the end of the process at the
  ///   latest. From a second signal it is half a second. Exit code 1 then tells that something was
  ///   abandoned.
  /// - Returns: nil if the system has no file descriptor or no thread left.
  public init?(_ signals: TerminationSignals, patience: Int) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { return nil }
    let end = ends[1]
    fileDescriptor = ends[0]
    guard Thread("signals", { Self.run(signals, to: end, patience: Int64(patience)) }) != nil
    else { return nil }
  }

  /// Takes one signal that has come; false if there is none.
  public func take() -> Bool {
    var byte: UInt8 = 0
    return read(fileDescriptor, &byte, 1) == 1
  }

  private static func run(_ signals: TerminationSignals, to end: CInt, patience: Int64) {
    var deadline: Int64?
    while true {
      let left = deadline.map { max(0, $0 - Clock.milliseconds) } ?? -1
      var item = pollfd(fd: signals.fileDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&item, 1, CInt(clamping: left))
      if let deadline, Clock.milliseconds >= deadline { _exit(1) }
      guard signals.next() != nil else { continue }
      var byte: UInt8 = 1
      write(end, &byte, 1)
      deadline = Clock.milliseconds + (deadline == nil ? patience : 500)
    }
  }
}
