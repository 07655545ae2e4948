import CameraCore
import JSON
import Operations
import WireFormat

/// A request in, a reply out. Made, used and dropped by one thread.
public final class ViewportService {
  private let settings: ServiceSettings
  private let fences: FenceCatalog
  private let decoder: RequestDecoder
  private let clock: () -> Int64

  /// - Parameter clock: Milliseconds that only go forward, from an arbitrary beginning.
  public init(
    settings: ServiceSettings = ServiceSettings(), fences: FenceCatalog = FenceCatalog(),
    clock: @escaping () -> Int64 = { Clock.milliseconds }
  ) {
    (self.settings, self.fences, self.clock) = (settings, fences, clock)
    decoder = RequestDecoder(
      fences: fences, topics: TopicRules(prefixes: settings.publishPrefixes),
      maximumJSONBytes: settings.maximumJSONBytes, maximumPackedBytes: settings.maximumPackedBytes)
  }

  /// Appends exactly one reply to the request in `frames` (the JSON frame, then packed frames).
  ///
  /// - Parameter scan: of the JSON frame, made for decoding, if there was one.
  public func answer(
    _ frames: [UnsafeRawBufferPointer], scanned scan: RequestScan? = nil,
    into reply: inout JSONWriter
  ) {
    let time = ComputingTime(from: clock)
    let decoded = decoder.decode(frames, scanned: scan)
    do throws(Problem) {
      switch decoded.request {
      case .success(let request):
        try reply.attempt { (writer) throws(Problem) in
          try write(request, traceparent: decoded.traceparent, within: time, into: &writer)
        }
      case .failure(let problem): throw problem
      }
    } catch {
      reply.reply(id: decoded.id, traceparent: decoded.traceparent, problem: error)
    }
  }

  private func write(
    _ request: ViewportRequest, traceparent: String?, within time: ComputingTime,
    into reply: inout JSONWriter
  ) throws(Problem) {
    var frames = FrameAllowance()
    switch request.body {
    case .single(let operation):
      try reply.reply(id: request.id, traceparent: traceparent) { (writer) throws(Problem) in
        try write(operation, frames: &frames, into: &writer)
      }
    case .batch(let members):
      try reply.batchReply(id: request.id, traceparent: traceparent) {
        (writer: inout JSONWriter) throws(Problem) in
        for (index, member) in members.enumerated() {
          try time.check(
            deadline: request.deadlineMilliseconds, computed: index, of: members.count)
          try write(member, at: index, frames: &frames, into: &writer)
        }
      }
    }
  }

  /// Throws only what is wrong with the batch as a whole.
  private func write(
    _ member: BatchMember, at index: Int, frames: inout FrameAllowance,
    into writer: inout JSONWriter
  ) throws(Problem) {
    do throws(Problem) {
      let operation = try member.operation.get()
      do throws(Problem) {
        try writer.attempt { (writer) throws(Problem) in
          try writer.batchResult(id: member.id) { (writer) throws(Problem) in
            try write(operation, frames: &frames, into: &writer)
          }
        }
      } catch {
        throw error.inBatch(at: index)
      }
    } catch {
      if frames.isExceeded { throw error }
      writer.batchResult(id: member.id, problem: error)
    }
  }

  /// Writes the value of `result`.
  private func write(
    _ operation: Operation, frames: inout FrameAllowance, into writer: inout JSONWriter
  ) throws(Problem) {
    switch operation {
    case .info: writer.info(settings, fences)
    case .viewport(let operation): try operation.writeResult(frames: &frames, into: &writer)
    }
  }
}
