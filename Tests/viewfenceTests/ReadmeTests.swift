import Foundation
import JSON
import Testing
import ViewportService

@testable import viewfence

struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func text(of page: String = "README.md") throws -> String {
    try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
  }

  /// The blocks of a language, in order.
  private func blocks(of language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  private func answer(to request: String) throws -> NSDictionary {
    var settings = ServerSettings()
    settings.fences = Self.root.appending(path: "config/fences").path()
    let handler = try viewportHandler(settings)()
    var reply = JSONWriter()
    withFrames([Array(request.utf8)]) { handler($0, nil, &reply) }
    return try object(String(decoding: reply.bytes, as: UTF8.self))
  }

  private func object(_ text: String) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
  }

  @Test(arguments: ["README.md", "Sources/WireFormat/WireFormat.docc/WireFormat.md"])
  func aPageEndsWithTheRepliesToItsFirstRequest(page: String) throws {
    let blocks = blocks(of: "json", in: try text(of: page))
    let (request, replies) = (try #require(blocks.first), blocks.suffix(2))
    #expect(try answer(to: request) == object(try #require(replies.first)))
    let misspelt = request.replacingOccurrences(of: "insets", with: "inset")
      .replacingOccurrences(of: "r-1", with: "r-2")
    #expect(try answer(to: misspelt) == object(try #require(replies.last)))
  }

  @Test func whatIsLinkedIsThere() throws {
    let links = try text().matches(of: #/\]\(([^)]+)\)/#).map { String($0.output.1) }
    let files = links.filter { !$0.hasPrefix("http") }
    #expect(files.count >= 4)
    for file in files {
      let path = Self.root.appending(path: file).path()
      #expect(FileManager.default.fileExists(atPath: path), "\(file)")
    }
  }

  @Test func theCommandsAreReal() throws {
    let lines = blocks(of: "sh", in: try text()).joined().split(separator: "\n")
    let names = lines.filter { $0.hasPrefix("viewfence ") }.map { $0.split(separator: " ")[1] }
    #expect(names.count >= 8)
    for name in names { #expect(commands.contains { $0.name == name }, "\(name)") }
  }
}
