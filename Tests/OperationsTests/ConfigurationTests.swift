import Testing

@testable import Operations

struct ConfigurationTests {
  private struct Root: Equatable {
    enum Level: String, CaseIterable { case low, high }
    var endpoint: String? = "tcp://127.0.0.1:1"
    var listener: String?
    var heartbeat: Int64 = 1000
    var name = ""
    var level = Level.low
    var prefixes = ["cam/"]
  }

  private static let group = SettingGroup<Root>(
    "All",
    [
      .endpoint("requests", \.endpoint, "where"),
      .listener("http", \.listener, "where else"),
      .integer("heartbeat_ms", \.heartbeat, in: 1...60_000, value: "MS", "how often"),
      .text("name", \.name, value: "NAME", expected: "a name", "who"),
      .choice("log", \.level, value: "LEVEL", "what"),
      .list(
        "publish_prefixes", \.prefixes, value: "LIST", expected: "segments",
        pattern: "/$", where: { $0.hasSuffix("/") }, "which"),
    ])
  private let reader = ConfigurationReader([group])

  private func read(_ file: String) throws -> Root {
    var root = Root()
    try reader.read(file: Array(file.utf8), into: &root)
    return root
  }

  @Test func aFileSetsWhatItNames() throws {
    #expect(try read("{}") == Root())
    let root = try read(
      #"{"requests": "off", "heartbeat_ms": 250, "name": "é", "log": "high", "publish_prefixes": ["a/", "b/"]}"#
    )
    #expect(
      root
        == Root(endpoint: nil, heartbeat: 250, name: "é", level: .high, prefixes: ["a/", "b/"]))
  }

  @Test func whatASettingShowsItReadsAgain() throws {
    let root = Root(endpoint: nil, heartbeat: 7, name: "\"x\"\n", level: .high, prefixes: [])
    let members = Self.group.settings.map { "\"\($0.key)\": \($0.json(in: root))" }
    #expect(try read("{\(members.joined(separator: ","))}") == root)
  }

  @Test(arguments: [
    (#"{"heartbeet_ms": 5}"#, #"there is no key "heartbeet_ms"; did you mean "heartbeat_ms"?"#),
    (#"{"tls": 5}"#, #"there is no key "tls""#),
    (
      #"{"heartbeat_ms": "5"}"#,
      #"heartbeat_ms: expected an integer in 1 ... 60000, found "5""#
    ),
    (#"{"heartbeat_ms": 0}"#, "heartbeat_ms: expected an integer in 1 ... 60000, found 0"),
    (
      #"{"heartbeat_ms": 1.5}"#,
      "heartbeat_ms: expected an integer in 1 ... 60000, found 1.5"
    ),
    (
      #"{"heartbeat_ms": 1e300}"#,
      "heartbeat_ms: expected an integer in 1 ... 60000, found 1e300"
    ),
    (
      #"{"heartbeat_ms": null}"#,
      "heartbeat_ms: expected an integer in 1 ... 60000, found null"
    ),
    (#"{"log": "loud"}"#, #"log: expected one of low, high, found "loud""#),
    (#"{"publish_prefixes": ["a"]}"#, #"publish_prefixes: expected segments, found ["a"]"#),
    (#"{"publish_prefixes": [1]}"#, "publish_prefixes: expected segments, found [1]"),
    ("[]", "expected an object of keys and values"),
  ])
  func aWrongFileNamesTheKey(file: String, message: String) {
    #expect(throws: ConfigurationError(message)) { try read(file) }
  }

  @Test(arguments: ["", "{", "{\"name\": 'x'}", "{\"name\": \"a\", \"name\": \"b\"}", "{} {}"])
  func aFileThatIsNoStrictJSONIsRefused(file: String) {
    #expect(throws: ConfigurationError.self) { try read(file) }
  }

  @Test func aWrongFileChangesNothing() {
    var root = Root()
    #expect(throws: ConfigurationError.self) {
      try reader.read(
        file: Array(#"{"heartbeat_ms": 5, "name": 3}"#.utf8), into: &root)
    }
    #expect(root == Root())
  }

  @Test func theEnvironmentAndFlagsAreText() throws {
    var root = Root()
    let environment = ["VIEWFENCE_HEARTBEAT_MS": "20", "VIEWFENCE_PUBLISH_PREFIXES": "a/,b/"]
    try reader.read(environment: { environment[$0] }, into: &root)
    #expect(root.heartbeat == 20)
    #expect(root.prefixes == ["a/", "b/"])
    try reader.read(flags: ["heartbeat-ms": "30", "other": "x"], into: &root)
    #expect(root.heartbeat == 30)
  }

  @Test(arguments: [
    ("heartbeat-ms", "x", "--heartbeat-ms: expected an integer in 1 ... 60000, found 'x'"),
    ("heartbeat-ms", "", "--heartbeat-ms: expected an integer in 1 ... 60000, found ''"),
    ("log", "loud", "--log: expected one of low, high, found 'loud'"),
    (
      "requests", "5555",
      "--requests: expected an endpoint such as tcp://127.0.0.1:5555 or ipc:///run/viewfence/requests, or off, found '5555'"
    ),
    (
      "http", "ipc:///run/http",
      "--http: expected an endpoint such as tcp://127.0.0.1:8080, or off, found 'ipc:///run/http'"
    ),
  ])
  func aWrongFlagIsNamed(flag: String, text: String, message: String) {
    var root = Root()
    #expect(throws: ConfigurationError(message)) {
      try reader.read(flags: [flag: text], into: &root)
    }
    let variable = "VIEWFENCE_" + flag.uppercased().split(separator: "-").joined(separator: "_")
    #expect(throws: ConfigurationError.self) {
      try reader.read(environment: { $0 == variable ? text : nil }, into: &root)
    }
    #expect(root == Root())
  }
}
