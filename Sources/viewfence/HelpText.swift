/// The command table as text for a terminal, 80 columns wide.
enum HelpText {
  static let width = 80
  static let purpose = "viewfence computes map viewports on the server, over ZeroMQ."

  /// What the program is for, and its commands.
  static func overview(of commands: [Command]) -> String {
    var text = "\(purpose)\n\nUsage: viewfence COMMAND [FLAGS] [ARGUMENTS]\n\nCommands:\n"
    text += list(commands.map { ($0.name, $0.summary) })
    text += "\nviewfence COMMAND --help tells more; viewfence --version prints the version.\n\n"
    text += "Exit codes:\n"
    text += list(ExitCode.meanings.map { ("\($0.code.rawValue)", $0.meaning) })
    return text
  }

  /// The page of one command.
  static func page(for command: Command) -> String {
    var text = "Usage: \(command.usage)\n\n\(wrapped(sentence(command.summary)))"
    for paragraph in command.details { text += "\n\(wrapped(paragraph))" }
    text += "\nFlags:\n" + list((command.flags + [.showHelp]).map { ($0.usage, $0.fullHelp) })
    for group in command.flagGroups {
      text += "\n\(group.title):\n" + list(group.flags.map { ($0.usage, $0.fullHelp) })
    }
    if !command.examples.isEmpty {
      text += "\nExamples:\n" + command.examples.map { "  \($0)\n" }.joined()
    }
    return text
  }

  static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  /// Terms and their descriptions in two columns; a long term has a line of its own.
  static func list(_ items: [(term: String, text: String)]) -> String {
    let column = 4 + min(items.map(\.term.count).max() ?? 0, 24)
    return items.map { term, text in
      let lines = wrapped(text, indent: column)
      guard term.count + 4 <= column else { return "  \(term)\n\(lines)" }
      return "  " + term + String(lines.dropFirst(2 + term.count))
    }.joined()
  }

  /// `text` in lines of at most `width` columns, each begun with `indent` blanks.
  static func wrapped(_ text: String, indent: Int = 0, width: Int = HelpText.width) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? word : " \(word)"
    }
    return (lines + [line]).map { "\(margin)\($0)\n" }.joined()
  }
}
