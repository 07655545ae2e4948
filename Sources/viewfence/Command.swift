import Operations

/// One command of the program. The parser, the help, the manual and the completions read it here.
struct Command: Sendable {
  let name: String
  /// What follows the flags, for example `[FILE]...`; empty for nothing.
  var operands = ""
  let summary: String
  /// Paragraphs.
  var details: [String] = []
  /// Command lines to copy.
  var examples: [String] = []
  var flags: [Flag] = []
  /// Flags in groups of their own, each under a title.
  var flagGroups: [(title: String, flags: [Flag])] = []
  var offer: Flag.Offer = .nothing
  let run: @Sendable (Arguments) throws(Failure) -> ExitCode

  var allFlags: [Flag] { flags + flagGroups.flatMap(\.flags) + [.showHelp] }

  /// `viewfence call [FLAGS] [FILE]...`
  var usage: String {
    "viewfence \(name) [FLAGS]" + (operands.isEmpty ? "" : " \(operands)")
  }
}
