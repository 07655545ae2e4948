import Glibc
import JSON
import Majordomo
import Operations
import ViewportService
import WireFormat

/// What the broker and its workers call for each request: one handler for each thread.
func viewportHandler(
  _ settings: ServerSettings
) throws(Failure) -> @Sendable () -> RequestHandler {
  let fences = try fences(in: settings.fences)
  let service = settings.service
  return {
    let viewports = ViewportService(settings: service, fences: fences)
    return { frames, scan, reply in viewports.answer(frames, scanned: scan, into: &reply) }
  }
}

/// Judges requests where there is no server, with its default settings.
func requestDecoder(fences: FenceCatalog) -> RequestDecoder {
  let settings = ServerSettings().service
  return RequestDecoder(
    fences: fences, topics: TopicRules(prefixes: settings.publishPrefixes),
    maximumJSONBytes: settings.maximumJSONBytes, maximumPackedBytes: settings.maximumPackedBytes)
}

/// The fences of all `*.geojson` in `directory`; none if it is empty.
func fences(in directory: String) throws(Failure) -> FenceCatalog {
  var fences = FenceCatalog()
  guard !directory.isEmpty else { return fences }
  let paths: [String]
  do { paths = try files(in: directory, suffix: ".geojson") } catch {
    throw Failure(.usage, "fences: \(error)")
  }
  for path in paths {
    let file = try contents(of: path)
    do { try fences.add(file) } catch { throw Failure(.usage, "\(path): \(error)") }
  }
  return fences
}

/// SIGTERM and SIGINT. To be made before the first thread, which inherits that they are held back.
func terminationSignals() throws(Failure) -> TerminationSignals {
  guard let signals = TerminationSignals() else {
    throw Failure(.failed, "the system has no file descriptor left")
  }
  return signals
}

extension StopSignal {
  /// Tells the service manager of each signal, and calls `announce`. The process ends although its
  /// loops do not hear a signal: a second after the time that they have to finish.
  init(
    _ signals: TerminationSignals, _ settings: ServerSettings,
    announce: @escaping @Sendable () -> Void
  ) throws(Failure) {
    let time = settings.broker.drainMilliseconds + settings.broker.lingerMilliseconds + 1000
    guard let relay = SignalRelay(signals, patience: time) else {
      throw Failure(.failed, "the system has no file descriptor or thread left")
    }
    self.init(fileDescriptor: relay.fileDescriptor) {
      guard relay.take() else { return false }
      announce()
      notifyServiceManager(.stopping)
      return true
    }
  }
}

func environmentVariable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
