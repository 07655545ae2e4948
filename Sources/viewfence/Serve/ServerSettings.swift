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
  /// A file with the broker's own key pair, and a directory of those who may come; empty for none.
  var secretKey = ""
  var authorizedKeys = ""
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

  /// A worker of this program that works for `brokers`, whose key is in a file; empty for none.
  func worker(for brokers: [String], serverKey: String) throws(Failure) -> WorkerSettings {
    var worker = WorkerSettings()
    worker.brokers = brokers
    worker.keys = try clientKeys(secretKey: secretKey, serverKey: serverKey)
    worker.credit = broker.credit
    worker.heartbeatMilliseconds = Int(broker.bounds.heartbeat)
    worker.expiryMilliseconds = Int(broker.bounds.expiry)
    worker.drainMilliseconds = broker.drainMilliseconds
    worker.lingerMilliseconds = broker.lingerMilliseconds
    worker.maximumFrame = 2 * max(broker.maximumJSON, broker.maximumPacked)
    return worker
  }
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
    try settings.requireSignsOfLife(arguments)
    self = settings
  }

  /// Workers would be given up before they can give a sign of life.
  private func requireSignsOfLife(_ arguments: Arguments) throws(Failure) {
    let heartbeat = broker.bounds.heartbeat
    var expiries = [("expiry_ms", broker.bounds.expiry)]
    // A command without this flag has no workers of others.
    if arguments.text("foreign-expiry-ms") != nil {
      expiries.append(("foreign_expiry_ms", broker.bounds.foreignExpiry))
    }
    for (key, expiry) in expiries where heartbeat >= expiry {
      throw Failure(
        .usage, "heartbeat_ms: expected less than \(key) (\(expiry)), found \(heartbeat)")
    }
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
        ? .directory
        : setting.value == "FILE"
          ? .file : setting.words.isEmpty ? .nothing : .words(setting.words))
  }
}
