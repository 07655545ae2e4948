import Testing

/// Faults of bytes from public bug reports, built with the names of this wire.
@Suite struct WireCaseTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let id, source: String
    let body: [UInt8]
    /// The problem's last part and, where a member is to blame, its pointer.
    let problem: String
    let pointer: String?

    init(
      _ id: String, _ source: String, _ body: String, _ problem: String, _ pointer: String? = nil
    ) {
      self.init(id, source, bytes: Array(body.utf8), problem, pointer)
    }

    init(
      _ id: String, _ source: String, bytes: [UInt8], _ problem: String, _ pointer: String? = nil
    ) {
      (self.id, self.source, self.body) = (id, source, bytes)
      (self.problem, self.pointer) = (problem, pointer)
    }

    var testDescription: String {
      "\(id) (\(source)): \(String(decoding: body.prefix(160), as: UTF8.self))"
    }
  }

  /// A fit of two places; `first` stands for the first latitude, `more` for further members.
  private static func fit(
    latitude: String = "48.1", longitude: String = "11.5", width: String = "400",
    height: String = "300", id: String = "r1", more: String = ""
  ) -> String {
    #"{"v":1,"id":"\#(id)","op":"fit","viewport":{"width":\#(width),"height":\#(height)},"#
      + #""content":{"pois":[{"latitude":\#(latitude),"longitude":\#(longitude)},"#
      + #"{"latitude":48.2,"longitude":11.7}]}\#(more)}"#
  }

  private static func setZoom(_ zoom: String) -> String {
    #"{"v":1,"id":"h1","op":"update","viewport":{"width":400,"height":300},"camera":"#
      + #"{"target":{"latitude":0,"longitude":0},"zoom":5},"#
      + #""updates":[{"type":"zoom_to","zoom":\#(zoom)}]}"#
  }

  static let faults: [Fault] =
    duplicates + words + nulls + texts + sizes + depths + numbers
    + encodings + trails + empties + signs + boxes

  /// wire-01.
  private static let duplicates = [
    Fault(
      "wire-01", "bblanchon/ArduinoJson#1095, serde-rs/json#762, danielaparker/jsoncons#505",
      #"{"v":1,"id":"d1","op":"clamp","viewport":{"width":400,"height":300},"camera":"#
        + #"{"target":{"latitude":0,"longitude":0},"zoom":3,"zoom":18}}"#, "bad-json"),
    Fault(
      "wire-01", "bblanchon/ArduinoJson#1095, serde-rs/json#762, danielaparker/jsoncons#505",
      fit(width: #"400,"width":40"#),
      "bad-json"),
    Fault(
      "wire-01", "by its decoded name", fit(width: #"400,"\u0077idth":40"#), "bad-json"),
  ]

  /// wire-02.
  private static let words = [
    fit(latitude: "NaN"), fit(width: "Infinity"), fit(longitude: "-Infinity"),
    fit(latitude: "nan"),
  ].map {
    Fault(
      "wire-02", "nlohmann/json#70, jgarzik/univalue#19, cinemast/libjson-rpc-cpp#40", $0,
      "bad-json")
  }

  /// wire-04: null is not 0.
  private static let nulls = [
    (fit(latitude: "null"), "/content/pois/0/latitude"),
    (
      #"{"v":1,"id":"u2","op":"fit","viewport":{"width":400,"height":300},"content":{"pois":null}}"#,
      "/content/pois"
    ),
    (
      #"{"v":1,"id":"u3","op":"fit","viewport":{"width":400,"height":300},"#
        + #""content":{"pois":[null]}}"#, "/content/pois/0"
    ),
    (
      #"{"v":1,"id":"u4","op":"fit","viewport":null,"content":{"pois":[{"latitude":48.1,"#
        + #""longitude":11.5}]}}"#, "/viewport"
    ),
  ].map { Fault("wire-04", "visgl/react-map-gl#675", $0.0, "bad-schema", $0.1) }

  /// wire-05: text is not converted.
  private static let texts = [#""48.1""#, #""48,1""#, #""""#].map {
    Fault(
      "wire-05", "visgl/react-map-gl#1237, visgl/react-map-gl#675", fit(latitude: $0),
      "bad-schema", "/content/pois/0/latitude")
  }

  /// wire-06.
  private static let sizes = [#""100%""#, "true", "{}", "[400]"].map {
    Fault("wire-06", "visgl/react-map-gl#675", fit(width: $0), "bad-schema", "/viewport/width")
  }

  /// wire-07: 5,000,000 brackets are more than a JSON frame may hold.
  private static let depths = [
    (String(repeating: "[", count: 1000), "bad-json"),
    (String(repeating: "[", count: 175_000), "bad-json"),
    (String(repeating: "[", count: 5_000_000), "too-large"),
    (String(repeating: #"{"a":"#, count: 100_000), "bad-json"),
    (
      fit(
        more: #","x_deep":"# + String(repeating: "[", count: 100_000)
          + String(repeating: "]", count: 100_000)), "bad-json"
    ),
  ].map {
    Fault(
      "wire-07",
      "Tarsnap/libcperciva#567, DaveGamble/cJSON#173, open-source-parsers/jsoncpp#1359", $0.0,
      $0.1)
  }

  /// wire-08.
  private static let numbers = [
    Fault(
      "wire-08", "json-parser/json-parser#52, json-c/json-c#940", setZoom("1e400"), "bad-json"),
    Fault(
      "wire-08", "json-parser/json-parser#52, json-c/json-c#940",
      setZoom("1e234567890123456789"), "bad-json"),
    Fault(
      "wire-08", "json-parser/json-parser#52, json-c/json-c#940", fit(latitude: "1e308"),
      "bad-coordinates", "/content/pois/0/latitude"),
    Fault(
      "wire-08", "json-parser/json-parser#52, json-c/json-c#940",
      fit(width: "123456789012345678901234567890"), "bad-schema", "/viewport/width"),
  ]

  /// wire-09: in an id, and in a member of one's own.
  private static let encodings = [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]]
    .flatMap { (bad: [UInt8]) in
      [fit(id: "x@"), fit(more: #","x_name":"@""#)].map { text in
        Fault(
          "wire-09",
          "json-c/json-c#122, nst/JSONTestSuite#30, locustio/locust#2260, Tencent/rapidjson#325",
          bytes: text.utf8.flatMap { $0 == UInt8(ascii: "@") ? bad : [$0] }, "bad-json")
      }
    }

  /// wire-11.
  private static let trails = ["}", fit(), ",", "\0"].map {
    Fault("wire-11", "json-c/json-c#503, locustio/locust#956", fit() + $0, "bad-json")
  }

  /// wire-13: none is a request object.
  private static let empties = [
    ("", "bad-json"), (" ", "bad-json"), ("null", "bad-schema"), ("[]", "bad-schema"),
    ("{}", "bad-schema"), (#""text""#, "bad-schema"), ("42", "bad-schema"),
  ].map {
    Fault(
      "wire-13", "zeromq/zeromq.js#492, home-assistant-libs/pychromecast#118", $0.0, $0.1)
  }

  /// wire-15.
  private static let signs = [
    (fit(width: "-400"), "/viewport/width"), (fit(height: "-0.0"), "/viewport/height"),
    (
      fit(more: #","insets":{"top":-10,"left":0,"bottom":0,"right":0}"#), "/insets/top"
    ),
  ].map {
    Fault(
      "wire-15", "AdamShare/TSClusterMapView#30, fleaflet/flutter_map#1255", $0.0,
      "bad-schema", $0.1)
  }

  /// wire-19: a box is an object.
  private static let boxes = [
    (#"[-15.687901,36.0444,14.10702,51.90003]"#, "/content/bounds/0"),
    (#"[[-15.687901,36.0444,14.10702,51.90003]]"#, "/content/bounds/0"),
    (#""-15.687901,36.0444,14.10702,51.90003""#, "/content/bounds"),
  ].map {
    Fault(
      "wire-19", "consbio/mbgl-renderer#42",
      #"{"v":1,"id":"b1","op":"fit","viewport":{"width":400,"height":300},"#
        + #""content":{"bounds":\#($0.0)}}"#, "bad-schema", $0.1)
  }

  @Test(arguments: faults)
  private func faultsAreRefusedAndTheServiceLivesOn(_ fault: Fault) throws {
    let asker = Asker()
    let start = ContinuousClock.now
    let reply = try asker.reply(to: fault.body)
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(reply["v"] == 1 && reply["ok"] == false && reply["result"] == nil)
    let error = try #require(reply["error"])
    #expect(error["type"] == .string("urn:viewfence:problem:" + fault.problem), "\(error)")
    if let pointer = fault.pointer { #expect(error["pointer"]?.string == pointer, "\(error)") }
    #expect(error["detail"]?.string?.isEmpty == false)
    try asker.expectAlive()
  }

  /// wire-08: an underflow is 0; wire-11: white space may follow; wire-19: the documented form.
  @Test(arguments: [
    fit(longitude: "1e-400"), fit() + " \r\n\t", fit(),
    #"{"v":1,"id":"r1","op":"fit","viewport":{"width":400,"height":300},"content":{"bounds":"#
      + #"{"south":36.0444,"west":-15.687901,"north":51.90003,"east":14.10702}}}"#,
  ])
  private func whatIsNoFaultIsAnswered(_ text: String) throws {
    let reply = try Asker().reply(to: text)
    #expect(reply["ok"] == true && reply["id"] == "r1", "\(reply)")
  }

  /// The id of a request that is wrong in another member is echoed (fit-56, msg-13).
  @Test func aReadableIdIsEchoed() throws {
    #expect(try Asker().reply(to: WireCaseTests.fit(width: "true"))["id"] == "r1")
    #expect(try Asker().reply(to: #"{"v":1,"id":"r1"}"#)["id"] == "r1")
    #expect(try Asker().reply(to: "42")["id"] == .null)
  }

  /// msg-13: each names the operation, cut to a sensible length.
  @Test(arguments: ["levitate", "FIT", String(repeating: "a", count: 1 << 20)])
  private func unknownOperationsAreNamed(_ op: String) throws {
    let asker = Asker()
    let bytes = asker.bytes([
      Array(#"{"v":1,"id":"r1","op":"\#(op)","viewport":{"width":4,"height":3}}"#.utf8)
    ])
    #expect(bytes.count < 1000)
    let error = try #require(try JSONValue(bytes)["error"])
    #expect(error["type"] == "urn:viewfence:problem:unknown-op")
    #expect(error["detail"]?.string?.contains(op.prefix(32)) == true, "\(error)")
    try asker.expectAlive()
  }

  @Test(arguments: ["999", "1.5", #""1""#, "null", "0"])
  private func otherVersionsAreRefused(_ version: String) throws {
    let text = WireCaseTests.fit().replacing(#""v":1"#, with: #""v":\#(version)"#)
    let error = try #require(try Asker().reply(to: text)["error"])
    #expect(error["type"] == "urn:viewfence:problem:bad-schema" && error["pointer"] == "/v")
  }
}
