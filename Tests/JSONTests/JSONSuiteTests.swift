import Foundation
import JSON
import Testing

/// The public suite of github.com/nst/JSONTestSuite, read where it lies beside the project.
private let suite = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("shared/json-test-suite/test_parsing")

private let files: [URL] =
  ((try? FileManager.default.contentsOfDirectory(at: suite, includingPropertiesForKeys: nil)) ?? [])
  .filter { $0.pathExtension == "json" }
  .sorted { $0.lastPathComponent < $1.lastPathComponent }

/// What the standard leaves open and this reader takes; all other such files it refuses. The page
/// WireFormat.md has the table with reasons.
private let taken: Set<String> = [
  "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json",
  "i_number_too_big_neg_int.json", "i_number_too_big_pos_int.json",
  "i_number_very_big_negative_int.json",
]

/// What the standard allows and this reader refuses, as readers disagree about its meaning.
private let refused: Set<String> = [
  "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
  "y_object_escaped_null_in_key.json",
]

@Suite(.enabled(if: !files.isEmpty, "json-test-suite does not lie beside the project"))
struct JSONSuiteTests {
  private func fault(in url: URL) throws -> JSONError? {
    let text = try Data(contentsOf: url)
    let reader = JSONReader(takingOut: ["a"])
    return text.withUnsafeBytes { bytes in
      do throws(JSONError) {
        try reader.read(bytes, refusal: \.self) { (_) throws(JSONError) in }
        return nil
      } catch {
        return error
      }
    }
  }

  @Test(arguments: files)
  private func documentsAreTakenOrRefusedAsTheSuiteSays(_ url: URL) throws {
    let name = url.lastPathComponent
    let fault = try fault(in: url)
    // What is well formed passes json-c too: the two never disagree.
    #expect(fault?.reason != .refusedByTree)
    switch name.prefix(2) {
    case "y_": #expect((fault != nil) == refused.contains(name))
    case "n_": #expect(fault != nil)
    default: #expect((fault == nil) == taken.contains(name), "\(fault?.description ?? "taken")")
    }
  }

  @Test func theSuiteIsWhole() { #expect(files.count == 318) }
}
