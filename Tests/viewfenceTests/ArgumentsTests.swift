import Testing

@testable import viewfence

struct ArgumentsTests {
  private let command = Command(
    name: "call", operands: "[FILE]...", summary: "send requests",
    flags: [
      Flag(
        name: "endpoint", value: "ENDPOINT", defaultValue: "tcp://127.0.0.1:5555",
        variable: "VIEWFENCE_REQUESTS", repeats: true, help: "where to"),
      Flag(name: "timeout", value: "MS", defaultValue: "5000", help: "how long"),
      Flag(name: "pretty", help: "spread out"),
    ],
    run: { _ in .ok })

  private func read(_ words: String..., environment: [String: String] = [:]) throws -> Arguments {
    try Arguments(words, for: command) { environment[$0] }
  }

  @Test func valuesComeAfterAnEqualsSignOrAsTheNextWord() throws {
    #expect(try read("--timeout", "10").text("timeout") == "10")
    #expect(try read("--timeout=10").text("timeout") == "10")
    #expect(try read("--timeout=").text("timeout") == "")
    #expect(try read("--endpoint=a=b").text("endpoint") == "a=b")
  }

  @Test func aRepeatableFlagKeepsAllItsValuesInOrder() throws {
    #expect(try read("--endpoint", "a", "--endpoint", "b").texts("endpoint") == ["a", "b"])
  }

  @Test func operandsAndFlagsMix() throws {
    let arguments = try read("one", "--pretty", "-", "--", "--timeout")
    #expect(arguments.operands == ["one", "-", "--timeout"])
    #expect(arguments.has("pretty"))
  }

  @Test func aFlagBeatsTheEnvironmentWhichBeatsTheDefault() throws {
    let environment = ["VIEWFENCE_REQUESTS": "tcp://env:1,tcp://env:2"]
    #expect(try read().texts("endpoint") == ["tcp://127.0.0.1:5555"])
    #expect(try read(environment: environment).texts("endpoint") == ["tcp://env:1", "tcp://env:2"])
    #expect(
      try read("--endpoint", "tcp://flag:1", environment: environment).texts("endpoint")
        == ["tcp://flag:1"])
  }

  @Test(arguments: [
    (["--timeuot", "5"], "call has no flag --timeuot; did you mean --timeout?"),
    (["--zzzzzz"], "call has no flag --zzzzzz"),
    (["-x"], "call has no flag -x"),
    (["--timeout"], "--timeout needs a value: --timeout MS"),
    (["--pretty=1"], "--pretty takes no value"),
  ])
  func wrongUsageIsNamed(words: [String], message: String) {
    #expect(throws: Failure(.usage, message)) { try Arguments(words, for: command) }
  }

  @Test(arguments: ["0", "-1", "1e3", "", "99999999999999999999", "5 "])
  func aNumberOutsideItsRangeIsRefused(text: String) throws {
    let arguments = try read("--timeout", text)
    #expect(
      throws: Failure(.usage, "--timeout: expected an integer in 1 ... 60000, found '\(text)'")
    ) { try arguments.integer("timeout", in: 1...60_000) }
  }

  @Test func aCommandWithoutOperandsRefusesThem() {
    let serve = Command(name: "serve", summary: "answer", run: { _ in .ok })
    #expect(throws: Failure(.usage, "serve takes no argument 'now'")) {
      try Arguments(["now"], for: serve)
    }
  }
}
