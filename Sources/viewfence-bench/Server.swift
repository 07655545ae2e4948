import Operations

/// The processes of a server under test. They end when it is dropped.
struct Server {
  private var children: [Child] = []
  private let core: Int?

  /// All processes run on `core`; on any if it is nil.
  init(core: Int?) { self.core = core }

  /// "12,34".
  var processes: String { children.map { "\($0.pid)" }.joined(separator: ",") }

  /// Starts a process and waits for the line that says it is ready, which begins with `marker` or
  /// has it in it.
  mutating func start(
    _ arguments: [String], ready marker: String = "ready"
  ) throws(BenchError) -> ReadyLine {
    let child = try Child(arguments, core: core)
    children.append(child)
    while let line = child.line() {
      if line.contains(marker) { return ReadyLine(line) }
    }
    throw BenchError("\(arguments.joined(separator: " ")) did not become ready")
  }
}

extension Server {
  /// The part of the CPU time so far that went to threads whose names begin with `prefix`.
  func share(ofThreads prefix: String) -> Double {
    var (own, all) = (0.0, 0.0)
    for child in children {
      let tasks = "/proc/\(child.pid)/task"
      for thread in (try? entries(of: tasks)) ?? [] {
        // Nanoseconds on a core, nanoseconds waiting for one, turns.
        let figures = firstLine(of: "\(tasks)/\(thread)/schedstat").split(separator: " ")
        let time = figures.first.flatMap { Double($0) } ?? 0
        all += time
        if firstLine(of: "\(tasks)/\(thread)/comm").hasPrefix(prefix) { own += time }
      }
    }
    return own / all
  }
}

/// `ready requests=tcp://127.0.0.1:5555 version=1.2.3`, or whatever a server says.
struct ReadyLine {
  let text: String
  init(_ text: String) { self.text = text }

  /// What stands behind `name=`.
  subscript(name: String) -> String? {
    text.split(separator: " ").first { $0.hasPrefix(name + "=") }
      .map { String($0.dropFirst(name.utf8.count + 1)) }
  }

  func number(_ name: String) -> Double? { self[name].flatMap(Double.init) }
}
