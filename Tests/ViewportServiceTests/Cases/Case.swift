import Foundation
import Testing

/// A case from the field; its fields: `Fixtures/cases/README.md`.
struct Case: Sendable, CustomTestStringConvertible {
  let id: String
  let sources: [String]
  let input, right, tolerance: JSONValue

  /// The number of the case, for example `fit-01`, by which tests name it.
  var number: String { id.split(separator: "-").prefix(2).joined(separator: "-") }

  var testDescription: String { "\(id): \(sources.joined(separator: ", "))" }

  var checks: Set<String> { Set((right["checks"]?.items ?? []).compactMap(\.string)) }

  static let all: [Case] = (try? read()) ?? []

  static func read() throws -> [Case] {
    try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "json" }
      .sorted { $0.path < $1.path }
      .map { file in
        let value = try JSONValue(Data(contentsOf: file))
        return Case(
          id: try #require(value["id"]?.string),
          sources: (value["source"]?.items ?? []).compactMap(\.string),
          input: try #require(value["input"]), right: try #require(value["right"]),
          tolerance: try #require(value["tolerance"]))
      }
  }

  /// The case of this number.
  static func numbered(_ number: String) throws -> Case {
    try #require(all.first { $0.number == number }, "there is no case \(number)")
  }

  /// The cases of these kinds and outcomes, less those that have a test of their own.
  static func cases(_ kind: String, outcome: String) -> [Case] {
    all.filter {
      $0.number.hasPrefix(kind) && $0.right["outcome"]?.string == outcome
        && !ownTests.contains($0.number) && missingData($0) == nil
    }
  }

  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../Fixtures/cases")
}

extension Case {
  /// The cases that ask for more than one request, or for more than numbers.
  static let ownTests: Set = [
    "fit-23", "fit-30", "fit-37", "fit-45", "fit-59",
    "clamp-04", "clamp-06", "clamp-09", "clamp-13", "clamp-15", "clamp-16",
    "update-09", "update-10", "update-11", "update-12", "update-14", "update-17",
    "proj-02", "proj-03", "proj-04", "proj-06",
    "anim-01", "anim-02", "anim-04", "anim-06", "anim-09",
  ]
}
