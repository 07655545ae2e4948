import Majordomo
import Operations
import ViewportService

/// All that an operator can set for a server. The defaults are those of its parts.
struct ServerSettings: Sendable {
  var broker = BrokerSettings()
  var publishPrefixes = ServiceSettings().publishPrefixes
  var threads = 2
  /// Where the health page is; nil is off.
  var http: String?
  /// A directory of fence files; empty for none.
  var fences = ""
  var log = Log.Level.notice

  /// What workers have to know; the broker's own bounds hold for them too.
  var service: ServiceSettings {
    var service = ServiceSettings()
    service.publishPrefixes = publishPrefixes
    service.maximumJSONBytes = broker.maximumJSON
    service.maximumPackedBytes = broker.maximumPacked
    service.deadlineMilliseconds = Int(broker.bounds.deadline)
    service.version = Viewfence.version
    return service
  }

  /// A worker of this program that works for `brokers`.
  func worker(for brokers: [String]) -> WorkerSettings {
    var worker = WorkerSettings()
    worker.brokers = brokers
    worker.credit = broker.credit
    worker.heartbeatMilliseconds = Int(broker.bounds.heartbeat)
    worker.expiryMilliseconds = Int(broker.bounds.expiry)
    worker.lingerMilliseconds = broker.lingerMilliseconds
    worker.maximumFrame = 2 * max(broker.maximumJSON, broker.maximumPacked)
    return worker
  }
}

extension ServerSettings {
  private static let bytes = 1024...1 << 30
  private static let many = 1...10_000_000
  private static let milliseconds: ClosedRange<Milliseconds> = 1...3_600_000

  /// Every key of the configuration, in the order of the file.
  static let groups: [SettingGroup<ServerSettings>] = [
    SettingGroup(
      "Endpoints",
      [
        .endpoint("requests", \.broker.requests, "where clients ask (ROUTER)"),
        .endpoint("workers", \.broker.workers, "where Majordomo workers register (ROUTER)"),
        .endpoint("cameras", \.broker.cameras, "where subscribers listen (XPUB)"),
        .endpoint("ingest", \.broker.ingest, "where pipelines push requests (PULL)"),
        .endpoint("http", \.http, "where GET /live, /ready and /metrics are answered"),
      ]),
    SettingGroup(
      "Service",
      [
        .integer(
          "threads", \.threads, in: 0...256,
          "workers in this process; with 0 the broker's thread computes"),
        .text(
          "fences", \.fences, value: "DIR", expected: "a directory, or nothing for no fences",
          "its *.geojson are the fences that requests may name"),
        .list(
          "publish_prefixes", \.publishPrefixes, value: "LIST",
          expected: "first segments such as cam/, and not errors/",
          pattern: "^(?!errors/)[^/]+/$", where: isPrefix,
          "what topics that requests publish under may begin with"),
        .choice("log", \.log, value: "LEVEL", "log lines that are less important are left out"),
      ]),
    SettingGroup(
      "Sizes",
      [
        .integer(
          "max_json_bytes", \.broker.maximumJSON, in: bytes, value: "BYTES",
          "the longest JSON frame"),
        .integer(
          "max_packed_bytes", \.broker.maximumPacked, in: bytes, value: "BYTES",
          "all packed frames of one message"),
        .integer(
          "requests_hwm", \.broker.requestsHighWaterMark, in: many,
          "messages that libzmq may hold for one client"),
        .integer(
          "workers_hwm", \.broker.workersHighWaterMark, in: many,
          "messages that libzmq may hold for one worker"),
        .integer(
          "cameras_hwm", \.broker.camerasHighWaterMark, in: many,
          "messages that libzmq may hold for one subscriber, also a stuck one"),
        .integer(
          "ingest_hwm", \.broker.ingestHighWaterMark, in: many,
          "messages that libzmq may hold for one pipeline before it waits"),
      ]),
    SettingGroup(
      "Bounds",
      [
        .integer(
          "queued_requests", \.broker.bounds.queued, in: many, "requests that may wait for a worker"
        ),
        .integer(
          "queued_bytes", \.broker.bounds.queuedBytes, in: bytes, value: "BYTES",
          "bytes of all requests that wait"),
        .integer(
          "connection_requests", \.broker.bounds.perConnection, in: many,
          "requests of one connection that may have no reply yet"),
        .integer(
          "connection_bytes", \.broker.bounds.perConnectionBytes, in: bytes, value: "BYTES",
          "bytes of these requests of one connection"),
        .integer(
          "kept_replies", \.broker.bounds.kept, in: many,
          "replies that are kept for requests that come again"),
        .integer(
          "kept_reply_bytes", \.broker.bounds.keptBytes, in: bytes, value: "BYTES",
          "bytes of all replies that are kept"),
        .integer(
          "kept_reply_ms", \.broker.bounds.keptMilliseconds, in: milliseconds, value: "MS",
          "how long a reply is kept"),
        .integer(
          "topics", \.broker.bounds.topics, in: many,
          "topics whose sequence is counted and whose last camera is kept"),
        .integer(
          "last_value_bytes", \.broker.bounds.lastValueBytes, in: bytes, value: "BYTES",
          "bytes of the last cameras of all topics"),
        .integer(
          "longest_last_value_bytes", \.broker.bounds.longestLastValue, in: bytes, value: "BYTES",
          "a longer last camera is published and not kept"),
        .integer(
          "last_values_for_prefix", \.broker.bounds.lastValuesForPrefix, in: many,
          "last cameras that a late subscriber of a prefix gets"),
        .integer(
          "last_value_ms", \.broker.bounds.lastValueMilliseconds, in: milliseconds, value: "MS",
          "how long a topic's last camera is not sent again"),
        .integer(
          "services", \.broker.bounds.services, in: many,
          "names of services that workers may register"),
        .integer(
          "credit", \.broker.credit, in: 1...10_000,
          "requests that one worker of this program holds"),
        .integer(
          "max_credit", \.broker.bounds.credit, in: 1...10_000,
          "requests that any worker may hold, whatever it asks for"),
      ]),
    SettingGroup(
      "Time",
      [
        .integer(
          "deadline_ms", \.broker.bounds.deadline, in: 1...60_000, value: "MS",
          "deadline of requests that name none"),
        .integer(
          "dispatch_timeout_ms", \.broker.bounds.dispatchTimeout, in: milliseconds, value: "MS",
          "how long a worker may compute one request"),
        .integer(
          "attempts", \.broker.bounds.attempts, in: 1...100, "workers that one request may cost"),
        .integer(
          "grace_ms", \.broker.bounds.grace, in: milliseconds, value: "MS",
          "how long requests wait for a first worker"),
        .integer(
          "heartbeat_ms", \.broker.bounds.heartbeat, in: milliseconds, value: "MS",
          "time between signs of life, to and from workers"),
        .integer(
          "expiry_ms", \.broker.bounds.expiry, in: milliseconds, value: "MS",
          "silence after which a worker of this program is given up"),
        .integer(
          "foreign_expiry_ms", \.broker.bounds.foreignExpiry, in: milliseconds, value: "MS",
          "silence after which a worker written by others is given up"),
        .integer(
          "turn_messages", \.broker.turnMessages, in: 1...100_000,
          "messages that are read before replies are sent"),
        .integer(
          "turn_ms", \.broker.turnMilliseconds, in: 1...1000, value: "MS",
          "time after which replies are sent"),
        .integer(
          "drain_ms", \.broker.drainMilliseconds, in: 0...3_600_000, value: "MS",
          "time to finish what is in flight after SIGTERM or SIGINT"),
        .integer(
          "linger_ms", \.broker.lingerMilliseconds, in: 0...3_600_000, value: "MS",
          "time to send what is finished"),
      ]),
  ]

  private static let isPrefix: @Sendable (String) -> Bool = { prefix in
    (2...255).contains(prefix.utf8.count) && prefix != "errors/"
      && prefix.firstIndex(of: "/") == prefix.index(before: prefix.endIndex)
  }

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
      let items = group.settings.map { setting in
        (
          "\(setting.key)  \(setting.json(in: ServerSettings()))",
          "\(setting.help); \(setting.expected)"
        )
      }
      text += "\n\(group.title):\n"
      for (term, help) in items { text += "  \(term)\n" + HelpText.wrapped(help, indent: 6) }
    }
    return text
  }()
}

extension ServerSettings {
  /// What the file of `--config`, the environment and the flags say.
  init(
    _ arguments: Arguments, environment: (String) -> String?
  ) throws(Failure) {
    let reader = ConfigurationReader(Self.groups)
    var settings = ServerSettings()
    do {
      if let path = arguments.text("config") {
        let file = try contents(of: path)
        do throws(ConfigurationError) { try reader.read(file: file, into: &settings) } catch {
          throw Failure(.usage, "\(path): \(error)")
        }
      }
      try reader.read(environment: environment, into: &settings)
      try reader.read(flags: arguments.given.compactMapValues(\.last), into: &settings)
    } catch {
      throw error as? Failure ?? Failure(.usage, "\(error)")
    }
    self = settings
  }
}

extension Flag {
  /// The flag of a setting.
  init(_ setting: Setting<ServerSettings>) {
    let text = setting.json(in: ServerSettings()).filter { !"[]\"".contains($0) }
    self.init(
      name: setting.flag, value: setting.value, defaultValue: text,
      help: setting.help,
      offer: setting.value == "DIR"
        ? .directory : setting.words.isEmpty ? .nothing : .words(setting.words))
  }
}
