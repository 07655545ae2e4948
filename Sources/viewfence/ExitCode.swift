/// What the process ends with.
enum ExitCode: CInt {
  case ok = 0
  /// An error reply, or a check that failed.
  case failed = 1
  /// Wrong usage or configuration; the message names the flag or key.
  case usage = 2
  case unanswered = 3

  /// Each code with its meaning, for the help and the manual.
  static let meanings: [(code: ExitCode, meaning: String)] = [
    (.ok, "all well"),
    (.failed, "an error reply, or a check that failed"),
    (.usage, "wrong usage or configuration; the message names the flag or key"),
    (.unanswered, "nobody answered"),
  ]
}

/// Ends a command early: the exit code, and a sentence for standard error.
struct Failure: Error, Equatable {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) { (self.code, self.message) = (code, message) }
}
