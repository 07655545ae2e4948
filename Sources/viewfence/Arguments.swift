import JSON

/// What stands after a command's name, checked against its flags.
struct Arguments: Equatable {
  /// The flags that stand on the command line itself, by name.
  private(set) var given: [String: [String]] = [:]
  private(set) var operands: [String] = []
  /// With what the environment and the defaults add.
  private var values: [String: [String]] = [:]

  /// Reads `--name value`, `--name=value`, switches, and operands; `--` ends the flags. A flag
  /// comes before its environment variable (commas between the values of one that repeats), which
  /// comes before its default.
  init(
    _ words: [String], for command: Command, environment: (String) -> String? = { _ in nil }
  ) throws(Failure) {
    var words = words[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = try Self.flag(String(parts[0]), of: command)
      if flag.value == nil {
        guard parts.count == 1 else {
          throw Failure(.usage, "--\(flag.name) takes no value")
        }
        given[flag.name] = [""]
      } else if parts.count == 2 {
        given[flag.name, default: []].append(String(parts[1]))
      } else if let value = words.popFirst() {
        given[flag.name, default: []].append(value)
      } else {
        throw Failure(.usage, "--\(flag.name) needs a value: \(flag.usage)")
      }
    }
    values = given
    for flag in command.allFlags where given[flag.name] == nil {
      if let value = flag.variable.flatMap(environment) ?? flag.defaultValue {
        values[flag.name] = flag.repeats ? value.split(separator: ",").map(String.init) : [value]
      }
    }
    if command.operands.isEmpty, let operand = operands.first, given["help"] == nil {
      throw Failure(.usage, "\(command.name) takes no argument '\(operand)'")
    }
  }

  private static func flag(_ word: String, of command: Command) throws(Failure) -> Flag {
    let name = word == "-h" ? "help" : String(word.drop { $0 == "-" })
    if word == "-h" || word.hasPrefix("--"),
      let flag = command.allFlags.first(where: { $0.name == name })
    {
      return flag
    }
    let near = nearestName(to: name, among: command.allFlags.map(\.name))
    throw Failure(
      .usage,
      "\(command.name) has no flag \(word)" + (near.map { "; did you mean --\($0)?" } ?? ""))
  }

  func has(_ name: String) -> Bool { values[name] != nil }
  func text(_ name: String) -> String? { values[name]?.last }
  func texts(_ name: String) -> [String] { values[name] ?? [] }

  /// The flag's value as a whole number in `range`; the flag has a default.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
    let text = text(name) ?? ""
    guard let number = Int(text), range.contains(number) else {
      throw Failure(
        .usage,
        "--\(name): expected an integer in \(range.lowerBound) ... \(range.upperBound), found '\(text)'"
      )
    }
    return number
  }
}
