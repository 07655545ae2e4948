import CameraCore
import JSON

/// A request as it was read: what a reply has to repeat, and the request or its problem.
public struct DecodedRequest: Sendable {
  public var id: String?
  public var traceparent: String?
  public var request: Result<ViewportRequest, Problem>
}

/// Frames in, a request or a problem out. The only place that checks outside input.
/// Made and used by one thread.
public final class RequestDecoder {
  /// A message has at most so many frames.
  public static let maximumFrameCount = 16
  /// A batch has at most so many members.
  public static let maximumBatch = 1024

  private let fences: FenceCatalog
  private let topics: TopicRules
  private let maximumJSONBytes: Int
  private let maximumPackedBytes: Int
  private let ownScan = RequestScan()
  @exclusivity(unchecked) private var memory = OutlineMemory()

  public init(
    fences: FenceCatalog, topics: TopicRules, maximumJSONBytes: Int, maximumPackedBytes: Int
  ) {
    (self.fences, self.topics) = (fences, topics)
    (self.maximumJSONBytes, self.maximumPackedBytes) = (maximumJSONBytes, maximumPackedBytes)
  }

  /// Reads the JSON frame and the packed frames after it, which packed coordinates of the request
  /// point into.
  ///
  /// - Parameter scan: of the JSON frame, made for decoding, if there was one.
  public func decode(
    _ frames: [UnsafeRawBufferPointer], scanned scan: RequestScan? = nil
  ) -> DecodedRequest {
    guard let body = frames.first else {
      return DecodedRequest(
        request: .failure(Problem(.badFrames, "expected a JSON frame, found none")))
    }
    if let problem = problemWithSizes(of: frames) {
      return DecodedRequest(request: .failure(problem))
    }
    if scan == nil { ownScan.scan(body) }
    let scan = scan ?? ownScan
    let request = Result { () throws(Problem) in try read(body, frames, scan) }
    return DecodedRequest(
      id: scan.envelope.id, traceparent: scan.envelope.traceparent, request: request)
  }

  private func problemWithSizes(of frames: [UnsafeRawBufferPointer]) -> Problem? {
    guard frames.count <= Self.maximumFrameCount else {
      return Problem(
        .badFrames, "expected at most \(Self.maximumFrameCount) frames, found \(frames.count)")
    }
    let json = frames.first?.count ?? 0
    guard json <= maximumJSONBytes else {
      return Problem(
        .tooLarge, "expected at most \(maximumJSONBytes) bytes of JSON, found \(json)")
    }
    let packed = frames.dropFirst().reduce(0) { $0 + $1.count }
    guard packed <= maximumPackedBytes else {
      return Problem(
        .tooLarge,
        "expected at most \(maximumPackedBytes) bytes in all packed frames, found \(packed)")
    }
    return nil
  }

  private func read(
    _ body: UnsafeRawBufferPointer, _ frames: [UnsafeRawBufferPointer], _ scan: RequestScan
  ) throws(Problem) -> ViewportRequest {
    if let fault = scan.fault { throw Problem(fault, in: body) }
    guard scan.envelope.isWellFormed else {
      throw .expected("a request {v, id, op, …}", found: found(trimmed(body)))
    }
    let (reader, message) = (scan.reader, scan.message)
    guard let id = scan.envelope.id else { throw message.idProblem }
    reader.writeEnvelope(of: body)
    let excerpts = Excerpts(text: body, scanner: reader.scanner)
    return ViewportRequest(
      id: id, publish: try message.publish(topics),
      deadlineMilliseconds: try message.requireDeadline(),
      body: message.hasBatch
        ? .batch(
          try readBatch(
            reader, id: id, excerpts, frames,
            BatchWeight(body, frames, scanned: reader.scanner)))
        : .single(try readSingle(reader, excerpts, frames)))
  }

  // MARK: - One request

  private func readSingle(
    _ reader: JSONReader, _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> Operation {
    let kept = memory.outline(of: reader.envelope)
    let outline = if let kept { kept } else { try readOutline(reader, excerpts) }
    if frames.count > 1 { try requireAnnouncements([outline.packedFrame], of: frames) }
    return try outline.completed(excerpts, frames)
  }

  private func readOutline(
    _ reader: JSONReader, _ excerpts: Excerpts
  ) throws(Problem) -> OperationOutline {
    let outline = try reader.readEnvelope(refusal: Problem.init) {
      (root) throws(Problem) in
      let object = try ObjectReader(unjudged: root, expected: "a request")
      _ = try object.number("v", .version)
      return try readOperation(object, inBatch: false, fences, excerpts)
    }
    // The positions of a geometry stand in excerpts and in the outline: such a one is not kept.
    if outline.excerptCount == excerpts.count { memory.keep(outline, of: reader.envelope) }
    return outline
  }

  /// A packed frame that nobody announces is refused, an empty one too.
  private func requireAnnouncements(
    _ announced: [Int?], of frames: [UnsafeRawBufferPointer]
  ) throws(Problem) {
    guard frames.count > 1, let frame = (1..<frames.count).first(where: { !announced.contains($0) })
    else { return }
    throw Problem(
      .badFrames,
      "frame \(frame) of \(frames[frame].count) bytes is announced by no content.coordinates.frame")
  }

  // MARK: - Batches

  private func readBatch(
    _ reader: JSONReader, id: String, _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer],
    _ weight: BatchWeight
  ) throws(Problem) -> [BatchMember] {
    try reader.readEnvelope(refusal: Problem.init) { (root) throws(Problem) in
      let object = try ObjectReader(unjudged: root, expected: "a request")
      _ = try object.number("v", .version)
      try requireRightDefaults(object, fences, excerpts, frames)
      return try object.read("batch", expected: expectedBatch) { (list) throws(Problem) in
        guard list.kind == .array else { throw .expected(expectedBatch, found: list.found) }
        guard 1...Self.maximumBatch ~= list.count else {
          throw .expected(expectedBatch, found: "\(list.count) of them")
        }
        // Also by members that are wrong otherwise, and by defaults.
        let announced = (0..<list.count).map { announcedFrame(list[$0].member("content")) }
        try requireAnnouncements(
          announced + [announcedFrame(root.member("content"))], of: frames)
        try requireBounds(of: list, in: root, weight)
        return (0..<list.count).map { index in
          readMember(list[index], at: index, of: root, id: id, excerpts, frames)
        }
      }
    }
  }

  private func requireBounds(
    of list: JSONNode, in root: JSONNode, _ weight: BatchWeight
  ) throws(Problem) {
    var weight = weight
    for index in 0..<list.count { weight.add(list[index], of: root) }
    guard weight.jsonBytes <= maximumJSONBytes else {
      throw Problem(
        .tooLarge,
        "expected at most \(maximumJSONBytes) bytes with what the members of the batch take from "
          + "the outer object, found \(weight.jsonBytes)")
    }
    guard weight.packedBytes <= maximumPackedBytes else {
      throw Problem(
        .tooLarge,
        "expected at most \(maximumPackedBytes) bytes of packed frames, each counted for every "
          + "member of the batch that takes it, found \(weight.packedBytes)")
    }
  }

  private func readMember(
    _ node: JSONNode, at index: Int, of root: JSONNode, id: String, _ excerpts: Excerpts,
    _ frames: [UnsafeRawBufferPointer]
  ) -> BatchMember {
    var member = BatchMember(id: id, operation: .success(.info))
    member.operation = Result { () throws(Problem) in
      do throws(Problem) {
        let object = try ObjectReader(unjudged: node, expected: "a request", defaults: root)
        if let own = try node.readMember("id", readID) { member.id = own }
        return try readOperation(object, inBatch: true, fences, excerpts)
          .completed(excerpts, frames)
      } catch {
        throw error.inBatch(at: index)
      }
    }
    return member
  }
}

private let expectedBatch: StaticString = "a list of 1 ... 1024 requests"

private func readID(_ node: JSONNode) throws(Problem) -> String {
  guard let id = node.string, isID(id) else { throw .expected(expectedID, found: node.found) }
  return id
}
