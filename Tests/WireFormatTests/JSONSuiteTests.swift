import Foundation
import Testing
import WireFormat

/// The public suite of github.com/nst/JSONTestSuite, read where it lies beside the project.
private let suite = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/json-test-suite/test_parsing")

private let files: [URL] =
  ((try? FileManager.default.contentsOfDirectory(at: suite, includingPropertiesForKeys: nil)) ?? [])
  .filter { $0.pathExtension == "json" }
  .sorted { $0.lastPathComponent < $1.lastPathComponent }

/// The standard allows them, the wire does not: names twice in an object, NUL in a name.
private let refused: Set<String> = [
  "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  "y_object_escaped_null_in_key.json",
]

@Suite(.enabled(if: !files.isEmpty, "json-test-suite does not lie beside the project"))
struct JSONSuiteTests {
  private func problem(with body: Data) -> Problem? {
    let decoder = RequestDecoder(
      fences: FenceCatalog(), topics: TopicRules(prefixes: []), maximumJSONBytes: 1 << 20,
      maximumPackedBytes: 0)
    return body.withUnsafeBytes { bytes in
      guard case .failure(let problem) = decoder.decode([bytes]).request else { return nil }
      return problem
    }
  }

  @Test(arguments: files)
  private func noneIsARequest(_ url: URL) throws {
    let problem = problem(with: try Data(contentsOf: url))
    #expect(problem?.kind == .badJSON || problem?.kind == .badSchema)
  }

  /// As a value of a client's own: what is well formed is no concern of ours.
  @Test(arguments: files)
  private func asAMemberEachIsTakenOrRefused(_ url: URL) throws {
    var body = Data(#"{"v":1,"id":"a","op":"info","x_value":"#.utf8)
    body.append(try Data(contentsOf: url))
    body.append(Data("}".utf8))
    let problem = problem(with: body)
    #expect(problem == nil || problem?.kind == .badJSON || problem?.kind == .badSchema)
    switch url.lastPathComponent.prefix(2) {
    case "y_": #expect((problem != nil) == refused.contains(url.lastPathComponent))
    case "n_": #expect(problem != nil)
    default: break
    }
  }
}
