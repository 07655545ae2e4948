import JSON
import Testing
import ViewportService
import WireFormat

/// The replies of one service, beside what the cases ask.
@Suite struct ViewportServiceTests {
  private static let screen = #""viewport":{"width":390,"height":844}"#
  private static let camera = #""camera":{"target":{"latitude":0,"longitude":0},"zoom":12}"#

  private func answer(_ text: String, settings: ServiceSettings = ServiceSettings()) throws
    -> String
  {
    var fences = FenceCatalog()
    try fences.add(
      Array(
        #"""
        {"type":"Feature","geometry":null,"bbox":[10,50,11,51],
         "properties":{"name":"square","min_zoom":12,"max_zoom":19,"fence_mode":"viewport"}}
        """#.utf8))
    let service = ViewportService(settings: settings, fences: fences)
    var reply = JSONWriter()
    Array(text.utf8).withUnsafeBytes { service.answer([$0], into: &reply) }
    return String(decoding: reply.bytes, as: UTF8.self)
  }

  @Test func membersStandInTheOrderOfThePage() throws {
    #expect(
      try answer(
        #"{"v":1,"id":"q\"1","op":"clamp",\#(Self.screen),\#(Self.camera),"traceparent":"#
          + #""00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}"#)
        == #"{"v":1,"id":"q\"1","ok":true,"result":{"camera":{"target":{"latitude":0,"#
        + #""longitude":0},"zoom":12,"bearing":0,"viewing_angle":0},"adjusted":[]},"#
        + #""traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}"#)
  }

  @Test func anErrorReplyHasTheMembersOfAProblem() throws {
    #expect(
      try answer(#"{"v":1,"id":"a","op":"clamp"}"#)
        == #"{"v":1,"id":"a","ok":false,"error":{"type":"urn:viewfence:problem:bad-schema","#
        + #""title":"A member is missing, unknown or of the wrong kind","status":400,"detail":"#
        + #""missing; expected a viewport {width, height}","pointer":"/viewport"}}"#)
  }

  @Test(arguments: [
    (#"{"v":1,"id":"a","op":"fi"#, #"{"v":1,"id":"a","ok":false"#),
    (#"{"v":1,"id":7,"op":"fit"}"#, #"{"v":1,"id":null,"ok":false"#),
    ("\u{0}", #"{"v":1,"id":null,"ok":false"#),
  ])
  func theIDIsEchoedWhereItCanBeRead(_ text: String, _ beginning: String) throws {
    #expect(try answer(text).hasPrefix(beginning))
  }

  @Test func noFrameIsAnsweredToo() throws {
    var reply = JSONWriter()
    ViewportService().answer([], into: &reply)
    #expect(String(decoding: reply.bytes, as: UTF8.self).contains("bad-frames"))
  }

  @Test func aReplyIsAppendedToWhatIsThere() throws {
    var reply = JSONWriter()
    reply.beginArray()
    ViewportService().answer([], into: &reply)
    ViewportService().answer([], into: &reply)
    reply.endArray()
    #expect(String(decoding: reply.bytes, as: UTF8.self).hasPrefix(#"[{"v":1,"id":null"#))
  }

  /// As a broker that computes itself does it: one scan for one request after the other.
  @Test func whatWasScannedBeforeIsAnsweredAlike() throws {
    let service = ViewportService()
    let scan = RequestScan()
    let place = #"{"latitude":1,"longitude":2}"#
    let fit = #""op":"fit",\#(Self.screen),"content":{"pois":[\#(place),\#(place)]}"#
    for text in [
      #"{"v":1,"id":"a",\#(fit)}"#, #"{"v":1,"id":"b",\#(fit)"#, "", "[]",
      #"{"v":1,"id":"c","op":"clamp",\#(Self.screen),\#(Self.camera)}"#,
      #"{"v":1,"id":"d",\#(fit),"batch":[{},{"op":"clamp"}]}"#, #"{"v":1,"id":"e",\#(fit)}"#,
      #"{"v":1,"id":"f","op":"info","id":"g"}"#, #"{"v":1,"id":"h","op":"fit","x_":1e999}"#,
    ] {
      var reply = JSONWriter()
      Array(text.utf8).withUnsafeBytes { body in
        _ = scan.scan(body)
        service.answer([body], scanned: scan, into: &reply)
      }
      #expect(String(decoding: reply.bytes, as: UTF8.self) == (try answer(text)))
    }
  }

  @Test func infoTellsTheFencesAndTheLimitsInForce() throws {
    let info = try answer(
      #"{"v":1,"id":"a","op":"info"}"#,
      settings: ServiceSettings(publishPrefixes: ["cam/", "map/"], version: "1.2.3"))
    #expect(
      info
        == #"{"v":1,"id":"a","ok":true,"result":{"version":"1.2.3","ops":["fit","clamp","update","#
        + #""animate","project","unproject","visible_region","info"],"fences":[{"name":"square","#
        + #""mode":"viewport","keep_zoom":false,"bounds":{"south":50,"west":10,"north":51,"#
        + #""east":11},"min_zoom":12,"max_zoom":19}],"limits":{"min_zoom":2,"max_zoom":21,"#
        + #""viewing_angle_caps":[[10,30],[16,65]],"field_of_view":36.86989764584402,"#
        + #""insets":64,"deadline_ms":5000,"max_json_bytes":4194304,"#
        + #""max_packed_bytes":16777216,"max_message_frames":16,"max_batch":1024,"#
        + #""max_animation_frames":3600,"publish_prefixes":["cam/","map/"]}}}"#)
  }

  @Test func aBatchIsAnsweredInOrder() throws {
    let reply = try answer(
      #"{"v":1,"id":"b","op":"clamp",\#(Self.screen),\#(Self.camera),"batch":[{"id":"one"},"#
        + #"{"limits":{"fence":"mars"}},{"op":"visible_region","x":1}]}"#)
    #expect(
      reply.hasPrefix(#"{"v":1,"id":"b","ok":true,"results":[{"id":"one","ok":true,"result":{"#))
    #expect(
      reply.contains(#"{"id":"b","ok":false,"error":{"type":"urn:viewfence:problem:unknown-"#))
    #expect(reply.contains(#""pointer":"/batch/1/limits/fence""#))
    #expect(reply.contains(#""pointer":"/batch/2/x""#))
    #expect(reply.hasSuffix("}]}"))
  }

  @Test func whatIsOutsideStandsInTheMembersOwnRequest() throws {
    let reply = try answer(
      #"{"v":1,"id":"b","op":"fit",\#(Self.screen),"content":{"pois":[{"latitude":0,"#
        + #""longitude":0},{"latitude":0,"longitude":40}]},"limits":{"min_zoom":12},"#
        + #""batch":[{"op":"info"},{}]}"#)
    #expect(reply.contains(#""fits":false"#))
    #expect(reply.contains(#""pointers":["/content/pois/0""#))
  }

  @Test func aMessageHasAtMost3600AnimationFrames() throws {
    func animation(_ frames: String) -> String {
      #"{"op":"animate","updates":[{"type":"zoom_in"}],\#(frames)}"#
    }
    func reply(_ members: String...) throws -> String {
      try answer(
        #"{"v":1,"id":"b",\#(Self.screen),\#(Self.camera),"batch":[\#(members.joined(separator: ","))]}"#
      )
    }
    #expect(
      try reply(animation(#""frames":3000"#), animation(#""frames":600"#))
        .hasPrefix(#"{"v":1,"id":"b","ok":true"#))
    let refused = try reply(animation(#""frames":3000"#), animation(#""frames":601"#))
    #expect(refused.hasPrefix(#"{"v":1,"id":"b","ok":false"#))
    #expect(refused.contains(#""pointer":"/batch/1/frames""#))
    let long = try reply(animation(#""duration_ms":3600000,"frames_per_second":240"#))
    #expect(long.contains(#""pointer":"/batch/0/frames_per_second""#))
  }

  @Test func aFitThatLacksRoomSaysThatInsetsHaveADefault() throws {
    let reply = try answer(
      #"{"v":1,"id":"a","op":"fit","viewport":{"width":100,"height":100},"content":"#
        + #"{"pois":[{"latitude":0,"longitude":0}]}}"#)
    #expect(reply.contains("urn:viewfence:problem:no-room"))
    #expect(reply.contains("without insets a fit keeps 64 points free"))
  }
}
