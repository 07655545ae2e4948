import CameraCore
import Testing
import WireFormat

private func batch(_ members: String, _ defaults: String = "") throws -> [BatchMember] {
  let text = #"{"v":1,"id":"b","batch":[\#(members)]\#(defaults.isEmpty ? "" : ",")\#(defaults)}"#
  guard case .batch(let batch) = try Decoding.request(text).body else {
    throw Problem(.infeasible, "no batch")
  }
  return batch
}

private let screen = #""viewport":{"width":390,"height":844}"#

@Suite struct BatchTests {
  @Test func membersTakeWhatTheyLackFromTheOuterObject() throws {
    let members = try batch(
      #"{"content":{"pois":[{"latitude":1,"longitude":2}]},"id":"own"},"#
        + #"{"op":"info"},{"content":{"pois":[{"latitude":1,"longitude":2}]},"#
        + #""viewport":{"width":10,"height":20},"insets":1}"#,
      screen + #","op":"fit","insets":{"top":9},"x_mine":1"#)
    #expect(members.map(\.id) == ["own", "b", "b"])
    guard case .viewport(let first) = try members[0].operation.get(),
      case .fit(let fit, let notes) = first.action, case .info = try members[1].operation.get(),
      case .viewport(let third) = try members[2].operation.get(),
      case .fit(let own, _) = third.action
    else {
      Issue.record("other operations")
      return
    }
    #expect(first.viewport.width == 390 && third.viewport.width == 10)
    #expect(fit.insets.top == 9 && own.insets.top == 1 && own.insets.left == 1)
    #expect(!notes.insetsAreDefault)
  }

  @Test(arguments: [
    (#""to":{"target":{"latitude":1,"longitude":2},"zoom":3}"#, #""updates":[{"type":"zoom_in"}]"#),
    (#""updates":[{"type":"zoom_in"}]"#, #""to":{"target":{"latitude":1,"longitude":2},"zoom":3}"#),
    (#""frames":7"#, #""frames_per_second":30"#), (#""frames_per_second":30"#, #""frames":7"#),
  ])
  func whatAMemberHasItselfDisplacesTheDefaultThatItExcludes(
    _ theDefault: String, _ own: String
  ) throws {
    let camera = #""camera":{"target":{"latitude":0,"longitude":0},"zoom":2},"op":"animate""#
    let rest = own.contains("frames") ? #","updates":[{"type":"zoom_in"}]"# : ""
    let members = try batch(
      "{\(own)\(rest)},{\(own),\(theDefault)\(rest)}", "\(screen),\(camera),\(theDefault)")
    guard case .viewport(let operation) = try members[0].operation.get(),
      case .animate(let animation) = operation.action
    else {
      Issue.record("no animation")
      return
    }
    switch (animation.destination, animation.frames) {
    case (.camera(let camera), _) where own.hasPrefix("\"to"): #expect(camera.zoom == 3)
    case (.updates, _) where own.hasPrefix("\"updates"): break
    case (_, .count(let count)) where own.hasPrefix("\"frames\""): #expect(count == 7)
    case (_, .perSecond(let rate)) where own.hasPrefix("\"frames_per"): #expect(rate == 30)
    default: Issue.record("the default won: \(animation)")
    }
    #expect(throws: Problem.self) { try members[1].operation.get() }
  }

  @Test func aBadMemberHarmsNoOther() throws {
    let members = try batch(
      #"{"op":"fit"},{"op":"info"},7,{"op":"info","v":1},{"op":"info","id":""},"#
        + #"{"op":"fit","content":{"pois":[{"latitude":91,"longitude":0}]}}"#, screen)
    #expect(throws: Never.self) { try members[1].operation.get() }
    let pointers = members.map { member -> String? in
      guard case .failure(let problem) = member.operation else { return nil }
      return problem.pointer
    }
    #expect(
      pointers == [
        "/batch/0/content", nil, "/batch/2", "/batch/3/v", "/batch/4/id",
        "/batch/5/content/pois/0/latitude",
      ])
    #expect(members[4].id == "b")
  }

  @Test(arguments: ["[]", "{}", "[\(Array(repeating: "{}", count: 1025).joined(separator: ","))]"])
  func aBatchHas1To1024Members(_ list: String) throws {
    let problem = try Decoding.problem(#"{"v":1,"id":"b","batch":\#(list)}"#)
    #expect(problem.kind == .badSchema && problem.pointer == "/batch")
  }

  @Test(arguments: [
    (#""inset":4"#, "/inset"), (#""insets":false"#, "/insets"),
    (#""viewport":{"width":0,"height":1}"#, "/viewport/width"), (#""op":"flit""#, "/op"),
    (#""points":[{"x":1}]"#, "/points/0/y"), (#""frames":1"#, "/frames"),
    (#""content":{"pois":[{"latitude":91,"longitude":0}]}"#, "/content/pois/0/latitude"),
  ])
  func theOuterObjectIsStrictToo(_ member: String, _ pointer: String) throws {
    let problem = try Decoding.problem(
      #"{"v":1,"id":"b","batch":[{"op":"info"}],\#(member)}"#)
    #expect(problem.pointer == pointer)
  }

  /// Places of the outer object weigh once for each member that takes them.
  @Test func aBatchCountsAsItsMembersAgainstTheBounds() throws {
    let place = #"{"latitude":1,"longitude":2}"#
    let places = Array(repeating: place, count: 1000).joined(separator: ",")
    let outer = screen + #","op":"fit","content":{"pois":[\#(places)]}"#
    #expect(try batch(Array(repeating: "{}", count: 10).joined(separator: ","), outer).count == 10)
    let many = Array(repeating: "{}", count: 40).joined(separator: ",")
    #expect(throws: Problem.self) { try batch(many, outer) }
    let few = Array(repeating: #"{"op":"info"}"#, count: 40).joined(separator: ",")
    #expect(try batch(few, outer).count == 40)
  }

  @Test func membersShareTheMessagesFrames() throws {
    let text = #"""
      {"v":1,"id":"b","op":"fit",\#(screen),"batch":[
        {"content":{"coordinates":{"frame":2,"encoding":"f64le","dims":2,"count":1}}},
        {"content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":1}}},
        {"content":{"coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":1}}}]}
      """#
    let frame = [UInt8](repeating: 0, count: 16)
    guard case .batch(let members) = try Decoding.request(text, [frame, frame]).body else {
      Issue.record("no batch")
      return
    }
    for member in members { #expect(throws: Never.self) { try member.operation.get() } }
    #expect(try Decoding.problem(text, [frame, frame, []]).kind == .badFrames)
  }
}
