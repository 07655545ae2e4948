/// The command table as a manual page (man(7) macros).
enum ManualPage {
  static func text(of commands: [Command]) -> String {
    var page = """
      .TH VIEWFENCE 1 "" "viewfence \(Viewfence.version)" "User Commands"
      .SH NAME
      viewfence \\- compute map viewports over ZeroMQ
      .SH SYNOPSIS
      .B viewfence
      .I COMMAND
      [\\fIFLAGS\\fR] [\\fIARGUMENTS\\fR]
      .SH DESCRIPTION
      \(escaped(HelpText.purpose))
      .SH COMMANDS

      """
    for command in commands {
      page += ".SS \(escaped(command.usage))\n\(escaped(HelpText.sentence(command.summary)))\n"
      for paragraph in command.details { page += ".PP\n\(escaped(paragraph))\n" }
      page += items(command.flags)
      for group in command.flagGroups {
        page += ".PP\n\(escaped(group.title)):\n\(items(group.flags))"
      }
      for example in command.examples { page += ".PP\n.EX\n\(escaped(example))\n.EE\n" }
    }
    page += ".SH EXIT STATUS\n"
    for (code, meaning) in ExitCode.meanings {
      page += ".TP\n.B \(code.rawValue)\n\(escaped(meaning))\n"
    }
    return page
  }

  private static func items(_ flags: [Flag]) -> String {
    flags.map { ".TP\n.B \(escaped($0.usage))\n\(escaped($0.fullHelp))\n" }.joined()
  }

  /// Hyphens stay hyphens, and no line is taken for a request.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      default: escaped.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
  }
}
