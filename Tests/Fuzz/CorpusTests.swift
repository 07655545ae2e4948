import Foundation
import Testing

/// The inputs that fuzzing found worth keeping, judged once more: those that reach every part of
/// the code, and `find-…`, each of which once went wrong.
struct CorpusTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("corpus")

  @Test(arguments: FuzzTarget.allCases)
  private func nothingThatWasFoundGoesWrong(_ target: FuzzTarget) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder.appendingPathComponent(target.rawValue), includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    let judge = target.judge()
    for file in files {
      let fault = try Data(contentsOf: file).withUnsafeBytes(judge)
      #expect(fault == nil, "\(file.lastPathComponent)")
    }
  }
}
