import JSON

/// Why a configuration stops the start: the key, variable or flag, and what is wrong with it.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// What an operator set, from the weakest to the strongest word: the defaults in a `Root`, a file,
/// the environment, flags.
public struct ConfigurationReader<Root>: Sendable {
  private let settings: [Setting<Root>]

  public init(_ groups: [SettingGroup<Root>]) { settings = groups.flatMap(\.settings) }

  /// Puts the members of a file, one JSON object, into `root`.
  public func read(file bytes: [UInt8], into root: inout Root) throws(ConfigurationError) {
    let reader = JSONReader()
    var result = root
    try bytes.withUnsafeBufferPointer { (bytes) throws(ConfigurationError) in
      let text = UnsafeRawBufferPointer(bytes)
      try reader.read(text, refusal: { ConfigurationError($0.description(in: text)) }) {
        (object) throws(ConfigurationError) in
        guard object.kind == .object else {
          throw ConfigurationError("expected an object of keys and values")
        }
        var written = reader.scanner.members[...]
        try object.forEachMember { (name, node) throws(ConfigurationError) in
          let found = written.popFirst()?.value.map { String(decoding: text[$0], as: UTF8.self) }
          try read(
            String(decoding: name, as: UTF8.self), node, found: found ?? "", &result)
        }
      }
    }
    root = result
  }

  private func read(
    _ key: String, _ node: JSONNode, found: String, _ root: inout Root
  ) throws(ConfigurationError) {
    guard let setting = settings.first(where: { $0.key == key }) else {
      let near = nearestName(to: key, among: settings.map(\.key))
      throw ConfigurationError(
        "there is no key \"\(key)\"" + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
    }
    guard setting.readNode(node, &root) else {
      throw ConfigurationError(
        "\(key): expected \(setting.expected), found \(found.prefix(64))")
    }
  }

  /// Puts what environment variables say into `root`.
  public func read(
    environment: (String) -> String?, into root: inout Root
  ) throws(ConfigurationError) {
    for setting in settings {
      guard let text = environment(setting.variable) else { continue }
      try read(setting, text, from: setting.variable, &root)
    }
  }

  /// Puts what flags say, by the names of the flags, into `root`; others are left alone.
  public func read(flags: [String: String], into root: inout Root) throws(ConfigurationError) {
    for setting in settings {
      guard let text = flags[setting.flag] else { continue }
      try read(setting, text, from: "--\(setting.flag)", &root)
    }
  }

  private func read(
    _ setting: Setting<Root>, _ text: String, from source: String, _ root: inout Root
  ) throws(ConfigurationError) {
    guard setting.readText(text, &root) else {
      throw ConfigurationError(
        "\(source): expected \(setting.expected), found '\(text.prefix(64))'")
    }
  }
}
