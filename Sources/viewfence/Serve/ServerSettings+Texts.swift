import Operations

/// The table of settings as flags, as a file, as a schema and in words.
extension ServerSettings {
  /// The groups with those of their settings for which `isWanted` holds.
  static func groups(where isWanted: (String) -> Bool) -> [(title: String, flags: [Flag])] {
    groups.compactMap { group in
      let settings = group.settings.filter { isWanted($0.key) }
      return settings.isEmpty ? nil : (group.title, settings.map(Flag.init))
    }
  }

  /// A configuration file with every key at its default.
  static let defaultFile: String = {
    let settings = groups.flatMap(\.settings)
    let lines = settings.map { "  \"\($0.key)\": \($0.json(in: ServerSettings()))" }
    return "{\n\(lines.joined(separator: ",\n"))\n}\n"
  }()

  /// The JSON Schema of a configuration file.
  static let schema: String = {
    let members = groups.flatMap(\.settings).map { setting in
      "    \"\(setting.key)\": \(setting.schema(defaults: ServerSettings()))"
    }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:viewfence:schema:configuration",
        "title": "A viewfence configuration file, version 1",
        "$comment": "Also: strict JSON in UTF-8. What is absent is as its default.",
        "type": "object",
        "properties": {
      \(members.joined(separator: ",\n"))
        },
        "additionalProperties": false
      }

      """
  }()

  /// The keys, what each may be and what it means.
  static let explanation: String = {
    var text = HelpText.wrapped(
      """
      A configuration file is one JSON object; viewfence help --defaults prints one with every key. \
      A flag (--heartbeat-ms) comes before the environment (VIEWFENCE_HEARTBEAT_MS), which comes \
      before the file, which comes before the default. An unknown key, and a value that a key \
      cannot have, stop the start.
      """)
    for group in groups {
      text += "\n\(group.title):\n"
      for setting in group.settings {
        text += "  \(setting.key)  \(setting.json(in: ServerSettings()))\n"
        text += HelpText.wrapped("\(setting.help); \(setting.expected)", indent: 6)
      }
    }
    return text
  }()
}
