import CameraCore
import Testing
import WireFormat

private func fence(_ file: String) throws -> NamedFence {
  var catalog = FenceCatalog()
  let name = try catalog.add(Array(file.utf8))
  return try #require(catalog[name])
}

@Suite struct FenceFileTests {
  @Test func aBoxIsAFeatureWithoutGeometry() throws {
    let fence = try fence(
      #"""
      {"type":"Feature","geometry":null,"bbox":[170,-20,-175,-10],
       "properties":{"name":"fiji","title":"Fiji","fence_mode":"viewport_show_all",
                     "keep_zoom":true,"max_zoom":18}}
      """#)
    let bounds = try #require(CoordinateBounds(south: -20, west: 170, north: -10, east: -175))
    #expect(fence.name == "fiji" && fence.bounds == bounds)
    #expect(fence.zoomRange == 2...18)
    #expect(
      fence.fence == Geofence(shape: .bounds(bounds), mode: .viewportShowAll, keepsZoom: true))
  }

  @Test func aPolygonIsAFeatureWithGeometry() throws {
    let fence = try fence(Decoding.triangle)
    #expect(fence.zoomRange == nil && fence.fence.mode == .target)
    #expect(fence.bounds == CoordinateBounds(south: 0, west: 0, north: 1, east: 1))
  }

  @Test(arguments: [
    ("", "", "the text ends"), ("[]", "", "a GeoJSON Feature"),
    (#"{"type":"Point"}"#, "/type", "Feature"),
    (#"{"type":"Feature","properties":{"name":"a"}}"#, "/geometry", "missing"),
    (#"{"type":"Feature","properties":{"name":"a"},"geometry":null}"#, "/bbox", "missing"),
    (
      #"{"type":"Feature","properties":{"name":"a"},"geometry":null,"bbox":[0,1,0,0]}"#, "/bbox",
      "south first"
    ),
    (#"{"type":"Feature","properties":{"nam":"a"}}"#, "/properties/nam", "did you mean"),
    (#"{"type":"Feature","properties":{}}"#, "/properties/name", "missing"),
    (#"{"type":"Feature","type":"Feature"}"#, "", "stands twice in its object: \"type\""),
    (
      #"{"type":"Feature","properties":{"name":"a","min_zoom":9,"max_zoom":8}}"#,
      "/properties/min_zoom", "above 8"
    ),
    (
      #"{"type":"Feature","properties":{"name":"a","mode":"target"}}"#, "/properties/mode",
      "unknown member"
    ),
    (
      #"{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","#
        + #""coordinates":[0,0]}}"#, "/geometry/type", "Polygon, MultiPolygon"
    ),
  ])
  func aBadFileIsRefusedWithTheMembersName(
    _ file: String, _ pointer: String, _ words: String
  ) throws {
    let error = #expect(throws: FenceFileError.self) { try fence(file) }
    #expect(error?.pointer == pointer)
    #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
  }

  @Test func aNameIsTakenOnce() throws {
    var catalog = FenceCatalog()
    try catalog.add(Array(Decoding.square.utf8))
    let error = #expect(throws: FenceFileError.self) {
      try catalog.add(Array(Decoding.square.utf8))
    }
    #expect(error?.pointer == "/properties/name")
    #expect(catalog.names == ["square"])
  }
}
