import Operations

extension Command {
  static let help = Command(
    name: "help", operands: "[COMMAND | config]",
    summary: "explain the program, one of its commands or its configuration",
    examples: [
      "viewfence help serve",
      "viewfence help config",
      "viewfence help --man > viewfence.1",
      "viewfence help --completions bash > /etc/bash_completion.d/viewfence",
    ],
    flags: [
      Flag(name: "man", help: "print the manual page (troff)"),
      Flag(
        name: "completions", value: "SHELL", help: "print the completions for bash, zsh or fish",
        offer: .words(Completions.shells)),
      Flag(name: "defaults", help: "print a configuration file with every key at its default"),
    ],
    run: { arguments throws(Failure) in
      write(try helpText(for: arguments), to: 1)
      return .ok
    })

  private static func helpText(for arguments: Arguments) throws(Failure) -> String {
    if let shell = arguments.text("completions") {
      guard let script = Completions.script(for: shell, commands: commands) else {
        let shells = Completions.shells.joined(separator: ", ")
        throw Failure(.usage, "--completions: expected one of \(shells), found '\(shell)'")
      }
      return script
    }
    if arguments.has("defaults") { return ServerSettings.defaultFile }
    if arguments.has("man") { return ManualPage.text(of: commands) }
    guard let name = arguments.operands.first else { return HelpText.overview(of: commands) }
    if name == "config" { return ServerSettings.explanation }
    return HelpText.page(for: try Viewfence.command(named: name))
  }
}
