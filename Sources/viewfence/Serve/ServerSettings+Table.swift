import Majordomo
import Operations

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
        .listener("http", \.http, "where GET /live, /ready and /metrics are answered"),
      ]),
    SettingGroup(
      "Keys",
      [
        .text(
          "secret_key", \.secretKey, value: "FILE",
          expected: "a file of viewfence keygen, or nothing for no keys", "the own key pair"),
        .text(
          "authorized_keys", \.authorizedKeys, value: "DIR",
          expected: "a directory, or nothing to let in everybody",
          "its client/*.key may ask, worker/*.key work, subscriber/*.key listen, ingest/*.key push"),
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
          """
          messages that libzmq may hold for one client; of replies at least twice \
          connection_requests, and 16 MiB of those above 8 KiB
          """),
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
          "how long a worker of another process may compute one request"),
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
          "messages that are read from a socket before others have their turn"),
        .integer(
          "turn_ms", \.broker.turnMilliseconds, in: 1...1000, value: "MS",
          "time after which others have theirs, where the broker's thread computes"),
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
}
