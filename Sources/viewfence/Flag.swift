/// A flag of a command: how it is written, what it takes, and what it means without it.
struct Flag: Sendable {
  /// What a shell may offer after the flag.
  enum Offer: Sendable {
    case nothing, file, directory
    case words([String])
  }

  /// Without the dashes, for example `timeout`.
  let name: String
  /// The name of its value in help texts, for example `MS`; nil for a switch.
  var value: String?
  var defaultValue: String?
  /// The environment variable that stands in for it.
  var variable: String?
  /// Each use adds a value; without it the last one counts.
  var repeats = false
  let help: String
  var offer: Offer = .nothing

  /// `--timeout MS`
  var usage: String { value.map { "--\(name) \($0)" } ?? "--\(name)" }

  /// The help with what holds when the flag is absent.
  var fullHelp: String {
    var notes: [String] = []
    if repeats { notes.append("may repeat") }
    if let defaultValue, !defaultValue.isEmpty { notes.append("default \(defaultValue)") }
    if let variable { notes.append(variable) }
    return notes.isEmpty ? help : "\(help) (\(notes.joined(separator: "; ")))"
  }

  static let showHelp = Flag(name: "help", help: "show this help")
}
