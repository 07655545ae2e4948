/// The command table as completion scripts.
enum Completions {
  static let shells = ["bash", "zsh", "fish"]

  /// Returns nil for a shell without completions.
  static func script(for shell: String, commands: [Command]) -> String? {
    switch shell {
    case "bash": bash(commands)
    case "zsh": zsh(commands)
    case "fish": fish(commands)
    default: nil
    }
  }

  private static func bash(_ commands: [Command]) -> String {
    var cases = ""
    for command in commands {
      var values = ""
      for flag in command.allFlags where flag.value != nil {
        let offer =
          switch flag.offer {
          case .nothing: "COMPREPLY=()"
          case .file: "COMPREPLY=($(compgen -f -- \"$word\"))"
          case .directory: "COMPREPLY=($(compgen -d -- \"$word\"))"
          case .words(let words):
            "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$word\"))"
          }
        values += "        --\(flag.name)) \(offer); return ;;\n"
      }
      let operands =
        switch command.offer {
        case .nothing: ""
        case .file: " $(compgen -f -- \"$word\")"
        case .directory: " $(compgen -d -- \"$word\")"
        case .words(let words):
          " $(compgen -W '\(words.joined(separator: " "))' -- \"$word\")"
        }
      let flags = command.allFlags.map { "--\($0.name)" }.joined(separator: " ")
      cases += """
            \(command.name))
              case "$previous" in
        \(values)      esac
              COMPREPLY=($(compgen -W '\(flags)' -- "$word")\(operands)) ;;

        """
    }
    let names = commands.map(\.name).joined(separator: " ")
    return """
      _viewfence() {
        local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names) --help --version' -- "$word"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases)  esac
      }
      complete -o filenames -F _viewfence viewfence

      """
  }

  private static func zsh(_ commands: [Command]) -> String {
    var cases = ""
    for command in commands {
      var specs: [String] = []
      for flag in command.allFlags {
        let spec = "\(flag.repeats ? "*" : "")--\(flag.name)[\(zshText(flag.help))]"
        specs.append("'\(spec)\(flag.value.map { ":\($0):\(zshAction(flag.offer))" } ?? "")'")
      }
      if !command.operands.isEmpty { specs.append("'*:argument:\(zshAction(command.offer))'") }
      cases += "    \(command.name)) _arguments \(specs.joined(separator: " ")) ;;\n"
    }
    let names = commands.map { "'\($0.name):\(zshText($0.summary))'" }.joined(separator: " ")
    return """
      #compdef viewfence
      _viewfence() {
        local -a names=(\(names))
        if (( CURRENT == 2 )); then
          _describe command names
          return
        fi
        shift words
        (( CURRENT-- ))
        case $words[1] in
      \(cases)  esac
      }
      _viewfence "$@"

      """
  }

  private static func zshAction(_ offer: Flag.Offer) -> String {
    switch offer {
    case .nothing: " "
    case .file: "_files"
    case .directory: "_directories"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }

  /// Inside single quotes and brackets these characters would end the text.
  private static func zshText(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":": result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  private static func fish(_ commands: [Command]) -> String {
    var script =
      "complete -c viewfence -n __fish_use_subcommand -f -l version -d 'print the version'\n"
    for command in commands {
      script += "complete -c viewfence -n __fish_use_subcommand -f -a \(command.name)"
      script += " -d '\(fishText(command.summary))'\n"
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for flag in command.allFlags {
        let value =
          switch (flag.value, flag.offer) {
          case (nil, _): " -f"
          case (_, .nothing): " -x"
          case (_, .file): " -r -F"
          case (_, .directory): " -x -a '(__fish_complete_directories)'"
          case (_, .words(let words)): " -x -a '\(words.joined(separator: " "))'"
          }
        script += "complete -c viewfence \(condition) -l \(flag.name)\(value)"
        script += " -d '\(fishText(flag.help))'\n"
      }
      if case .words(let words) = command.offer {
        script += "complete -c viewfence \(condition) -f -a '\(words.joined(separator: " "))'\n"
      }
    }
    return script
  }

  private static func fishText(_ text: String) -> String {
    var result = ""
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }
}
