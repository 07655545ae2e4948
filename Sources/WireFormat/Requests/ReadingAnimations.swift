import CameraCore
import JSON

let animationNames: [MemberName] = [
  "to", "updates", "curve", "easing", "duration_ms", "frames", "frames_per_second", "rho",
  "min_zoom_on_path",
]

func readAnimation(
  _ object: ObjectReader, from start: CameraPosition
) throws(Problem) -> CameraAnimation {
  var animation = CameraAnimation(start: start, destination: try readDestination(object))
  animation.curve = try object.readIfPresent("curve", readCurve) ?? animation.curve
  animation.easing = try object.readIfPresent("easing", readEasing) ?? animation.easing
  animation.duration = try object.numberIfPresent("duration_ms", .duration)
  animation.rho = try object.numberIfPresent("rho", .rho) ?? animation.rho
  animation.minZoomOnPath = try object.numberIfPresent("min_zoom_on_path", .zoomLimit)
  let rhythm = object.choosing(among: ["frames", "frames_per_second"])
  let count = try rhythm.numberIfPresent("frames", .frameCount)
  let rate = try rhythm.numberIfPresent("frames_per_second", .frameRate)
  switch (count, rate) {
  case (_?, _?):
    throw Problem(.badSchema, "expected frames or frames_per_second, found both").within("frames")
  case (let count?, nil): animation.frames = .count(Int(count))
  case (nil, let rate?): animation.frames = .perSecond(rate)
  case (nil, nil): break
  }
  return animation
}

func readCurve(_ node: JSONNode) throws(Problem) -> CameraAnimation.Curve {
  try readChoice(node, ["linear": .linear, "fly": .fly])
}

func readEasing(_ node: JSONNode) throws(Problem) -> CameraAnimation.Easing {
  try readChoice(
    node,
    [
      "linear": .linear, "ease_in": .easeIn, "ease_out": .easeOut, "ease_in_out": .easeInOut,
      "default": .standard,
    ])
}

private func readDestination(_ object: ObjectReader) throws(Problem) -> CameraAnimation.Destination
{
  let object = object.choosing(among: ["to", "updates"])
  let camera = try object.readIfPresent("to", readCamera)
  let updates = try object.readIfPresent("updates", readUpdates)
  switch (camera, updates) {
  case (let camera?, nil): return .camera(camera)
  case (nil, let updates?): return .updates(updates)
  case (nil, nil): throw .missing("to", expected: "the camera to go to, or updates")
  case (_?, _?):
    throw Problem(.badSchema, "expected to or updates, found both").within("updates")
  }
}
