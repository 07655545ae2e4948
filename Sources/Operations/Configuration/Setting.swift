import JSON

/// One key of a configuration: where its value goes, what it may be, and what it means.
///
/// The same setting is a member of the file (`heartbeat_ms`), an environment variable
/// (`VIEWFENCE_HEARTBEAT_MS`) and a flag (`--heartbeat-ms`).
public struct Setting<Root>: Sendable {
  public let key: String
  /// The name of its value in help texts, for example `MS`.
  public let value: String
  /// What it may be, for those who wrote something else.
  public let expected: String
  public let help: String
  /// The words it may be, where they can be counted.
  public let words: [String]

  /// Each puts a value in its place, or returns false if it is none of the expected.
  let readNode: @Sendable (JSONNode, inout Root) -> Bool
  let readText: @Sendable (String, inout Root) -> Bool
  let write: @Sendable (Root, inout JSONWriter) -> Void
  /// Its keywords in a JSON Schema, with commas between them.
  let schemaKeywords: String

  public var flag: String { String(key.map { $0 == "_" ? "-" : $0 }) }
  public var variable: String { "VIEWFENCE_" + key.uppercased() }

  /// The value in `root` as JSON.
  public func json(in root: Root) -> String {
    var writer = JSONWriter()
    write(root, &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension Setting {
  /// What a JSON Schema says of the member.
  public func schema(defaults root: Root) -> String {
    var text = JSONWriter()
    text.value(help)
    let description = String(decoding: text.bytes, as: UTF8.self)
    return "{\(schemaKeywords), \"default\": \(json(in: root)), \"description\": \(description)}"
  }
}

/// Settings that are read about together.
public struct SettingGroup<Root>: Sendable {
  public let title: String
  public let settings: [Setting<Root>]

  public init(_ title: String, _ settings: [Setting<Root>]) {
    (self.title, self.settings) = (title, settings)
  }
}

// MARK: - Kinds

public typealias Place<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Setting {
  /// A whole number in `range`; the key ends in its unit, or it counts what the key says.
  public static func integer<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ place: Place<Root, Number>, in range: ClosedRange<Number>,
    value: String = "N", _ help: String
  ) -> Setting {
    Setting(
      key: key, value: value,
      expected: "an integer in \(range.lowerBound) ... \(range.upperBound)", help: help, words: [],
      readNode: { node, root in
        guard let number = node.number.flatMap(Number.init(exactly:)), range ~= number else {
          return false
        }
        root[keyPath: place] = number
        return true
      },
      readText: { text, root in
        guard let number = Number(text), range ~= number else { return false }
        root[keyPath: place] = number
        return true
      },
      write: { root, writer in writer.value(root[keyPath: place]) },
      schemaKeywords: """
        "type": "integer", "minimum": \(range.lowerBound), "maximum": \(range.upperBound)
        """)
  }

  /// A text for which `isRight` holds.
  public static func text(
    _ key: String, _ place: Place<Root, String>, value: String, expected: String,
    where isRight: @escaping @Sendable (String) -> Bool = { _ in true }, _ help: String
  ) -> Setting {
    text(
      key, value: value, expected: expected, help, schema: "\"type\": \"string\"",
      get: { $0[keyPath: place] },
      set: { text, root in
        guard isRight(text) else { return false }
        root[keyPath: place] = text
        return true
      })
  }

  /// An endpoint of ZeroMQ, or `off`, which is nil.
  public static func endpoint(
    _ key: String, _ place: Place<Root, String?>, _ help: String
  ) -> Setting {
    endpoint(
      key, place, schemes: ["tcp", "ipc"],
      examples: "tcp://127.0.0.1:5555 or ipc:///run/viewfence/\(key)", help)
  }

  /// Where something listens that is not ZeroMQ, or `off`, which is nil.
  public static func listener(
    _ key: String, _ place: Place<Root, String?>, _ help: String
  ) -> Setting {
    endpoint(key, place, schemes: ["tcp"], examples: "tcp://127.0.0.1:8080", help)
  }

  private static func endpoint(
    _ key: String, _ place: Place<Root, String?>, schemes: [String], examples: String,
    _ help: String
  ) -> Setting {
    text(
      key, value: "ENDPOINT", expected: "an endpoint such as \(examples), or off", help,
      schema: #""type": "string", "pattern": "^(off|(\#(schemes.joined(separator: "|")))://.+)$""#,
      get: { $0[keyPath: place] ?? "off" },
      set: { text, root in
        let scheme = schemes.map { $0 + "://" }.first { text.hasPrefix($0) && text != $0 }
        guard text == "off" || scheme != nil else { return false }
        root[keyPath: place] = text == "off" ? nil : text
        return true
      })
  }

  /// One of the words that stand for the cases.
  public static func choice<Case: RawRepresentable<String> & CaseIterable & Sendable>(
    _ key: String, _ place: Place<Root, Case>, value: String, _ help: String
  ) -> Setting {
    let words = Case.allCases.map(\.rawValue)
    return text(
      key, value: value, expected: "one of \(words.joined(separator: ", "))", help, words: words,
      schema: "\"enum\": [\(words.map { "\"\($0)\"" }.joined(separator: ", "))]",
      get: { $0[keyPath: place].rawValue },
      set: { text, root in
        guard let value = Case(rawValue: text) else { return false }
        root[keyPath: place] = value
        return true
      })
  }

  /// A list of texts for each of which `isRight` holds, which `pattern` says to JSON Schema; a flag
  /// has commas between them.
  public static func list(
    _ key: String, _ place: Place<Root, [String]>, value: String, expected: String,
    pattern: String, where isRight: @escaping @Sendable (String) -> Bool, _ help: String
  ) -> Setting {
    @Sendable func put(_ texts: [String], _ root: inout Root) -> Bool {
      guard texts.allSatisfy(isRight) else { return false }
      root[keyPath: place] = texts
      return true
    }
    return Setting(
      key: key, value: value, expected: expected, help: help, words: [],
      readNode: { node, root in
        guard node.kind == .array else { return false }
        let texts = (0..<node.count).compactMap { node[$0].string }
        return texts.count == node.count && put(texts, &root)
      },
      readText: { text, root in put(text.split(separator: ",").map(String.init), &root) },
      write: { root, writer in
        writer.beginArray()
        for text in root[keyPath: place] { writer.value(text) }
        writer.endArray()
      },
      schemaKeywords: #""type": "array", "items": {"type": "string", "pattern": "\#(pattern)"}"#)
  }

  private static func text(
    _ key: String, value: String, expected: String, _ help: String, words: [String] = [],
    schema: String,
    get: @escaping @Sendable (Root) -> String,
    set: @escaping @Sendable (String, inout Root) -> Bool
  ) -> Setting {
    Setting(
      key: key, value: value, expected: expected, help: help, words: words,
      readNode: { node, root in node.string.map { set($0, &root) } ?? false },
      readText: set,
      write: { root, writer in writer.value(get(root)) }, schemaKeywords: schema)
  }
}
