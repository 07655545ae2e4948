import Glibc
import Operations

/// A process of this program that ends with its owner.
final class ChildProcess {
  private let id: pid_t
  private var hasEnded = false
  /// The first line that it wrote, which says that it is ready.
  let firstLine: String

  /// Starts the program with `arguments` and waits for its first line.
  init(_ arguments: [String]) throws(Failure) {
    var ends: [CInt] = [0, 0]
    guard pipe(&ends) == 0 else { throw Self.failure() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    // It must hear the signals that are held back here.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var words: [UnsafeMutablePointer<CChar>?] = (["viewfence"] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var id = pid_t()
    let code = posix_spawn(&id, "/proc/self/exe", &actions, &attributes, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw Self.failure(code) }
    self.id = id

    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
    firstLine = String(decoding: line, as: UTF8.self)
    guard !line.isEmpty else {
      waitpid(id, nil, 0)
      throw Failure(.failed, "viewfence \(arguments.joined(separator: " ")) did not start")
    }
  }

  /// Sends a signal and waits for the end.
  func end(by signal: CInt) {
    guard !hasEnded else { return }
    kill(id, signal)
    waitpid(id, nil, 0)
    hasEnded = true
  }

  deinit { end(by: SIGKILL) }

  private static func failure(_ code: CInt = errno) -> Failure {
    Failure(.failed, "cannot start a process: \(String(cString: strerror(code)))")
  }
}

/// A broker on free ports, and workers for it, each a process of its own.
final class LoadCrew {
  /// Where the broker takes requests.
  let endpoint: String
  private let broker: ChildProcess
  private let workerArguments: [String]
  private var workers: [ChildProcess] = []
  /// How many workers were killed.
  private(set) var killed = 0

  init(workers count: Int, fences: String) throws(Failure) {
    let anywhere = "tcp://127.0.0.1:*"
    broker = try ChildProcess([
      "broker", "--requests", anywhere, "--workers", anywhere, "--cameras", "off",
      "--ingest", "off", "--secret-key", "", "--authorized-keys", "",
    ])
    var places: [String: String] = [:]
    for pair in broker.firstLine.split(separator: " ").dropFirst() {
      let parts = pair.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { places[String(parts[0])] = String(parts[1]) }
    }
    guard let requests = places["requests"], let registry = places["workers"] else {
      throw Failure(.failed, "the broker did not say where it is")
    }
    endpoint = requests
    workerArguments = [
      "worker", "--broker", registry, "--threads", "1", "--fences", fences, "--secret-key", "",
      "--server-key", "",
    ]
    for _ in 0..<count { workers.append(try ChildProcess(workerArguments)) }
  }

  /// Kills a worker with SIGKILL, and starts another one.
  func killOne() throws(Failure) {
    guard let index = workers.indices.randomElement() else { return }
    workers[index].end(by: SIGKILL)
    killed += 1
    workers[index] = try ChildProcess(workerArguments)
  }

  func stop() {
    for worker in workers { worker.end(by: SIGTERM) }
    broker.end(by: SIGTERM)
  }
}
