import Glibc

/// A program that runs beside this one, and whose output is read. It is killed when dropped.
final class Child {
  /// 0 once it has been waited for.
  private(set) var pid: pid_t
  private let output: Int32
  private var pending: [UInt8] = []

  /// Starts `arguments[0]`, found on the PATH, on one core if `core` is given (by `taskset`).
  init(_ arguments: [String], core: Int? = nil) throws(BenchError) {
    var pipes: [Int32] = [0, 0]
    guard pipe(&pipes) == 0 else { throw BenchError("pipe: errno \(errno)") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let arguments = core.map { ["taskset", "-c", "\($0)"] + arguments } ?? arguments
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var pid: pid_t = 0
    let result = posix_spawnp(&pid, arguments[0], &actions, nil, &words, environ)
    close(pipes[1])
    guard result == 0 else {
      close(pipes[0])
      throw BenchError("\(arguments[0]) cannot be started: errno \(result)")
    }
    (self.pid, output) = (pid, pipes[0])
  }

  deinit {
    close(output)
    if pid > 0 {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
  }

  /// The exit status of a child that ends by itself; 128 and more if a signal ended it.
  func wait() -> Int32 {
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    pid = 0
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + status & 0x7F
  }

  /// The next line of output without its end; nil when the output has ended.
  func line() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end + 1)
        return line
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &chunk, chunk.count)
      if count <= 0 { return nil }
      pending += chunk[..<count]
    }
  }
}
