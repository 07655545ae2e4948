import Glibc
import JSON
import Operations

@main
struct Viewfence {
  static let version = "0.1.0"

  static func main() { exit(run(Array(CommandLine.arguments.dropFirst())).rawValue) }

  /// Runs the command that `words` names and says on standard error why it failed.
  static func run(_ words: [String]) -> ExitCode {
    do {
      return try dispatch(words)
    } catch {
      write("viewfence: \(error.message)\n", to: 2)
      return error.code
    }
  }

  private static func dispatch(_ words: [String]) throws(Failure) -> ExitCode {
    guard let name = words.first else {
      write(HelpText.overview(of: commands), to: 2)
      return .usage
    }
    if name == "--version" {
      write("viewfence \(version)\n", to: 1)
      return .ok
    }
    let asksForHelp = name == "--help" || name == "-h"
    let command = try command(named: asksForHelp ? "help" : name)
    let arguments = try Arguments(
      Array(words.dropFirst()), for: command, environment: environmentVariable)
    if arguments.has("help") {
      write(HelpText.page(for: command), to: 1)
      return .ok
    }
    return try command.run(arguments)
  }

  static func command(named name: String) throws(Failure) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let near = nearestName(to: name, among: commands.map(\.name))
    throw Failure(
      .usage,
      "no command '\(name)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; viewfence help lists them"))
  }
}
