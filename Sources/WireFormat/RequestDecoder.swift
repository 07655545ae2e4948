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
  private let reader = JSONReader(takingOut: Excerpts.names)

  public init(
    fences: FenceCatalog, topics: TopicRules, maximumJSONBytes: Int, maximumPackedBytes: Int
  ) {
    (self.fences, self.topics) = (fences, topics)
    (self.maximumJSONBytes, self.maximumPackedBytes) = (maximumJSONBytes, maximumPackedBytes)
  }

  /// Reads the JSON frame and the packed frames after it, which packed coordinates of the request
  /// point into.
  public func decode(_ frames: [UnsafeRawBufferPointer]) -> DecodedRequest {
    guard let body = frames.first else {
      return DecodedRequest(
        request: .failure(Problem(.badFrames, "expected a JSON frame, found none")))
    }
    if let problem = problemWithSizes(of: frames) {
      return DecodedRequest(request: .failure(problem))
    }
    let request = Result { () throws(Problem) in try read(body, frames) }
    let traceparent = reader.scanner.value(of: "traceparent", in: body)
      .flatMap(JSONScalar.string)
    return DecodedRequest(
      id: requestID(in: body, scanned: reader.scanner),
      traceparent: traceparent.flatMap { isTraceParent($0) ? $0 : nil }, request: request)
  }

  private func problemWithSizes(of frames: [UnsafeRawBufferPointer]) -> Problem? {
    guard frames.count <= Self.maximumFrameCount else {
      return Problem(
        .badFrames,
        "expected at most \(Self.maximumFrameCount) frames, found \(frames.count)")
    }
    for (index, frame) in frames.enumerated() {
      let maximum = index == 0 ? maximumJSONBytes : maximumPackedBytes
      guard frame.count <= maximum else {
        return Problem(
          .tooLarge,
          "expected at most \(maximum) bytes in frame \(index), found \(frame.count)")
      }
    }
    return nil
  }

  private func read(
    _ body: UnsafeRawBufferPointer, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> ViewportRequest {
    try reader.read(body, refusal: Problem.init) { (root) throws(Problem) in
      let excerpts = Excerpts(text: body, scanner: reader.scanner)
      return try readRequest(
        root, Surroundings(fences: fences, excerpts: excerpts, frames: frames))
    }
  }

  private func readRequest(
    _ root: JSONNode, _ surroundings: Surroundings
  ) throws(Problem) -> ViewportRequest {
    let object = try ObjectReader(unjudged: root, expected: "a request {v, id, op, …}")
    let message = try MessageReader(object, topics: topics)
    let isBatch = object.has("batch")
    if isBatch { try object.requireKnown(batchNames) }
    try requireAnnouncements(of: surroundings.frames, in: root)
    return ViewportRequest(
      id: message.id, publish: message.publish, deadlineMilliseconds: message.deadline,
      body: isBatch
        ? .batch(try readBatch(object, defaults: root, id: message.id, surroundings))
        : .single(try readOperation(object, inBatch: false, surroundings)))
  }

  /// A packed frame that nobody announces is refused, an empty one too.
  private func requireAnnouncements(
    of frames: [UnsafeRawBufferPointer], in root: JSONNode
  ) throws(Problem) {
    guard frames.count > 1 else { return }
    var announced: Set<Int> = []
    announcedFrame(root.member("content")).map { _ = announced.insert($0) }
    if let batch = root.member("batch"), batch.kind == .array {
      for index in 0..<batch.count {
        announcedFrame(batch[index].member("content")).map { _ = announced.insert($0) }
      }
    }
    if let frame = (1..<frames.count).first(where: { !announced.contains($0) }) {
      throw Problem(
        .badFrames,
        "frame \(frame) of \(frames[frame].count) bytes is announced by no content.coordinates.frame"
      )
    }
  }

  private func readBatch(
    _ object: ObjectReader, defaults: JSONNode, id: String, _ surroundings: Surroundings
  ) throws(Problem) -> [BatchMember] {
    try object.read("batch", expected: expectedBatch) { (list) throws(Problem) in
      guard list.kind == .array else { throw .expected(expectedBatch, found: list.found) }
      guard 1...Self.maximumBatch ~= list.count else {
        throw .expected(expectedBatch, found: "\(list.count) of them")
      }
      return (0..<list.count).map { index in
        readMember(list[index], at: index, defaults: defaults, id: id, surroundings)
      }
    }
  }

  private func readMember(
    _ node: JSONNode, at index: Int, defaults: JSONNode, id: String, _ surroundings: Surroundings
  ) -> BatchMember {
    var member = BatchMember(id: id, operation: .success(.info))
    member.operation = Result { () throws(Problem) in
      do throws(Problem) {
        let object = try ObjectReader(
          unjudged: node, expected: "a request", defaults: defaults)
        if let own = try node.readMember("id", readID) { member.id = own }
        return try readOperation(object, inBatch: true, surroundings)
      } catch {
        throw error.inBatch(at: index)
      }
    }
    return member
  }
}

private let expectedBatch: StaticString = "a list of 1 ... 1024 requests"
private let expectedID: StaticString = "an id of 1 ... 128 bytes"

private func readID(_ node: JSONNode) throws(Problem) -> String {
  guard let id = node.string, (1...128).contains(id.utf8.count) else {
    throw .expected(expectedID, found: node.found)
  }
  return id
}

/// The members of a message that are not its operation's.
private struct MessageReader {
  let id: String
  let publish: String?
  let deadline: Int?

  init(_ object: ObjectReader, topics: TopicRules) throws(Problem) {
    _ = try object.number("v", .version)
    id = try object.read("id", expected: expectedID, readID)
    publish = try object.readIfPresent("publish") { (node) throws(Problem) in
      guard let topic = node.string else {
        throw .expected(expectedTopic, found: node.found)
      }
      if let problem = topics.problem(with: topic) { throw problem }
      return topic
    }
    deadline = try object.readIfPresent("deadline_ms", NumberRule.deadline.read).map { Int($0) }
  }
}
