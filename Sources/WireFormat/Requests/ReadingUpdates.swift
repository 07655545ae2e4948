import CameraCore
import JSON

private let expectedUpdates: StaticString = "a list of 1 ... 1024 updates"

func readUpdates(_ node: JSONNode) throws(Problem) -> [CameraUpdate] {
  try readList(node, expected: expectedUpdates, counts: 1...1024, readUpdate)
}

private enum UpdateType: String, CaseIterable {
  case zoomIn = "zoom_in"
  case zoomOut = "zoom_out"
  case zoomTo = "zoom_to"
  case zoomBy = "zoom_by"
  case setTarget = "set_target"
  case setCamera = "set_camera"
  case setBearing = "set_bearing"
  case setViewingAngle = "set_viewing_angle"
  case scrollBy = "scroll_by"
  case fitBounds = "fit_bounds"

  var members: [MemberName] {
    switch self {
    case .zoomIn, .zoomOut: ["type"]
    case .zoomTo: ["type", "zoom"]
    case .zoomBy: ["type", "amount", "point"]
    case .setTarget: ["type", "target", "zoom"]
    case .setCamera: ["type", "camera"]
    case .setBearing: ["type", "bearing"]
    case .setViewingAngle: ["type", "viewing_angle"]
    case .scrollBy: ["type", "x", "y"]
    case .fitBounds: ["type", "bounds", "insets", "bearing", "viewing_angle"]
    }
  }
}

private func readUpdateType(_ node: JSONNode) throws(Problem) -> UpdateType {
  guard let type = node.string.flatMap(UpdateType.init) else {
    throw .unknownWord(node, known: UpdateType.allCases.map(\.rawValue))
  }
  return type
}

private func readUpdate(_ node: JSONNode) throws(Problem) -> CameraUpdate {
  guard node.kind == .object else { throw .expected("an update {type, …}", found: node.found) }
  guard let type = try node.readMember("type", readUpdateType) else {
    throw .missing("type", expected: "the type of an update, like \"zoom_by\"")
  }
  let object = try ObjectReader(node, expected: "an update {type, …}", names: type.members)
  switch type {
  case .zoomIn: return .zoomIn
  case .zoomOut: return .zoomOut
  case .zoomTo: return .zoomTo(try object.number("zoom", .any))
  case .zoomBy:
    return .zoomBy(
      try object.number("amount", .any), around: try object.readIfPresent("point", readScreenPoint))
  case .setTarget:
    let target = try object.read(
      "target", expected: "a place {latitude, longitude}", readTarget)
    return .setTarget(target, zoom: try object.numberIfPresent("zoom", .any))
  case .setCamera:
    return .setCamera(
      try object.read(
        "camera", expected: "a camera {target, zoom, bearing, viewing_angle}", readCamera))
  case .setBearing: return .setBearing(try object.number("bearing", .any))
  case .setViewingAngle:
    return .setViewingAngle(try object.number("viewing_angle", .viewingAngle))
  case .scrollBy:
    return .scrollBy(x: try object.number("x", .screen), y: try object.number("y", .screen))
  case .fitBounds:
    return .fitBounds(
      try object.read("bounds", expected: "a box {south, west, north, east}", readBounds),
      insets: try object.readIfPresent("insets", readInsets) ?? FitRequest.defaultInsets,
      bearing: try object.numberIfPresent("bearing", .any) ?? 0,
      viewingAngle: try object.numberIfPresent("viewing_angle", .viewingAngle) ?? 0)
  }
}
