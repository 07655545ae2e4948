import Testing
import WireFormat

/// What is wrong with a request, where, and in which words.
@Suite struct ProblemTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let kind: Problem.Kind
    let pointer: String?
    let words: String

    init(_ text: String, _ kind: Problem.Kind, _ pointer: String?, _ words: String) {
      (self.text, self.kind, self.pointer, self.words) = (text, kind, pointer, words)
    }

    var testDescription: String { String(text.prefix(200)) }
  }

  private static let message = [
    Fault("{", .badJSON, nil, "byte 1, line 1: the text ends before its value does"),
    Fault(
      #"{"v":1,"id":"a","op":"info","\u0069d":"b"}"#, .badJSON, nil,
      "byte 29, line 1: the member name stands twice in its object: \"id\""),
    Fault("[1]", .badSchema, nil, "expected a request {v, id, op, …}, found a list"),
    Fault(#"{"id":"a","op":"info"}"#, .badSchema, "/v", "missing; expected 1"),
    Fault(#"{"v":2,"id":"a","op":"info"}"#, .badSchema, "/v", "expected 1, found 2"),
    Fault(#"{"v":1,"op":"info"}"#, .badSchema, "/id", "missing; expected an id of 1 ... 128 bytes"),
    Fault(#"{"v":1,"id":"","op":"info"}"#, .badSchema, "/id", "found the text \"\""),
    Fault(#"{"v":1,"id":"a"}"#, .badSchema, "/op", "missing"),
    Fault(#"{"v":1,"id":"a","op":7}"#, .badSchema, "/op", "found 7"),
    Fault(#"{"v":1,"id":"a","op":"fitt"}"#, .unknownOp, "/op", "did you mean \"fit\"?"),
    Fault(
      #"{"v":1,"id":"a","op":"info","deadline_ms":0}"#, .badSchema, "/deadline_ms", "1 ... 60000"),
    Fault(
      #"{"v":1,"id":"a","op":"info","deadline_ms":1.5}"#, .badSchema, "/deadline_ms", "found 1.5"),
    Fault(#"{"v":1,"id":"a","op":"info","publish":"cam"}"#, .badSchema, "/publish", "ends in"),
    Fault(
      #"{"v":1,"id":"a","op":"info","publish":"/"}"#, .badSchema, "/publish", "2 ... 255 bytes"),
    Fault(
      #"{"v":1,"id":"a","op":"info","publish":"errors/cam/"}"#, .unauthorized, "/publish",
      "under cam/ or map/"),
    Fault(
      #"{"v":1,"id":"a","op":"info","publish":"camera/"}"#, .unauthorized, "/publish", "\"camera/\""
    ),
    Fault(
      #"{"v":1,"id":"a","op":"info","zoom":1}"#, .badSchema, "/zoom", "unknown member \"zoom\""),
  ]

  private static let common = [
    Fault(#"{"v":1,"id":"a","op":"clamp"}"#, .badSchema, "/viewport", "missing"),
    Fault(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":1,"height":1}}"#, .badSchema, "/camera",
      "missing"),
    Fault(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":0,"height":1}}"#, .badSchema,
      "/viewport/width", "points above 0 to 16384, found 0"),
    Fault(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":1}}"#, .badSchema, "/viewport/height",
      "missing; expected points"),
    Fault(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":1,"height":1,"padding":-1}}"#, .badSchema,
      "/viewport/padding", "found -1"),
    Fault(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":1,"height":1,"field_of_view":91}}"#,
      .badSchema, "/viewport/field_of_view", "5 ... 90"),
    Fault(
      request("clamp", #""limits":{"min_zoom":22}"#), .badSchema, "/limits/min_zoom",
      "found 22 above 21"),
    Fault(
      request("clamp", #""limits":{"max_zoom":1}"#), .badSchema, "/limits/max_zoom",
      "found 2 above 1"),
    Fault(
      request("clamp", #""limits":{"max_zoom":31}"#), .badSchema, "/limits/max_zoom", "0 ... 30"),
    Fault(
      request("clamp", #""limits":{"zoom_step":0}"#), .badSchema, "/limits/zoom_step",
      "above 0 to 5"),
    Fault(
      request("clamp", #""limits":{"zoom_step":1e-400}"#), .badSchema, "/limits/zoom_step",
      "above 0 to 5"),
    Fault(
      request("clamp", #""limits":{"fence":"squar"}"#), .unknownFence, "/limits/fence",
      "did you mean \"square\"?"),
    Fault(
      request("clamp", #""limits":{"fence":"mars"}"#), .unknownFence, "/limits/fence",
      "expected one of square, triangle"),
    Fault(
      request("clamp", #""limits":{"fence":{}}"#), .badSchema, "/limits/fence/bounds", "missing"),
    Fault(
      request("clamp", #""limits":{"fence":{"bounds":{"south":2,"west":0,"north":1,"east":1}}}"#),
      .badCoordinates, "/limits/fence/bounds/south", "found 2 above 1"),
    Fault(
      request("clamp", #""limits":{"fence":{"geometry":{"type":"Point","coordinates":[1,2]}}}"#),
      .badSchema, "/limits/fence/geometry/type", "Polygon, MultiPolygon"),
    Fault(
      request(
        "clamp",
        #""limits":{"fence":{"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,2]]]}}}"#
      ), .badCoordinates, "/limits/fence/geometry/coordinates/0", "not closed"),
    Fault(
      request("clamp", #""limits":{"fence_mode":"viewpoint"}"#), .badSchema, "/limits/fence_mode",
      "did you mean \"viewport\"?"),
    Fault(
      request("clamp", #""limits":{"viewing_angle_caps":[[10,30],[10,40]]}"#), .badSchema,
      "/limits/viewing_angle_caps", "rising zooms"),
    Fault(
      request("clamp", #""limits":{"viewing_angle_caps":[[10]]}"#), .badSchema,
      "/limits/viewing_angle_caps/0", "a pair"),
    Fault(
      request("clamp", #""limits":{"viewing_angle_caps":[]}"#), .badSchema,
      "/limits/viewing_angle_caps", "1 ... 64"),
    Fault(
      request(
        "clamp",
        #""limits":{"viewing_angle_caps":["# + (0..<65).map { "[\($0),0]" }.joined(separator: ",")
          + "]}"), .badSchema, "/limits/viewing_angle_caps", "found 65 of them"),
    Fault(request("clamp", #""insets":1"#), .badSchema, "/insets", "unknown member"),
    Fault(
      request("fit", #""camera":{"target":{"latitude":0,"longitude":0}}"#), .badSchema,
      "/camera/zoom", "missing"),
  ]

  private static let content = [
    Fault(request("fit"), .badSchema, "/content", "missing"),
    Fault(fit(""), .badSchema, "/content", "nothing in the content"),
    Fault(fit(#""pois":[]"#), .badSchema, "/content/pois", "nothing in the content"),
    Fault(fit(#""places":[]"#), .badSchema, "/content/places", "known here: pois"),
    Fault(fit(#""pois":{}"#), .badSchema, "/content/pois", "found an object"),
    Fault(fit(#""pois":[3]"#), .badSchema, "/content/pois/0", "found 3"),
    Fault(
      fit(#""pois":[{"latitude":1,"longitude":2},{"latitude":1}]"#), .badSchema,
      "/content/pois/1/longitude", "missing"),
    Fault(
      fit(#""pois":[{"latitude":"48,1","longitude":2}]"#), .badSchema, "/content/pois/0/latitude",
      "found the text \"48,1\""),
    Fault(
      fit(#""pois":[{"latitude":151.2,"longitude":-33.9}]"#), .badCoordinates,
      "/content/pois/0/latitude", "swapped"),
    Fault(
      fit(#""pois":[{"latitude":90.5,"longitude":151}]"#), .badCoordinates,
      "/content/pois/0/latitude", "found 90.5"),
    Fault(
      fit(#""pois":[{"latitude":1,"longitude":2,"foot_print":{}}]"#), .badSchema,
      "/content/pois/0/foot_print", "did you mean \"footprint\"?"),
    Fault(
      fit(#""pois":[{"latitude":1,"longitude":2,"footprint":{"top":-1}}]"#), .badSchema,
      "/content/pois/0/footprint/top", "found -1"),
    Fault(
      fit(
        #""bounds":[{"south":0,"west":0,"north":1,"east":1},{"south":0,"west":0,"north":91,"east":1}]"#
      ), .badCoordinates, "/content/bounds/1/north", "found 91"),
    Fault(
      fit(#""bounds":{"south":0,"west":0,"north":1}"#), .badSchema, "/content/bounds/east",
      "missing"),
    Fault(
      fit(#""circles":[{"latitude":0,"longitude":0,"radius_m":5000001}]"#), .badSchema,
      "/content/circles/0/radius_m", "0 ... 5000000"),
    Fault(
      fit(#""geometry":{"type":"Polygone","coordinates":[]}"#), .badSchema,
      "/content/geometry/type", "did you mean \"Polygon\"?"),
    Fault(
      fit(#""geometry":{"type":"LineString","coordinates":[[1,2],[3]]}"#), .badSchema,
      "/content/geometry/coordinates/1", "found 1 numbers"),
    Fault(
      fit(#""geometry":{"type":"MultiPoint","coordinates":[[48,111]]}"#), .badCoordinates,
      "/content/geometry/coordinates/0", "GeoJSON has the longitude first"),
    Fault(
      fit(
        #""geometry":{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,1],[0,0.5]]]}}]}"#
      ), .badCoordinates, "/content/geometry/features/0/geometry/coordinates/0", "not closed"),
    Fault(
      fit(#""geometry":{"type":"Feature","geometry":null}"#), .badSchema, "/content/geometry",
      "nothing in the content"),
    Fault(
      fit(onePlace, #""inset":{"top":1}"#), .badSchema, "/inset",
      "did you mean \"insets\"? (without insets a fit keeps 64 points free"),
    Fault(
      fit(onePlace, #""insets":{"tip":1}"#), .badSchema, "/insets/tip", "did you mean \"top\"?"),
    Fault(fit(onePlace, #""insets":"10""#), .badSchema, "/insets", "64 points"),
    Fault(fit(onePlace, #""bearing":"worst""#), .badSchema, "/bearing", "\"best\""),
    Fault(fit(onePlace, #""bearing":null"#), .badSchema, "/bearing", "keeps 64 points free"),
    Fault(fit(#""pois":[]"#), .badSchema, "/content/pois", "keeps 64 points free"),
    Fault(
      fit(#""pois":[{"latitude":1}]"#), .badSchema, "/content/pois/0/longitude",
      "keeps 64 points free"),
    Fault(fit(onePlace, #""viewing_angle":90.5"#), .badSchema, "/viewing_angle", "0 ... 90"),
    Fault(fit(onePlace, #""goal":"fixed_target""#), .badSchema, "/target", "missing"),
    Fault(
      fit(onePlace, #""target":{"latitude":0,"longitude":0}"#), .badSchema, "/target",
      "fixed_target"),
    Fault(
      fit(#""coordinates":{"frame":1,"encoding":"f64le","dims":2,"count":1}"#), .badFrames,
      "/content/coordinates/frame", "frame 1"),
    Fault(
      fit(#""coordinates":{"frame":16,"encoding":"f64le","dims":2,"count":1}"#), .badSchema,
      "/content/coordinates/frame", "1 ... 15"),
    Fault(
      fit(#""coordinates":{"frame":1,"encoding":"f32le","dims":2,"count":1}"#), .badSchema,
      "/content/coordinates/encoding", "f64le"),
    Fault(fit(#""coordinates":[[1,2]]"#), .badSchema, "/content/coordinates", "found a list"),
  ]

  private static let others = [
    Fault(request("update"), .badSchema, "/updates", "missing"),
    Fault(
      request("update", #""updates":[]"#), .badSchema, "/updates", "1 ... 1024 updates, found 0"),
    Fault(
      request("update", #""updates":[{"type":"zoom_in"},{}]"#), .badSchema, "/updates/1/type",
      "missing"),
    Fault(
      request("update", #""updates":[{"type":"zoom"}]"#), .badSchema, "/updates/0/type",
      "expected one of zoom_in"),
    Fault(
      request("update", #""updates":[{"type":"zoom_in","amount":1}]"#), .badSchema,
      "/updates/0/amount", "unknown member"),
    Fault(
      request("update", #""updates":[{"type":"scroll_by","x":1}]"#), .badSchema, "/updates/0/y",
      "missing"),
    Fault(
      request("update", #""updates":[{"type":"scroll_by","x":1,"y":10000001}]"#), .badSchema,
      "/updates/0/y", "-1e7 ... 1e7"),
    Fault(
      request("update", #""updates":[{"type":"set_viewing_angle","viewing_angle":-1}]"#),
      .badSchema, "/updates/0/viewing_angle", "0 ... 90"),
    Fault(
      request("update", #""updates":[{"type":"fit_bounds","bounds":[]}]"#), .badSchema,
      "/updates/0/bounds", "a box"),
    Fault(request("animate"), .badSchema, "/to", "or updates"),
    Fault(
      request("animate", #""updates":[{"type":"zoom_in"}],"frames":1"#), .badSchema, "/frames",
      "2 ... 3600"),
    Fault(
      request("animate", #""updates":[{"type":"zoom_in"}],"frames":2,"frames_per_second":2"#),
      .badSchema, "/frames", "both"),
    Fault(
      request("animate", #""updates":[{"type":"zoom_in"}],"duration_ms":0"#), .badSchema,
      "/duration_ms", "1 ... 3600000"),
    Fault(
      request("animate", #""updates":[{"type":"zoom_in"}],"easing":"bounce""#), .badSchema,
      "/easing", "ease_in_out"),
    Fault(
      request("animate", #""updates":[{"type":"zoom_in"}],"rho":0"#), .badSchema, "/rho",
      "0.1 ... 10"),
    Fault(request("project"), .badSchema, "/coordinates", "missing"),
    Fault(
      request("project", #""coordinates":[{"latitude":100,"longitude":200}]"#), .badCoordinates,
      "/coordinates/0/latitude", "found 100"),
    Fault(
      request("unproject", #""points":[{"x":1,"z":1}]"#), .badSchema, "/points/0/z",
      "known here: x, y"),
    Fault(request("unproject", #""points":[[1,2]]"#), .badSchema, "/points/0", "found a list"),
  ]

  @Test(arguments: message + common + content + others)
  func problemsNameTheMemberAndSayWhatIsExpected(_ fault: Fault) throws {
    let problem = try Decoding.problem(fault.text)
    #expect(problem.kind == fault.kind)
    #expect(problem.pointer == fault.pointer)
    #expect(problem.detail.contains(fault.words), "\(problem.detail)")
  }

  @Test func aServiceWithoutFencesSaysThatItKnowsNone() throws {
    let decoder = RequestDecoder(
      fences: FenceCatalog(), topics: TopicRules(prefixes: ["cam/"]), maximumJSONBytes: 1 << 20,
      maximumPackedBytes: 1 << 20)
    let text = Array(request("clamp", #""limits":{"fence":"square"}"#).utf8)
    let decoded = text.withUnsafeBytes { decoder.decode([$0]) }
    let problem = #expect(throws: Problem.self) { try decoded.request.get() }
    #expect(problem?.kind == .unknownFence && problem?.pointer == "/limits/fence")
    #expect(problem?.detail.contains("no fence is known") == true, "\(problem?.detail ?? "")")
  }

  @Test func aServiceThatPublishesNothingSaysSo() {
    let problem = TopicRules(prefixes: []).problem(with: "cam/a/")
    #expect(problem == Problem(.unauthorized, "expected no topic here, found \"cam/a/\""))
  }

  @Test func aNameThatStandsTwiceIsEchoedUpTo64Bytes() throws {
    let long = String(repeating: "é", count: 100_000)
    let problem = try Decoding.problem(#"{"v":1,"id":"a","\#(long)":1,"\#(long)":2}"#)
    #expect(problem.kind == .badJSON && problem.detail.utf8.count < 200, "\(problem.detail)")
    #expect(problem.detail.hasSuffix(String(repeating: "é", count: 30) + "…\""))
  }

  @Test func theClientsTextIsEchoedUpTo64Bytes() throws {
    let long = String(repeating: "é", count: 100_000)
    let problem = try Decoding.problem(
      request("clamp", "\"\(long)\":1"))
    #expect(problem.detail.utf8.count < 300)
    #expect(problem.detail.contains(String(repeating: "é", count: 30) + "…\""))
    #expect((problem.pointer ?? "").utf8.count <= 65)
  }

  @Test func pointersAreEscaped() throws {
    let problem = try Decoding.problem(request("clamp", #""a/b~c":1"#))
    #expect(problem.pointer == "/a~1b~0c")
  }

  @Test func membersOfOnesOwnPassAnywhere() throws {
    _ = try Decoding.request(
      #"{"v":1,"id":"a","op":"fit","x_a":[[[{}]]],"viewport":{"width":1,"height":1,"x_b":null},"#
        + #""content":{"pois":[{"latitude":1,"longitude":2,"x_c":{"pois":[1]}}],"x_pois":[]}}"#)
  }
}
