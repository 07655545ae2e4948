import Foundation
import JSON
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

  /// The reader's own verdict, which its tests hold against the suite.
  private func isStrict(_ text: Data) -> Bool {
    var scanner = JSONScanner()
    return text.withUnsafeBytes { bytes in
      do throws(JSONError) { try scanner.scan(bytes) } catch { return false }
      return true
    }
  }

  /// As a value of a client's own: what is well formed is no concern of ours.
  @Test(arguments: files)
  private func asAMemberEachIsTakenOrRefused(_ url: URL) throws {
    let text = try Data(contentsOf: url)
    let body = Data(#"{"v":1,"id":"a","op":"info","x_value":"#.utf8) + text + Data("}".utf8)
    let problem = problem(with: body)
    #expect(problem == nil || problem?.kind == .badJSON || problem?.kind == .badSchema)
    #expect((problem == nil) == isStrict(text))
  }
}
