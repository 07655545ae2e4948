import CameraCore
import Testing
import WireFormat

@testable import ViewportService

/// What a fit beyond the bound of its work is on the wire; when that is, the core's tests count.
@Suite struct CostlyFitTests {
  @Test func aFitThatCostsTooMuchIsTooLarge() throws {
    let text =
      #"{"v":1,"id":"a","op":"fit","viewport":{"width":390,"height":844},"#
      + #""content":{"pois":[{"latitude":1,"longitude":2}]}}"#
    let decoder = RequestDecoder(
      fences: FenceCatalog(), topics: TopicRules(prefixes: ["cam/"]),
      maximumJSONBytes: 1024, maximumPackedBytes: 1024)
    let decoded = Array(text.utf8).withUnsafeBytes { decoder.decode([$0]) }
    guard case .single(.viewport(let operation)) = try decoded.request.get().body else {
      Issue.record("expected a fit")
      return
    }
    #expect(
      operation.problem(for: .tooCostly("why")) == Problem(.tooLarge, "why", at: "/content"))
  }
}
