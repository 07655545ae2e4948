import Foundation
import Majordomo
import Operations
import Testing
import WireFormat

@testable import viewfence

struct ServerSettingsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func settings(
    _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> ServerSettings {
    try ServerSettings(try Arguments(words, for: .serve)) { environment[$0] }
  }

  @Test func theShippedFileHasEveryKeyAtItsDefault() throws {
    let file = Self.root.appending(path: "config/viewfence.json")
    #expect(try String(contentsOf: file, encoding: .utf8) == ServerSettings.defaultFile)
    #expect(try settings(["--config", file.path()]).broker == ServerSettings().broker)
  }

  @Test(arguments: Schema.allCases)
  func theProgramCarriesTheShippedSchemas(schema: Schema) throws {
    let file = Self.root.appending(path: "config/schema/\(schema.rawValue).json")
    #expect(try String(contentsOf: file, encoding: .utf8) == schema.text)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(schema.text.utf8)) }
  }

  @Test func theDefaultsAreAllowedValues() throws {
    // The file says each default as an operator would.
    let keys = ServerSettings.groups.flatMap(\.settings).map(\.key)
    #expect(Set(keys).count == keys.count)
    for key in keys { #expect(ServerSettings.explanation.contains("  \(key)  ")) }
  }

  @Test func aFlagBeatsTheEnvironmentWhichBeatsTheFileWhichBeatsTheDefault() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "viewfence-\(UUID()).json")
    try Data(#"{"threads": 3, "attempts": 4, "credit": 5}"#.utf8).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let settings = try settings(
      ["--config", path.path(), "--threads", "9"],
      environment: ["VIEWFENCE_THREADS": "8", "VIEWFENCE_ATTEMPTS": "7"])
    #expect(settings.threads == 9)
    #expect(settings.broker.bounds.attempts == 7)
    #expect(settings.broker.credit == 5)
    #expect(settings.broker.bounds.heartbeat == 1000)
  }

  @Test(arguments: [
    (["--config", "/nowhere.json"], "/nowhere.json: No such file or directory"),
    (["--heartbeat", "5"], "serve has no flag --heartbeat; did you mean --heartbeat-ms?"),
    (["--publish-prefixes", "errors/"], nil), (["--publish-prefixes", "cam"], nil),
    (["--publish-prefixes", "a/b/"], nil), (["--threads", "-1"], nil),
  ])
  func wrongSettingsAreUsageErrors(words: [String], message: String?) throws {
    let failure = try #require(throws: Failure.self) { try settings(words) }
    #expect(failure.code == .usage)
    if let message { #expect(failure.message == message) }
  }

  @Test(arguments: [
    (["--heartbeat-ms", "3000"], "expiry_ms"), (["--expiry-ms", "1000"], "expiry_ms"),
    (["--foreign-expiry-ms", "900"], "foreign_expiry_ms"),
    (["--heartbeat-ms", "7500", "--expiry-ms", "9000"], "foreign_expiry_ms"),
  ])
  func aHeartbeatThatComesAfterTheExpiryIsRefused(words: [String], key: String) throws {
    let failure = try #require(throws: Failure.self) { try settings(words) }
    #expect(failure.code == .usage)
    #expect(failure.message.hasPrefix("heartbeat_ms: expected less than \(key) ("))
  }

  @Test func aWorkerFinishesWithinTheTimeThatItIsGiven() throws {
    let arguments = try Arguments(["--drain-ms", "7", "--linger-ms", "9"], for: .worker)
    let worker = try ServerSettings(arguments) { _ in nil }.worker(for: [], serverKey: "")
    #expect(worker.drainMilliseconds == 7 && worker.lingerMilliseconds == 9)
  }

  @Test func theShippedFencesAreRead() throws {
    let fences = try fences(in: Self.root.appending(path: "config/fences").path())
    #expect(fences.names == ["changi-airport", "dubai-mall", "fiji", "pitt-street-mall"])
  }

  @Test func aFenceThatCannotBeReadIsNamed() throws {
    #expect(throws: Failure(.usage, "fences: /nowhere: No such file or directory")) {
      try fences(in: "/nowhere")
    }
    #expect(try fences(in: "").names.isEmpty)
  }
}
