import JSON
import Testing
import WireFormat

@testable import ViewportService

/// What a reply, and each member of a batch, is written in.
@Suite struct AttemptTests {
  private func attempts(_ numbers: [Double], failing: Int? = nil) -> (String, [Problem.Kind?]) {
    var writer = JSONWriter()
    writer.beginArray()
    let kinds = numbers.enumerated().map { index, number -> Problem.Kind? in
      do throws(Problem) {
        try writer.attempt { (writer) throws(Problem) in
          writer.value(number)
          if index == failing { throw Problem(.infeasible, "as the test wishes") }
        }
        return nil
      } catch { return error.kind }
    }
    writer.endArray()
    return (String(decoding: writer.bytes, as: UTF8.self), kinds)
  }

  @Test func eachIsJudgedForItself() {
    let (text, kinds) = attempts([1, .nan, 3])
    #expect(text == "[1,3]")
    #expect(kinds == [nil, .workerFailed, nil])
  }

  @Test func anErrorAfterALostNumberHidesNothing() {
    var writer = JSONWriter()
    let problem = #expect(throws: Problem.self) {
      try writer.attempt { (writer) throws(Problem) in
        writer.value(Double.infinity)
        do throws(Problem) {
          try writer.attempt { (writer) throws(Problem) in
            writer.value(1)
            throw Problem(.infeasible, "a later member")
          }
        } catch { writer.value(2) }
      }
    }
    #expect(problem?.kind == .workerFailed)
    #expect(writer.bytes.isEmpty)
  }

  @Test func whatThrowsLeavesNothing() {
    let (text, kinds) = attempts([1, 2, 3], failing: 1)
    #expect(text == "[1,3]")
    #expect(kinds == [nil, .infeasible, nil])
  }
}
