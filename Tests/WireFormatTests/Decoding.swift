import CameraCore
import Testing
import WireFormat

/// Decodes requests as a service with two fences would.
struct Decoding {
  static let square = """
    {"type":"Feature","geometry":null,"bbox":[10,50,11,51],
     "properties":{"name":"square","min_zoom":12,"max_zoom":19,"fence_mode":"viewport"}}
    """
  static let triangle = """
    {"type":"Feature","properties":{"name":"triangle","x_source":"drawn"},"id":7,
     "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0]]]}}
    """

  /// Hands what was decoded to `inspect`; packed coordinates are valid in the call only.
  static func decode<Value>(
    _ text: String, _ frames: [[UInt8]], _ inspect: (DecodedRequest) throws -> Value
  ) throws -> Value {
    var fences = FenceCatalog()
    try fences.add(Array(square.utf8))
    try fences.add(Array(triangle.utf8))
    let decoder = RequestDecoder(
      fences: fences, topics: TopicRules(prefixes: ["cam/", "map/"]), maximumJSONBytes: 1 << 20,
      maximumPackedBytes: 1 << 20)
    // One block for all frames, so that each is a view that lives as long as the call.
    let all = [Array(text.utf8)] + frames
    return try all.flatMap(\.self).withUnsafeBytes { memory in
      var start = 0
      let views = all.map { frame in
        defer { start += frame.count }
        return UnsafeRawBufferPointer(rebasing: memory[start..<start + frame.count])
      }
      return try inspect(decoder.decode(views))
    }
  }

  static func decoded(_ text: String, _ frames: [[UInt8]] = []) throws -> DecodedRequest {
    try decode(text, frames) { $0 }
  }

  static func request(_ text: String, _ frames: [[UInt8]] = []) throws -> ViewportRequest {
    try decoded(text, frames).request.get()
  }

  static func problem(_ text: String, _ frames: [[UInt8]] = []) throws -> Problem {
    switch try decoded(text, frames).request {
    case .success(let request):
      Issue.record("no problem: \(request)")
      return Problem(.infeasible, "none")
    case .failure(let problem): return problem
    }
  }

  /// The operation of a request that has one.
  static func operation(_ text: String, _ frames: [[UInt8]] = []) throws -> ViewportOperation {
    guard case .single(.viewport(let operation)) = try request(text, frames).body else {
      throw Problem(.infeasible, "no operation")
    }
    return operation
  }

  static func fit(_ text: String, _ frames: [[UInt8]] = []) throws -> FitRequest {
    guard case .fit(let request, _) = try operation(text, frames).action else {
      throw Problem(.infeasible, "no fit")
    }
    return request
  }
}

private let viewport = #""viewport":{"width":390,"height":844}"#
private let camera = #""camera":{"target":{"latitude":48,"longitude":11},"zoom":12}"#

/// A request of this operation for a phone, with a camera for all but fits.
func request(_ op: String, _ members: String = "") -> String {
  let parts = [
    #""v":1,"id":"a","op":"\#(op)""#, viewport, op == "fit" ? "" : camera, members,
  ]
  return "{\(parts.filter { !$0.isEmpty }.joined(separator: ","))}"
}

/// A fit of this content.
func fit(_ content: String, _ members: String = "") -> String {
  request("fit", "\"content\":{\(content)}" + (members.isEmpty ? "" : "," + members))
}

let onePlace = #""pois":[{"latitude":48,"longitude":11}]"#
