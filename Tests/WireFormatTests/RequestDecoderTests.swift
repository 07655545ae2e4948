import CameraCore
import Testing
import WireFormat

/// The values that come out of requests that are right.
@Suite struct RequestDecoderTests {
  @Test func aMessageIsReadWithItsDefaults() throws {
    let decoded = try Decoding.decoded(
      #"{"traceparent":"00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01","v":1.0,"#
        + #""id":"\u00fc-1","op":"info","publish":"map/kiosk/","deadline_ms":5e3}"#)
    #expect(decoded.id == "ü-1")
    #expect(decoded.traceparent == "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    let request = try decoded.request.get()
    #expect(request.id == "ü-1")
    #expect(request.publish == "map/kiosk/")
    #expect(request.deadlineMilliseconds == 5000)
    guard case .single(.info) = request.body else {
      Issue.record("no info")
      return
    }
  }

  @Test(arguments: [
    #""00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0""#,
    #""00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01""#,
    #""00-00000000000000000000000000000000-00f067aa0ba902b7-01""#,
    #""00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01""#,
    #""ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01""#,
    #""00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more""#, "7", "null", #""""#,
  ])
  func aBadTraceParentIsIgnored(_ value: String) throws {
    let decoded = try Decoding.decoded(
      #"{"v":1,"id":"a","op":"info","traceparent":\#(value)}"#)
    #expect(decoded.traceparent == nil)
    _ = try decoded.request.get()
  }

  @Test func aLaterVersionOfTraceContextMayAppend() throws {
    let parent = "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"
    #expect(
      try Decoding.decoded(
        #"{"v":1,"id":"a","op":"info","traceparent":"\#(parent)"}"#
      ).traceparent == parent)
  }

  @Test func aViewportHasPaddingAndFieldOfView() throws {
    let viewport = try Decoding.operation(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":390.5,"height":16384,"padding":"#
        + #"{"top":20,"right":1},"field_of_view":25},"#
        + #""camera":{"target":{"latitude":100,"longitude":480},"zoom":-3,"bearing":-90,"#
        + #""viewing_angle":90}}"#)
    #expect(viewport.viewport.width == 390.5 && viewport.viewport.height == 16384)
    #expect(viewport.viewport.padding == EdgeInsets(top: 20, left: 0, bottom: 0, right: 1))
    #expect(viewport.viewport.fieldOfView == 25)
    guard case .clamp(let camera) = viewport.action else {
      Issue.record("no clamp")
      return
    }
    #expect(camera.target == Coordinate(latitude: 90, longitude: 120))
    #expect(camera.zoom == -3 && camera.bearing == 270 && camera.viewingAngle == 90)
  }

  @Test func wholeNumbersBeyond64BitsKeepTheirValue() throws {
    let operation = try Decoding.operation(
      #"{"v":1,"id":"a","op":"clamp","viewport":{"width":1,"height":1},"camera":{"target":"#
        + #"{"latitude":0,"longitude":0},"zoom":123456789012345678901234567890}}"#)
    guard case .clamp(let camera) = operation.action else {
      Issue.record("no clamp")
      return
    }
    #expect(camera.zoom == Double("123456789012345678901234567890"))
  }

  @Test func limitsAreThoseOfTheRequest() throws {
    let limits = try Decoding.operation(
      request(
        "clamp",
        #""limits":{"min_zoom":0,"max_zoom":30,"zoom_step":0.5,"viewing_angle_caps":"#
          + #"[[10,30],[14,45],[15.5,67.5]],"fence":{"bounds":{"south":-90,"west":170,"#
          + #""north":-80,"east":190}},"fence_mode":"viewport_show_all","keep_zoom":true}"#)
    ).limits
    #expect(limits.zoomRange == 0...30 && limits.zoomStep == 0.5)
    #expect(limits.viewingAngleCaps.knots.map(\.angle) == [30, 45, 67.5])
    let bounds = try #require(CoordinateBounds(south: -90, west: 170, north: -80, east: 190))
    #expect(
      limits.fence == Geofence(shape: .bounds(bounds), mode: .viewportShowAll, keepsZoom: true))
  }

  @Test func aNamedFenceBringsItsModeAndZoomRange() throws {
    let limits = try Decoding.operation(request("clamp", #""limits":{"fence":"square"}"#)).limits
    #expect(limits.zoomRange == 12...19)
    #expect(limits.fence?.mode == .viewport)
    let other = try Decoding.operation(
      request("clamp", #""limits":{"fence":"square","fence_mode":"target","max_zoom":15}"#)
    ).limits
    #expect(other.zoomRange == 12...15)
    #expect(other.fence?.mode == .target)
  }

  @Test func anInlinePolygonKeepsItsHoles() throws {
    let ring = "[[0,0],[9,0],[9,9],[0,0]]"
    let limits = try Decoding.operation(
      request(
        "clamp",
        #""limits":{"fence":{"geometry":{"type":"MultiPolygon","coordinates":"#
          + "[[\(ring),[[1,0.5,7],[2,0.5],[2,1],[1,0.5]]],[\(ring)]]}}}")
    ).limits
    guard case .polygons(let polygons) = limits.fence?.shape else {
      Issue.record("no polygons")
      return
    }
    #expect(polygons.map(\.count) == [2, 1])
    #expect(polygons[0][1][0] == Position(longitude: 1, latitude: 0.5))
  }

  @Test func contentIsAnyMix() throws {
    let fit = try Decoding.fit(
      fit(
        #""pois":[{"latitude":1.25,"longitude":182,"footprint":{"top":40,"left":12.5}},"#
          + #"{"longitude":-1e1,"latitude":9e1,"x_name":"\u00e9"}],"#
          + #""bounds":[{"south":0,"west":170,"north":1,"east":-170}],"#
          + #""circles":[{"latitude":1,"longitude":2,"radius_m":0}],"#
          + #""geometry":{"type":"GeometryCollection","geometries":[null,{"type":"Point","#
          + #""coordinates":[200,1,5]},{"type":"Polygon","coordinates":"#
          + #"[[[0,0],[1,0],[0,1],[0,0]]],"crs":{}}]}"#,
        #""insets":{"bottom":300},"bearing":"best","viewing_angle":45,"goal":"greatest_zoom""#))
    #expect(fit.content.places.map(\.coordinate.longitude) == [-178, -10])
    #expect(
      fit.content.places[0].footprint == EdgeInsets(top: 40, left: 12.5, bottom: 0, right: 0))
    #expect(fit.content.places[1].footprint == nil)
    #expect(fit.content.bounds.map(\.east) == [-170])
    #expect(fit.content.circles.map(\.radius) == [0])
    let point = try #require(Position(longitude: 200, latitude: 1))
    guard case .collection(let parts) = fit.content.geometry else {
      Issue.record("no collection")
      return
    }
    #expect(parts.count == 3)
    #expect(parts[0] == .collection([]) && parts[1] == .points([point]))
    #expect(fit.insets == EdgeInsets(top: 0, left: 0, bottom: 300, right: 0))
    #expect(fit.bearing == .best && fit.viewingAngle == 45 && fit.goal == .greatestZoom)
  }

  @Test(arguments: [
    (#"{"type":"MultiPoint","coordinates":[[1,2],[3,4]]}"#, 2),
    (#"{"type":"LineString","coordinates":[[1,2],[3,4],[5,6]]}"#, 3),
    (#"{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6],[7,8]]]}"#, 4),
    (
      #"{"type":"FeatureCollection","bbox":[1],"features":[{"type":"Feature","properties":"#
        + #"{"coordinates":[1]},"geometry":{"type":"Point","coordinates":[1,2]}},"#
        + #"{"type":"Feature","geometry":null}]}"#, 1
    ),
  ])
  func everyGeometryIsRead(_ geometry: String, _ count: Int) throws {
    let fit = try Decoding.fit(fit("\"geometry\":\(geometry)"))
    func positions(_ geometry: Geometry) -> Int {
      switch geometry {
      case .points(let positions), .path(let positions): positions.count
      case .collection(let parts): parts.map(positions).reduce(0, +)
      }
    }
    #expect(fit.content.geometry.map(positions) == count)
  }

  @Test func aFixedTargetIsCutLikeACameras() throws {
    let fit = try Decoding.fit(
      fit(
        onePlace,
        #""goal":"fixed_target","target":{"latitude":-1e9,"longitude":0},"insets":5"#))
    let target = try #require(Coordinate(latitude: -90, longitude: 0))
    #expect(fit.goal == .fixedTarget(target))
    #expect(fit.insets == EdgeInsets(all: 5))
  }

  @Test func everyUpdateIsRead() throws {
    let operation = try Decoding.operation(
      request(
        "update",
        #""updates":[{"type":"zoom_in"},{"type":"zoom_out"},{"type":"zoom_to","zoom":3},"#
          + #"{"type":"zoom_by","amount":-2,"point":{"x":1,"y":2}},{"type":"zoom_by","amount":1},"#
          + #"{"type":"set_target","target":{"latitude":1,"longitude":2},"zoom":4},"#
          + #"{"type":"set_camera","camera":{"target":{"latitude":1,"longitude":2},"zoom":4}},"#
          + #"{"type":"set_bearing","bearing":-90},{"type":"set_viewing_angle","viewing_angle":9},"#
          + #"{"type":"scroll_by","x":-1e7,"y":1e7},"#
          + #"{"type":"fit_bounds","bounds":{"south":0,"west":0,"north":1,"east":1},"insets":3,"#
          + #""bearing":7,"viewing_angle":8}]"#))
    guard case .update(_, let updates) = operation.action else {
      Issue.record("no update")
      return
    }
    let target = try #require(Coordinate(latitude: 1, longitude: 2))
    let camera = try #require(CameraPosition(target: target, zoom: 4))
    let bounds = try #require(CoordinateBounds(south: 0, west: 0, north: 1, east: 1))
    let insets = try #require(EdgeInsets(all: 3))
    #expect(
      updates == [
        .zoomIn, .zoomOut, .zoomTo(3), .zoomBy(-2, around: ScreenPoint(x: 1, y: 2)),
        .zoomBy(1, around: nil), .setTarget(target, zoom: 4), .setCamera(camera),
        .setBearing(-90), .setViewingAngle(9), .scrollBy(x: -1e7, y: 1e7),
        .fitBounds(bounds, insets: insets, bearing: 7, viewingAngle: 8),
      ])
  }

  @Test func anAnimationIsRead() throws {
    let operation = try Decoding.operation(
      request(
        "animate",
        #""to":{"target":{"latitude":1,"longitude":2},"zoom":4},"curve":"fly","#
          + #""easing":"default","duration_ms":2500,"frames":3600,"rho":0.1,"min_zoom_on_path":3"#))
    guard case .animate(let animation) = operation.action else {
      Issue.record("no animation")
      return
    }
    #expect(animation.curve == .fly && animation.easing == .standard)
    #expect(animation.duration == 2500 && animation.frames == .count(3600))
    #expect(animation.rho == 0.1 && animation.minZoomOnPath == 3)
  }

  @Test func queriesAreListsOfPlacesAndPoints() throws {
    let project = try Decoding.operation(
      request("project", #""coordinates":[{"longitude":2,"latitude":1}]"#))
    guard case .project(_, let coordinates) = project.action else {
      Issue.record("no query")
      return
    }
    #expect(coordinates == [Coordinate(latitude: 1, longitude: 2)])
    let unproject = try Decoding.operation(
      request("unproject", #""points":[{"y":2,"x":-1},{"x":0,"y":0}]"#))
    guard case .unproject(_, let points) = unproject.action else {
      Issue.record("no query")
      return
    }
    #expect(points == [ScreenPoint(x: -1, y: 2), ScreenPoint(x: 0, y: 0)])
  }
}
