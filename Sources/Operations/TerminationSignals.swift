import CPlatform

/// SIGTERM and SIGINT as something to wait for beside sockets.
///
/// To be made before the first thread starts: threads inherit that the signals are held back.
/// There is one for a process, and it lives as long.
public struct TerminationSignals: Sendable {
  /// Can be read whenever a signal has come.
  public let fileDescriptor: CInt

  /// - Returns: nil if the system has no file descriptor left.
  public init?() {
    fileDescriptor = cplatform_termination_fd()
    guard fileDescriptor >= 0 else { return nil }
  }

  /// Takes one signal that has come.
  ///
  /// - Returns: its number; nil if there is none.
  public func next() -> CInt? {
    let number = cplatform_read_signal(fileDescriptor)
    return number > 0 ? number : nil
  }
}
