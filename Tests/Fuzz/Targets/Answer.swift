import JSON
import ViewportService
import WireFormat

/// One reply to whatever comes, strict JSON in the order of the wire format, with its numbers where
/// they belong; and the same reply to the same bytes.
///
/// FF parts the frames: it never stands in the UTF-8 of a body.
final class AnswerJudge {
  private let service = ViewportService(fences: fences)
  private let reader = JSONReader()
  private var first = JSONWriter()
  private var second = JSONWriter()

  func judge(_ message: UnsafeRawBufferPointer) -> String? {
    let frames = message.split(separator: 0xFF, omittingEmptySubsequences: false)
      .map { UnsafeRawBufferPointer(rebasing: $0) }
    first.removeAll()
    service.answer(frames, into: &first)
    second.removeAll()
    service.answer(frames, into: &second)
    guard first.bytes == second.bytes else { return "the second answer is another" }
    return first.bytes.withUnsafeBytes { reply in
      do throws(Fault) {
        try reader.read(reply, refusal: { Fault("no JSON: \($0)") }) { (root) throws(Fault) in
          try requireReply(root, id: frames.count > 16 ? nil : RequestEnvelope.scan(frames[0]).id)
        }
      } catch { return "\(error.text) in \(String(decoding: reply.prefix(2000), as: UTF8.self))" }
      return nil
    }
  }

  private static let fences: FenceCatalog = {
    var catalog = FenceCatalog()
    let geometries = [
      ("box", "viewport_show_all", #"null,"bbox":[177,-19,-179,-16]"#),
      ("mall", "viewport", #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}"#),
      (
        "bay", "target",
        #"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4],[2,1],[0,4],[0,0]]]}"#
      ),
    ]
    for (name, mode, geometry) in geometries {
      let file = #"{"type":"Feature","properties":{"name":"\#(name)","fence_mode":"\#(mode)"},"#
      do { try catalog.add(Array((file + #""geometry":\#(geometry)}"#).utf8)) } catch {
        fatalError("\(name): \(error)")
      }
    }
    return catalog
  }()
}

private struct Fault: Error {
  let text: String
  init(_ text: String) { self.text = text }
}

private func requireReply(_ root: JSONNode, id: String?) throws(Fault) {
  var names: [String] = []
  root.forEachMember { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
  guard names.prefix(3) == ["v", "id", "ok"], root.member("v")?.number == 1,
    let isOK = root.member("ok")?.bool
  else { throw Fault("the first members are \(names)") }
  guard root.member("id")?.string == id, !isOK || id != nil else { throw Fault("another id") }
  try requireOutcome(root, isOK: isOK)
}

/// Of a reply, or of one of a batch.
private func requireOutcome(_ node: JSONNode, isOK: Bool) throws(Fault) {
  guard isOK else {
    guard let error = node.member("error"), let type = error.member("type")?.string,
      let kind = Problem.Kind.allCases.first(where: { $0.type == type }),
      error.member("status")?.number == Double(kind.status),
      error.member("detail")?.string?.isEmpty == false
    else { throw Fault("no problem") }
    if kind == .workerFailed { throw Fault("nothing finite") }
    return
  }
  if let results = node.member("results") {
    for index in 0..<results.count {
      guard let isOK = results[index].member("ok")?.bool,
        results[index].member("id")?.string != nil
      else { throw Fault("no result \(index)") }
      try requireOutcome(results[index], isOK: isOK)
    }
    return
  }
  guard let result = node.member("result"), result.kind == .object else { throw Fault("no result") }
  if let fits = result.member("fits")?.bool, fits != (result.member("outside") == nil) {
    throw Fault("fits and outside contradict each other")
  }
  try requireNumbers(result)
}

/// Every number with a known name lies where the contract says.
private func requireNumbers(_ node: JSONNode) throws(Fault) {
  for index in 0..<(node.kind == .array ? node.count : 0) { try requireNumbers(node[index]) }
  try node.forEachMember { (name, value) throws(Fault) in
    try requireNumbers(value)
    guard let number = value.number else { return }
    let isRight =
      switch String(decoding: name, as: UTF8.self) {
      case "latitude", "south", "north": abs(number) <= 90
      case "longitude": abs(number) <= 180
      case "zoom", "min_zoom", "max_zoom": 0...30 ~= number
      case "bearing": 0..<360 ~= number
      case "viewing_angle": 0..<85 ~= number
      case "at_ms", "duration_ms", "path_length": number >= 0
      case "meters_per_point": number > 0
      case "count": number >= 1
      default: true
      }
    guard isRight else {
      throw Fault("\(String(decoding: name, as: UTF8.self)) is \(number)")
    }
  }
  if let latitude = node.member("camera")?.member("target")?.member("latitude")?.number,
    abs(latitude) > 85
  {
    throw Fault("the target's latitude is \(latitude)")
  }
}
