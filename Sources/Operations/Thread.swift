import CPlatform
import Glibc

/// A thread of its own for work that waits; the pool of Swift's tasks is no place for that.
public struct Thread: Sendable {
  private let handle: pthread_t

  /// Runs `body` on a new thread. `name` shows in `ps -L`; its first 15 bytes count.
  ///
  /// - Returns: nil if the system has no thread left.
  public init?(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var handle = pthread_t()
    let result = pthread_create(
      &handle, nil,
      { @Sendable pointer in
        guard let pointer else { return nil }
        let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
        cplatform_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard result == 0 else {
      start.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits for its end. To be called once.
  public func join() { pthread_join(handle, nil) }
}

private final class Start: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    (self.name, self.body) = (String(decoding: name.utf8.prefix(15), as: UTF8.self), body)
  }
}
