import Glibc
import JSON
import Operations
import WireFormat

extension Command {
  static let preview = Command(
    name: "preview", operands: "[FILE]...", summary: "draw requests with their answers, as SVG",
    details: [
      """
      One picture for all requests, on standard output: what the screen shows with the room that \
      insets and padding leave, places with their footprints, the fence; the ground from above with \
      what is visible; and what the answer says. No server is asked.
      """
    ],
    examples: [
      "viewfence preview --fences config/fences config/examples/fit-tilted.json > fit.svg"
    ],
    flags: [
      Flag(
        name: "fences", value: "DIR", variable: "VIEWFENCE_FENCES",
        help: "the fences that requests may name", offer: .directory),
      Flag(
        name: "packed", value: "FILE", repeats: true,
        help: "a frame of packed coordinates that follows each request", offer: .file),
    ],
    offer: .file,
    run: { arguments throws(Failure) in try runPreview(arguments) })
}

private func runPreview(_ arguments: Arguments) throws(Failure) -> ExitCode {
  let decoder = requestDecoder(fences: try fences(in: arguments.text("fences") ?? ""))
  var packed: [[UInt8]] = []
  for path in arguments.texts("packed") { packed.append(try contents(of: path)) }

  var scenes: [PreviewScene] = []
  var refused = false
  for path in arguments.operands.isEmpty ? ["-"] : arguments.operands {
    let document = try contents(of: path)
    // Packed coordinates point into the frames, so the scene is made while they are there.
    let result = withFrames([document] + packed) { frames in
      decoder.decode(frames).request.map { (PreviewScene.scenes(of: $0), problems(of: $0)) }
    }
    switch result {
    case .success(let (drawn, problems)):
      scenes += drawn
      for problem in problems {
        write("viewfence: \(path): \(Judge.line(problem))\n", to: STDERR_FILENO)
      }
      refused = refused || !problems.isEmpty || drawn.contains { $0.answer == nil }
    case .failure(let problem):
      throw Failure(.failed, "\(path): \(Judge.line(problem))")
    }
  }
  write(PreviewPicture.draw(scenes), to: STDOUT_FILENO)
  return refused ? .failed : .ok
}

/// Those of the members of a batch that are no requests.
private func problems(of request: ViewportRequest) -> [Problem] {
  guard case .batch(let members) = request.body else { return [] }
  return members.compactMap { member in
    if case .failure(let problem) = member.operation { problem } else { nil }
  }
}

extension PreviewScene {
  /// A scene for each viewport operation of a request; `info` has none.
  static func scenes(of request: ViewportRequest) -> [PreviewScene] {
    let operations: [(id: String, operation: Operation)] =
      switch request.body {
      case .single(let operation): [(request.id, operation)]
      case .batch(let members):
        members.compactMap { member in (try? member.operation.get()).map { (member.id, $0) } }
      }
    return operations.compactMap { id, operation in
      guard case .viewport(let operation) = operation else { return nil }
      return PreviewScene(id: id, operation)
    }
  }
}
