import Glibc
import JSON
import Operations
import Synchronization
import Testing
import WireFormat
import ZeroMQ

@testable import Majordomo

/// A broker on free ports, on a thread of its own.
final class RunningService: Sendable {
  let endpoints: BoundEndpoints
  let stop: TestStop
  let figures = BrokerFigures()
  private let thread: Operations.Thread
  private let state: State

  private final class State: Sendable {
    let endpoints = Mutex<BoundEndpoints?>(nil)
    let result = Mutex<Result<Outcome, any Error>?>(nil)
    let isJoined = Mutex(false)
  }

  /// - Parameter handler: nil for a broker without workers of its own.
  init(
    threads: Int = 1, handler: (@Sendable () -> RequestHandler)? = { echo },
    with change: (inout BrokerSettings) -> Void = { _ in }
  ) throws {
    var settings = BrokerSettings()
    settings.requests = "tcp://127.0.0.1:0"
    settings.workers = "tcp://127.0.0.1:0"
    settings.cameras = "tcp://127.0.0.1:0"
    settings.ingest = "tcp://127.0.0.1:0"
    change(&settings)
    let final = settings
    let stop = try TestStop()
    let state = State()
    let (changed, figures) = (try #require(WakeUp()), figures)
    thread = try #require(
      Operations.Thread("broker") {
        let result = Result {
          try Service.run(
            settings: final, threads: threads, handler: handler, log: Log(threshold: .error),
            figures: figures, stop: stop.signal
          ) { endpoints in
            state.endpoints.withLock { $0 = endpoints }
            changed.send()
          }
        }
        state.result.withLock { $0 = result }
        changed.send()
      })
    (self.stop, self.state) = (stop, state)
    try MajordomoTests.wait(for: changed)
    let bound = state.endpoints.withLock { $0 }
    endpoints = bound ?? BoundEndpoints()
    // It ended before it was ready: with the reason.
    if bound == nil { _ = try outcome() }
  }

  /// Waits for the end, which `stop` asks for.
  func outcome() throws -> Outcome {
    join()
    return try #require(try state.result.withLock { $0 }?.get())
  }

  deinit {
    stop.send()
    join()
  }

  private func join() {
    state.isJoined.withLock {
      if !$0 { thread.join() }
      $0 = true
    }
  }

  /// Waits until the figures are so.
  func wait(until isSo: (BrokerFigures.Snapshot) -> Bool) {
    let end = Operations.Clock.milliseconds + 30_000
    while !isSo(figures.latest) {
      guard Operations.Clock.milliseconds < end else {
        Issue.record("\(figures.latest)")
        return
      }
      usleep(1000)
    }
  }

  /// Asks for the end and waits for it.
  @discardableResult
  func end() throws -> Outcome {
    stop.send()
    return try outcome()
  }
}

/// A stop signal that comes from a test.
final class TestStop: Sendable {
  private let ends: (read: CInt, write: CInt)

  init() throws {
    var ends: [CInt] = [-1, -1]
    try #require(pipe(&ends) == 0)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func send() { write(ends.write, "x", 1) }

  var signal: StopSignal {
    let file = ends.read
    return StopSignal(fileDescriptor: file) {
      var byte: UInt8 = 0
      return read(file, &byte, 1) == 1
    }
  }
}

/// - Returns: false if it was not woken in time; nil waits for ever.
@discardableResult
func wait(for wakeUp: WakeUp, milliseconds: Int? = nil) throws -> Bool {
  var poller = Poller()
  poller.add(fileDescriptor: wakeUp.fileDescriptor)
  return try poller.wait(milliseconds: milliseconds) == 1
}

/// Answers as the service does: with the id of the request, and the sizes of its frames.
@Sendable func echo(
  _ frames: [UnsafeRawBufferPointer], _ scan: RequestScan?, _ reply: inout JSONWriter
) {
  let text = String(decoding: frames.first.map { Array($0.prefix(1000)) } ?? [], as: UTF8.self)
  let id = member("id", of: text)
  if let id, id.hasPrefix("slow") { usleep(200_000) }
  reply.beginObject()
  reply.name("v")
  reply.value(1)
  reply.name("id")
  if let id { reply.value(id) } else { reply.null() }
  reply.name("ok")
  reply.value(id != nil)
  if id == nil {
    reply.name("error")
    reply.beginObject()
    reply.name("type")
    reply.value("urn:viewfence:problem:bad-json")
    reply.endObject()
  } else {
    reply.name("sizes")
    reply.beginArray()
    for frame in frames { reply.value(frame.count) }
    reply.endArray()
  }
  reply.endObject()
}

/// The string that a member of that name has, in JSON without escapes.
func member(_ name: String, of json: String) -> String? {
  guard let start = json.firstRange(of: "\"\(name)\":\"") else { return nil }
  return json[start.upperBound...].firstIndex(of: "\"").map {
    String(json[start.upperBound..<$0])
  }
}
