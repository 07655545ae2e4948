import Foundation
import JSON
import Testing
import WireFormat

private let project = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The page for users shows nothing that does not work.
@Suite struct DocumentationTests {
  private static let page: String =
    (try? String(
      contentsOf: project.appendingPathComponent(
        "Sources/WireFormat/WireFormat.docc/WireFormat.md"),
      encoding: .utf8)) ?? ""

  /// What stands between ```json and ```.
  private static let examples: [String] =
    page.components(separatedBy: "```json\n").dropFirst()
    .map { $0.components(separatedBy: "```")[0] }

  @Test func thePageHasExamples() { #expect(Self.examples.count == 7) }

  @Test(arguments: examples)
  private func examplesAreWhatTheySay(_ example: String) throws {
    if example.contains("\"op\"") {
      try decode(example)
    } else if example.contains("\"Feature\"") {
      var catalog = FenceCatalog()
      try catalog.add(Array(example.utf8))
    } else {
      var scanner = JSONScanner()
      try Array(example.utf8).withUnsafeBytes { try scanner.scan($0) }
    }
  }

  /// Throws what a service with the project's fences would refuse.
  private func decode(_ request: String) throws {
    var fences = FenceCatalog()
    for file in try FileManager.default.contentsOfDirectory(
      at: project.appendingPathComponent("config/fences"), includingPropertiesForKeys: nil)
    {
      try fences.add(Array(try Data(contentsOf: file)))
    }
    let decoder = RequestDecoder(
      fences: fences, topics: TopicRules(prefixes: ["cam/"]), maximumJSONBytes: 1 << 20,
      maximumPackedBytes: 1 << 23)
    let places = [UInt8](repeating: 0, count: 250_000 * 16)
    try Array(request.utf8).withUnsafeBytes { body in
      try places.withUnsafeBytes { frame in
        let frames = request.contains("f64le") ? [body, frame] : [body]
        if case .batch(let members) = try decoder.decode(frames).request.get().body {
          for member in members { _ = try member.operation.get() }
        }
      }
    }
  }

  @Test(arguments: Problem.Kind.allCases)
  func everyProblemIsOnThePage(_ kind: Problem.Kind) {
    #expect(Self.page.contains("`\(kind.rawValue)`"))
  }
}
