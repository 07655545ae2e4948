import Glibc
import JSON
import Operations
import WireFormat

extension Command {
  static let validate = Command(
    name: "validate", operands: "[FILE]...", summary: "judge documents without a server",
    details: [
      """
      Each FILE holds one document; without one, or for -, each line of standard input is one. Each \
      gets a line, NAME: ok, or NAME: what is wrong and where. A fence that a request names is \
      looked up only with --fences.
      """
    ],
    examples: [
      "viewfence validate config/examples/*.json",
      "viewfence validate --as fence config/fences/*.geojson",
    ],
    flags: [
      Flag(
        name: "as", value: "KIND", defaultValue: Judge.Kind.request.rawValue,
        help: "what the documents are: \(Judge.Kind.words.joined(separator: ", "))",
        offer: .words(Judge.Kind.words)),
      Flag(
        name: "fences", value: "DIR", help: "the fences that requests may name", offer: .directory),
      Flag(
        name: "packed", value: "FILE", repeats: true,
        help: "a frame of packed coordinates that follows each request", offer: .file),
    ],
    offer: .file,
    run: { arguments throws(Failure) in try runValidate(arguments) })
}

private func runValidate(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let word = arguments.text("as") ?? ""
  guard let kind = Judge.Kind(rawValue: word) else {
    let words = Judge.Kind.words.joined(separator: ", ")
    throw Failure(.usage, "--as: expected one of \(words), found '\(word)'")
  }
  var packed: [[UInt8]] = []
  for path in arguments.texts("packed") { packed.append(try contents(of: path)) }
  let judge = Judge(
    kind: kind, fences: try arguments.text("fences").map(fences), packedFrames: packed)

  var isRight = true
  func report(_ document: [UInt8], named name: String) {
    let faults = judge.faults(in: document)
    isRight = isRight && faults.isEmpty
    for line in faults.isEmpty ? ["ok"] : faults { write("\(name): \(line)\n", to: STDOUT_FILENO) }
  }
  for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
    guard path == "-" else {
      report(try contents(of: path), named: path)
      continue
    }
    var (lines, count) = (LineReader(STDIN_FILENO), 0)
    while !lines.isAtEnd {
      for line in lines.next() {
        count += 1
        report(line, named: "document \(count)")
      }
    }
  }
  return isRight ? .ok : .failed
}
