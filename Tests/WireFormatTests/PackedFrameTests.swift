import CameraCore
import Testing
import WireFormat

/// Little-endian doubles, longitude then latitude.
private func packed(_ numbers: Double...) -> [UInt8] {
  numbers.flatMap { number in
    (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
  }
}

private func announced(_ frame: Int, _ count: Int) -> String {
  #""coordinates":{"frame":\#(frame),"encoding":"f64le","dims":2,"count":\#(count)}"#
}

@Suite struct PackedFrameTests {
  /// The texts differ in length, so that the frame begins at every remainder of 8.
  @Test(arguments: 0..<8)
  func placesAreReadInPlaceAtAnyAddress(_ spaces: Int) throws {
    let text = fit(announced(1, 2)) + String(repeating: " ", count: spaces)
    try Decoding.decode(text, [packed(151.5, -33.25, 500, 90)]) { decoded in
      guard case .single(.viewport(let operation)) = try decoded.request.get().body,
        case .fit(let request, _) = operation.action,
        let coordinates = request.content.coordinates
      else {
        Issue.record("no packed coordinates")
        return
      }
      #expect(coordinates.count == 2)
      #expect(coordinates[0] == (151.5, -33.25) && coordinates[1] == (500, 90))
    }
  }

  @Test(arguments: [
    ([packed(0, 0), []], "frame 2 of 0 bytes"),
    ([packed(0, 0), packed(0, 0)], "frame 2 of 16 bytes"),
  ])
  func framesThatNobodyAnnouncesAreRefused(_ frames: [[UInt8]], _ words: String) throws {
    let problem = try Decoding.problem(fit(announced(1, 1)), frames)
    #expect(problem.kind == .badFrames)
    #expect(problem.detail.contains(words), "\(problem.detail)")
  }

  @Test func aFrameBesideAnyOtherRequestIsRefused() throws {
    #expect(try Decoding.problem(#"{"v":1,"id":"a","op":"info"}"#, [[]]).kind == .badFrames)
    #expect(
      try Decoding.problem(fit(onePlace), Array(repeating: [], count: 16)).kind == .badFrames)
  }

  @Test func aFrameHasSixteenBytesAPlace() throws {
    let problem = try Decoding.problem(fit(announced(1, 2)), [packed(0, 0)])
    #expect(problem.kind == .badCoordinates)
    #expect(problem.pointer == "/content/coordinates/count")
    #expect(problem.detail == "expected 2 places of 16 bytes in frame 1, found 16 bytes")
  }

  @Test(arguments: [
    (packed(0, 0, .nan, 0), "finite"), (packed(0, 0, 0, .infinity), "finite"),
    (packed(0, 0, 48, 151), "The longitude stands first"),
  ])
  func theBadPlaceIsNamed(_ frame: [UInt8], _ words: String) throws {
    let problem = try Decoding.problem(fit(announced(1, 2)), [frame])
    #expect(problem.kind == .badCoordinates)
    #expect(problem.pointer == "/content/coordinates/1")
    #expect(problem.detail.contains(words), "\(problem.detail)")
  }

  @Test func nothingPackedIsNothingToFit() throws {
    let problem = try Decoding.problem(fit(announced(1, 0)), [[]])
    #expect(problem.kind == .badSchema && problem.pointer == "/content/coordinates")
  }

  @Test func framesHaveABound() throws {
    let frame = [UInt8](repeating: 0, count: 1 << 20 + 16)
    let problem = try Decoding.problem(fit(announced(1, frame.count / 16)), [frame])
    #expect(problem.kind == .tooLarge)
    // The bound is one of all packed frames together.
    let halves = [[UInt8]](repeating: [UInt8](repeating: 0, count: (1 << 19) + 8), count: 2)
    #expect(try Decoding.problem(fit(announced(1, 1)), halves).kind == .tooLarge)
    let spaces = String(repeating: " ", count: 1 << 20)
    #expect(try Decoding.problem(fit(onePlace) + spaces).kind == .tooLarge)
  }
}
