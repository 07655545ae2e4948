import JSON
import Testing
import ViewportService

/// Asks a service of its own, as a client would: bytes in, bytes out.
final class Asker {
  private let service: ViewportService

  init(settings: ServiceSettings = ServiceSettings()) {
    service = ViewportService(settings: settings)
  }

  /// The bytes of the reply to a message of these frames.
  func bytes(_ frames: [[UInt8]]) -> [UInt8] {
    // One block for all frames, so that each is a view that lives as long as the call.
    let block = frames.flatMap(\.self)
    return block.withUnsafeBytes { memory in
      var start = 0
      let views = frames.map { frame in
        defer { start += frame.count }
        return UnsafeRawBufferPointer(rebasing: memory[start..<start + frame.count])
      }
      var reply = JSONWriter()
      service.answer(views, into: &reply)
      return reply.bytes
    }
  }

  func reply(to frames: [UInt8]...) throws -> JSONValue { try JSONValue(bytes(frames)) }

  func reply(to text: String) throws -> JSONValue { try reply(to: Array(text.utf8)) }

  /// The reply to `request`, completed by version, id and operation.
  func reply(_ op: String, _ request: JSONValue) throws -> JSONValue {
    let reply = try reply(
      to: request.with(["v": 1, "id": "case", "op": .string(op)]).encoded())
    #expect(reply["v"] == 1 && reply["id"] == "case")
    return reply
  }

  /// The result of `request`, which must be answered with one.
  func result(
    _ op: String, _ request: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let reply = try reply(op, request)
    #expect(reply["ok"] == true, sourceLocation: sourceLocation)
    return try #require(
      reply["result"], "\(reply["error"] ?? .null)", sourceLocation: sourceLocation)
  }

  /// The problem that `request` must be answered with.
  func problem(
    _ op: String, _ request: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let reply = try reply(op, request)
    #expect(reply["ok"] == false, sourceLocation: sourceLocation)
    return try #require(
      reply["error"], "\(reply["result"] ?? .null)", sourceLocation: sourceLocation)
  }

  /// Expects a good request to get its right answer, whatever came before.
  func expectAlive(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try result(
      "fit",
      [
        "viewport": ["width": 375, "height": 667], "insets": 0,
        "content": [
          "pois": [["latitude": 10, "longitude": 76], ["latitude": 10, "longitude": 78.5]]
        ],
      ], sourceLocation: sourceLocation)
    let zoom = try #require(result["camera"]?["zoom"]?.double, sourceLocation: sourceLocation)
    #expect(abs(zoom - 7.720671787) < 1e-6, sourceLocation: sourceLocation)
  }
}
