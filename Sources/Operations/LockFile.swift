import CPlatform
import Glibc

/// A file that one process at a time can hold. What a killed process left behind is no obstacle:
/// the lock ends with the process, not with the file.
public final class LockFile: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let path: String
    public let code: CInt
    public var isHeldByAnother: Bool { code == EWOULDBLOCK }

    public var description: String {
      isHeldByAnother
        ? "another process holds \(path)" : "\(path): \(String(cString: strerror(code)))"
    }
  }

  private let fileDescriptor: CInt

  public init(_ path: String) throws(Failure) {
    fileDescriptor = cplatform_lock_file(path)
    guard fileDescriptor >= 0 else { throw Failure(path: path, code: -fileDescriptor) }
  }

  deinit { close(fileDescriptor) }
}
