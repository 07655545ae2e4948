import Testing

@testable import viewfence

struct CommandTableTests {
  @Test func namesAreUnique() {
    #expect(Set(commands.map(\.name)).count == commands.count)
    for command in commands {
      let names = command.allFlags.map(\.name)
      #expect(Set(names).count == names.count, "\(command.name)")
    }
  }

  @Test func everyCommandAndFlagStandsInEveryText() {
    let overview = HelpText.overview(of: commands)
    let manual = ManualPage.text(of: commands).split(separator: "\\").joined()
    let scripts = Completions.shells.map { Completions.script(for: $0, commands: commands) ?? "" }
    for command in commands {
      #expect(overview.contains("  \(command.name) "))
      let page = HelpText.page(for: command)
      for flag in command.allFlags {
        #expect(page.contains(flag.usage))
        #expect(flag.name == "help" || manual.contains(flag.usage))
        for script in scripts { #expect(script.contains(flag.name)) }
      }
    }
  }

  @Test func helpIsAtMost80ColumnsWide() {
    let pages = [HelpText.overview(of: commands)] + commands.map(HelpText.page)
    for line in pages.flatMap({ $0.split(separator: "\n") }) where !line.hasPrefix("  viewfence ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test func aMisspeltCommandIsSuggested() {
    #expect(throws: Failure(.usage, "no command 'hepl'; did you mean 'help'?")) {
      try Viewfence.command(named: "hepl")
    }
  }

  @Test(arguments: [("a-b", "a\\-b"), (".so x", "\\&.so x"), ("'q", "\\&'q"), ("a\\b", "a\\eb")])
  func troffIsEscaped(text: String, escaped: String) {
    #expect(ManualPage.escaped(text) == escaped)
  }

  @Test func wordsWrapUnderTheirColumn() {
    let text = HelpText.wrapped(String(repeating: "word ", count: 20), indent: 10)
    #expect(
      text.split(separator: "\n").allSatisfy { $0.hasPrefix("          word") && $0.count <= 80 })
  }
}
