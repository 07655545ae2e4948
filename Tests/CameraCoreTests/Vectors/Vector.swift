import Foundation
import Testing

/// What a kind of vector asks. Its files and fields: `Fixtures/vectors/README.md`.
protocol VectorInput: Decodable, Sendable {
  associatedtype Expected: Decodable & Sendable
  static var kind: String { get }
  /// The file's name without its extension.
  static var file: String { get }
}

extension VectorInput {
  static var file: String { kind }
}

/// One case: what was asked, what a library that people rely on printed, and how far apart the
/// answers may be.
struct Vector<Input: VectorInput>: Decodable, Sendable, CustomTestStringConvertible {
  struct Source: Decodable, Sendable {
    let library, version, function: String
  }

  struct Tolerance: Decodable, Sendable {
    let points, deg, zoom, angle, length, meters, ratio: Double?
  }

  let id: String
  let source: Source
  let input: Input
  let expected: Input.Expected
  let tolerance: Tolerance

  var testDescription: String { "\(id): \(source.library) \(source.version), \(source.function)" }
}

/// The cases of one kind, less those that are skipped by name.
func vectors<Input: VectorInput>(_: Input.Type) throws -> [Vector<Input>] {
  try allVectors(Input.self).filter { VectorSkips.reasons[$0.id] == nil }
}

func allVectors<Input: VectorInput>(_: Input.Type) throws -> [Vector<Input>] {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  let cases = try decoder.decode([Candidate<Input>].self, from: vectorFile(Input.file))
  return cases.compactMap(\.vector)
}

func vectorFile(_ name: String) throws -> Data {
  try Data(
    contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/vectors/\(name).json"))
}

/// A case of a file that holds several kinds; nil if it is of another kind.
private struct Candidate<Input: VectorInput>: Decodable {
  struct Header: Decodable { let kind: String }
  let vector: Vector<Input>?

  init(from decoder: any Decoder) throws {
    let kind = try Header(from: decoder).kind
    vector = kind == Input.kind ? try Vector(from: decoder) : nil
  }
}
