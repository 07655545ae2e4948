import JSON
import Majordomo
import ZeroMQ

/// What the flags ask for.
struct LoadPlan {
  var endpoints: [String]
  /// For brokers that have some; the one that is started for the load has none.
  var keys: CurveClientKeys?
  var workloads: [Workload]
  var clients, window, threads: Int
  var pace: Pace
  var timeout: Milliseconds
  var fences: String
  /// Numbers of workers to run with; nil for those that are there.
  var workers: [Int?]
  var killEvery: Int?

  init(_ arguments: Arguments) throws(Failure) {
    let seconds = 1...86_400
    endpoints = arguments.texts("endpoint")
    keys = try clientKeys(arguments)
    clients = try arguments.integer("clients", in: 1...1000)
    window = try arguments.integer("window", in: 1...10_000)
    threads = min(try arguments.integer("threads", in: 1...64), clients)
    timeout = Int64(try arguments.integer("timeout", in: 1...3_600_000))
    let duration = try arguments.integer("duration", in: seconds)
    pace = Pace(
      ramp: try arguments.integer("ramp", in: 0...86_400) * 1_000_000_000,
      duration: duration * 1_000_000_000)
    if arguments.has("rate") {
      pace.rate = Double(try arguments.integer("rate", in: 1...10_000_000))
    }
    if arguments.has("count") { pace.count = try arguments.integer("count", in: 1...Int.max) }
    killEvery = arguments.has("kill-every") ? try arguments.integer("kill-every", in: seconds) : nil
    workers = [nil]
    if let text = arguments.text("spawn-workers") {
      workers = text.split(separator: ",").map { Int($0) }
      guard !workers.isEmpty, workers.allSatisfy({ (1...1000).contains($0 ?? 0) }) else {
        throw Failure(.usage, "--spawn-workers: expected numbers in 1 ... 1000, found '\(text)'")
      }
    }
    fences = arguments.text("fences") ?? ""
    workloads = try Self.workloads(arguments, fences: fences)
  }

  private static func workloads(
    _ arguments: Arguments, fences: String
  ) throws(Failure) -> [Workload] {
    var settings = ServerSettings()
    settings.fences = fences
    let handler = try viewportHandler(settings)()
    var packed: [[UInt8]] = []
    for path in arguments.texts("packed") { packed.append(try contents(of: path)) }
    var workloads: [Workload] = []
    for path in arguments.operands {
      workloads.append(
        try Workload(name: path, document: try contents(of: path), packedFrames: packed) { frames in
          var reply = JSONWriter()
          handler(frames, nil, &reply)
          return reply.bytes
        })
    }
    guard !workloads.isEmpty else { throw Failure(.usage, "load needs a FILE with a request") }
    return workloads
  }
}
