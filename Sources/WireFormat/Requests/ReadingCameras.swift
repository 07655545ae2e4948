import CameraCore
import JSON

private let viewportNames: [MemberName] = ["width", "height", "padding", "field_of_view"]
private let cameraNames: [MemberName] = ["target", "zoom", "bearing", "viewing_angle"]
let pointNames: [MemberName] = ["x", "y"]

func readViewport(_ node: JSONNode) throws(Problem) -> Viewport {
  let object = try ObjectReader(
    node, expected: "a viewport {width, height}",
    names: viewportNames)
  let width = try object.number("width", .size)
  let height = try object.number("height", .size)
  let padding = try object.readIfPresent("padding", readInsets) ?? .zero
  let fieldOfView =
    try object.numberIfPresent("field_of_view", .fieldOfView) ?? Viewport.defaultFieldOfView
  guard
    let viewport = Viewport(
      width: width, height: height, padding: padding, fieldOfView: fieldOfView)
  else { throw .expected("a viewport with positive sizes", found: "another") }
  return viewport
}

func readCamera(_ node: JSONNode) throws(Problem) -> CameraPosition {
  let object = try ObjectReader(
    node, expected: "a camera {target, zoom, bearing, viewing_angle}",
    names: cameraNames)
  let target = try object.read(
    "target", expected: "a place {latitude, longitude}", readTarget)
  let zoom = try object.number("zoom", .any)
  let bearing = try object.numberIfPresent("bearing", .any) ?? 0
  let viewingAngle = try object.numberIfPresent("viewing_angle", .viewingAngle) ?? 0
  guard
    let camera = CameraPosition(
      target: target, zoom: zoom, bearing: bearing, viewingAngle: viewingAngle)
  else { throw .expected("a camera of finite numbers", found: "another") }
  return camera
}

func readScreenPoint(_ node: JSONNode) throws(Problem) -> ScreenPoint {
  let object = try ObjectReader(node, expected: "a point {x, y}", names: pointNames)
  return ScreenPoint(x: try object.number("x", .screen), y: try object.number("y", .screen))
}
