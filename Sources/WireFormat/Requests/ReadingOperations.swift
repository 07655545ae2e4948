import CameraCore
import JSON

enum OperationName: String, CaseIterable {
  case fit, clamp, update, animate, project, unproject
  case visibleRegion = "visible_region"
  case info

  /// The members that only this operation has.
  fileprivate var members: [MemberName] {
    switch self {
    case .fit: ["content", "insets", "bearing", "viewing_angle", "goal", "target"]
    case .update: ["updates"]
    case .animate: animationNames
    case .project: ["coordinates"]
    case .unproject: ["points"]
    case .clamp, .visibleRegion, .info: []
    }
  }
}

extension OperationName {
  /// What a member of a batch may take from the outer object.
  var inheritedNames: [MemberName] { commonNames + members }
}

extension Operation {
  /// The names of all operations on the wire.
  public static var names: [String] { OperationName.allCases.map(\.rawValue) }
}

private let commonNames: [MemberName] = ["op", "viewport", "camera", "limits"]

/// The members of a message beside those of its operation.
private let messageNames: [MemberName] = ["v", "id", "publish", "deadline_ms", "traceparent"]

/// All that the outer object of a batch may have: defaults for any operation.
private let batchNames: [MemberName] =
  messageNames + ["batch"] + commonNames + OperationName.allCases.flatMap(\.members)

private let requestNames = Dictionary(
  uniqueKeysWithValues: OperationName.allCases.map {
    ($0, messageNames + commonNames + $0.members)
  })

private let memberNames = Dictionary(
  uniqueKeysWithValues: OperationName.allCases.map { ($0, ["id"] + commonNames + $0.members) })

/// Reads the operation of a request, or of a member of a batch, as far as its envelope goes.
func readOperation(
  _ object: ObjectReader, inBatch: Bool, _ fences: FenceCatalog, _ excerpts: Excerpts
) throws(Problem) -> OperationOutline {
  let op = try object.read("op", expected: "an operation, like \"fit\"", readOperationName)
  do throws(Problem) {
    try object.requireKnown((inBatch ? memberNames[op] : requestNames[op]) ?? [])
    return try readMembers(of: op, object, fences, excerpts)
  } catch {
    throw op == .fit && object.member("insets") == nil ? error.tellingDefaultInsets : error
  }
}

private func readMembers(
  of op: OperationName, _ object: ObjectReader, _ fences: FenceCatalog, _ excerpts: Excerpts
) throws(Problem) -> OperationOutline {
  let viewport = try object.readIfPresent("viewport", readViewport)
  let limits =
    try object.readIfPresent("limits") { (node) throws(Problem) in
      try readLimits(node, fences: fences, excerpts: excerpts)
    } ?? .standard
  let camera = try object.readIfPresent("camera", readCamera)
  if op == .info { return OperationOutline() }
  guard let viewport else {
    throw .missing("viewport", expected: "a viewport {width, height}")
  }
  return OperationOutline(
    viewport: viewport, limits: limits,
    action: try readAction(op, object, camera: camera, excerpts))
}

/// Requires that what the outer object of a batch has is right for itself, also where no member
/// takes it as its default.
func requireRightDefaults(
  _ object: ObjectReader, _ fences: FenceCatalog, _ excerpts: Excerpts,
  _ frames: [UnsafeRawBufferPointer]
) throws(Problem) {
  try object.requireKnown(batchNames)
  _ = try object.readIfPresent("op", readOperationName)
  _ = try object.readIfPresent("viewport", readViewport)
  _ = try object.readIfPresent("camera", readCamera)
  _ = try object.readIfPresent("limits") { (node) throws(Problem) in
    try readLimits(node, fences: fences, excerpts: excerpts)
  }
  _ = try object.readIfPresent("content") { (node) throws(Problem) in
    try readContent(node, excerpts).completed(excerpts, frames)
  }
  _ = try object.readIfPresent("insets", readInsets)
  _ = try object.readIfPresent("bearing", readBearing)
  _ = try object.readIfPresent("goal", readGoalWord)
  _ = try object.readIfPresent("target", readTarget)
  _ = try object.readIfPresent("updates", readUpdates)
  _ = try object.readIfPresent("to", readCamera)
  _ = try object.readIfPresent("curve", readCurve)
  _ = try object.readIfPresent("easing", readEasing)
  for (name, rule) in numberDefaults { _ = try object.numberIfPresent(name, rule) }
  _ = try object.readIfPresent("coordinates") { (node) throws(Problem) in
    try excerpts.readElements(
      ofExcerpt: excerpts.excerpt(node, expected: expectedPlaces), excerpts.readCoordinate)
  }
  _ = try object.readIfPresent("points") { (node) throws(Problem) in
    try excerpts.readElements(
      ofExcerpt: excerpts.excerpt(node, expected: expectedPoints), excerpts.readScreenPoint)
  }
}

private let numberDefaults: [(MemberName, NumberRule)] = [
  ("viewing_angle", .viewingAngle), ("duration_ms", .duration), ("frames", .frameCount),
  ("frames_per_second", .frameRate), ("rho", .rho), ("min_zoom_on_path", .zoomLimit),
]

private let expectedPlaces: StaticString = "a list of places {latitude, longitude}"
private let expectedPoints: StaticString = "a list of points {x, y}"

private func readOperationName(_ node: JSONNode) throws(Problem) -> OperationName {
  guard let op = node.string.flatMap(OperationName.init) else {
    throw .unknownWord(
      node, known: Operation.names, kind: node.kind == .string ? .unknownOp : .badSchema)
  }
  return op
}

private func readAction(
  _ op: OperationName, _ object: ObjectReader, camera: CameraPosition?, _ excerpts: Excerpts
) throws(Problem) -> OperationOutline.Action {
  if op == .fit { return .fit(try readFit(object, camera: camera, excerpts)) }
  guard let camera else {
    throw .missing("camera", expected: "a camera {target, zoom, bearing, viewing_angle}")
  }
  switch op {
  case .update:
    return .whole(
      .update(
        camera, try object.read("updates", expected: "a list of 1 ... 1024 updates", readUpdates)))
  case .animate: return .whole(.animate(try readAnimation(object, from: camera)))
  case .project:
    return .project(camera, list: try readList(object, "coordinates", expectedPlaces, excerpts))
  case .unproject:
    return .unproject(camera, list: try readList(object, "points", expectedPoints, excerpts))
  case .visibleRegion: return .whole(.visibleRegion(camera))
  case .clamp, .fit, .info: return .whole(.clamp(camera))
  }
}

/// The excerpt of a list.
private func readList(
  _ object: ObjectReader, _ name: MemberName, _ expected: StaticString, _ excerpts: Excerpts
) throws(Problem) -> Int {
  try object.read(name, expected: expected) { (node) throws(Problem) in
    try excerpts.excerpt(node, expected: expected)
  }
}

private func readFit(
  _ object: ObjectReader, camera: CameraPosition?, _ excerpts: Excerpts
) throws(Problem) -> FitOutline {
  let content = try object.read("content", expected: "what to fit, like {pois}") {
    (node) throws(Problem) in try readContent(node, excerpts)
  }
  let insets = try object.readIfPresent("insets") { (node) throws(Problem) in
    do throws(Problem) { return try readInsets(node) } catch { throw error.tellingDefaultInsets }
  }
  return FitOutline(
    content: content, insets: insets,
    bearing: try object.readIfPresent("bearing", readBearing) ?? .degrees(0),
    viewingAngle: try object.numberIfPresent("viewing_angle", .viewingAngle) ?? 0,
    goal: try readGoal(object), camera: camera)
}

private func readBearing(_ node: JSONNode) throws(Problem) -> FitRequest.Bearing {
  if node.string == "best" { return .best }
  guard let degrees = node.number else {
    throw .expected("degrees or \"best\"", found: node.found)
  }
  return .degrees(degrees)
}

private enum Goal { case centered, greatestZoom, fixedTarget }

private func readGoalWord(_ node: JSONNode) throws(Problem) -> Goal {
  try readChoice(
    node,
    ["centered": Goal.centered, "greatest_zoom": .greatestZoom, "fixed_target": .fixedTarget])
}

private func readGoal(_ object: ObjectReader) throws(Problem) -> FitRequest.Goal {
  let goal = try object.readIfPresent("goal", readGoalWord) ?? .centered
  if goal == .fixedTarget {
    return .fixedTarget(
      try object.read(
        "target", expected: "the target to keep {latitude, longitude}", readTarget))
  }
  if object.has("target") {
    throw Problem(
      .badSchema, "expected a target only with the goal fixed_target, found one without"
    ).within("target")
  }
  return goal == .centered ? .centered : .greatestZoom
}

extension Problem {
  /// For a fit whose insets were not read: where a member is wrong or there is no room, one may
  /// have wished for others.
  public var tellingDefaultInsets: Problem {
    guard kind == .badSchema || kind == .noRoom else { return self }
    var problem = self
    problem.detail += " (without insets a fit keeps 64 points free at each edge)"
    return problem
  }
}
