import CameraCore
import JSON
import WireFormat

/// A request and its answer, as something to draw.
struct PreviewScene {
  struct Mark {
    let place: GroundShape.Place
    var footprint: EdgeInsets?
    var isOutside = false
  }

  var title: String
  var viewport: Viewport
  /// The room that a fit was to keep free.
  var insets: EdgeInsets?
  /// Single places, in the order of the request.
  var marks: [Mark] = []
  var shapes: [GroundShape] = []
  var fence: GroundShape?
  /// Where the request starts from, brought within its limits as far as they are no fence.
  var start: CameraPosition?
  /// The camera of the answer, and those on the way to it; none if there is no answer.
  var answer: CameraPosition?
  var way: [CameraPosition] = []
  /// Screen points of the request.
  var taps: [ScreenPoint] = []
  /// What the answer says, in the words of the wire.
  var facts: [(name: String, value: String)] = []

  init(id: String, _ operation: ViewportOperation) {
    title = id
    viewport = operation.viewport
    fence = operation.limits.fence.map { GroundShape($0.shape) }
    let (width, height) = (
      Self.json { $0.value(viewport.width) }, Self.json { $0.value(viewport.height) }
    )
    facts = [("viewport", "\(width) x \(height)")]
    do throws(CameraError) { try compute(operation) } catch { facts.append(Self.problem(error)) }
  }

  private mutating func compute(_ operation: ViewportOperation) throws(CameraError) {
    let limits = operation.limits
    switch operation.action {
    case .fit(let request, let notes):
      title += ": fit"
      insets = request.insets
      add(request.content)
      let result = try viewport.fit(request, within: limits)
      answer = result.camera
      for case .place(let index) in result.outside { marks[index].isOutside = true }
      tell(result.camera, result.adjusted)
      facts.append(("fits", "\(result.fits)"))
      if result.outsideCount > 0 {
        let pointers = result.outside.prefix(2).map(notes.pointer).joined(separator: ", ")
        facts.append(("outside", "\(result.outsideCount): \(pointers)"))
      }
    case .clamp(let camera):
      title += ": clamp"
      start = camera
      tell(try viewport.clamp(camera, to: limits))
    case .update(let camera, let updates):
      title += ": update"
      start = camera
      for case .zoomBy(_, let point?) in updates { taps.append(point) }
      tell(try viewport.apply(updates, to: camera, within: limits))
    case .animate(var animation):
      title += ": animate"
      start = animation.start
      animation.frames = .count(13)
      let result = try viewport.animate(animation, within: limits)
      way = result.frames.map(\.camera)
      guard let end = way.last else { return }
      answer = end
      tell(end, result.adjusted)
      facts.append(("duration_ms", Self.json { $0.value(result.duration.rounded()) }))
      facts.append(("path_length", Self.json { $0.value(Self.short(result.pathLength)) }))
    case .project(let camera, let coordinates):
      title += ": project"
      marks = coordinates.map { Mark(place: ($0.longitude, $0.latitude)) }
      tell(viewport.admit(camera, to: limits))
    case .unproject(let camera, let points):
      title += ": unproject"
      taps = points
      let admitted = viewport.admit(camera, to: limits)
      tell(admitted)
      for case let place? in viewport.unproject(points, from: admitted.camera) {
        marks.append(Mark(place: (place.longitude, place.latitude)))
      }
    case .visibleRegion(let camera):
      title += ": visible_region"
      tell(viewport.admit(camera, to: limits))
    }
  }

  private mutating func add(_ content: FitContent) {
    marks = content.places.map {
      Mark(place: ($0.coordinate.longitude, $0.coordinate.latitude), footprint: $0.footprint)
    }
    shapes = content.bounds.map(GroundShape.init) + content.circles.map(GroundShape.init)
    if let geometry = content.geometry { shapes.append(GroundShape(geometry)) }
    if let packed = content.coordinates {
      // More dots than this make no better picture.
      let step = max(1, packed.count / 5000)
      shapes.append(
        GroundShape(points: stride(from: 0, to: packed.count, by: step).map { packed[$0] }))
    }
  }

  private mutating func tell(_ result: AdjustedCamera) {
    answer = result.camera
    tell(result.camera, result.adjusted)
  }

  private mutating func tell(_ camera: CameraPosition, _ adjusted: Adjustments) {
    let numbers: [(String, Double)] = [
      ("latitude", camera.target.latitude), ("longitude", camera.target.longitude),
      ("zoom", camera.zoom), ("bearing", camera.bearing), ("viewing_angle", camera.viewingAngle),
    ]
    for (name, value) in numbers { facts.append((name, Self.json { $0.value(Self.short(value)) })) }
    // With blanks, so that many words may take several lines.
    let words = Self.json { $0.value(adjusted) }.split(separator: ",").joined(separator: ", ")
    facts.append(("adjusted", words))
  }

  /// To a millionth: enough for a reader.
  private static func short(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }

  private static func json(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func problem(_ error: CameraError) -> (name: String, value: String) {
    switch error {
    case .noRoom(let reason): (Problem.Kind.noRoom.rawValue, reason)
    case .infeasible(let reason): (Problem.Kind.infeasible.rawValue, reason)
    case .unsupportedFence(let reason): (Problem.Kind.unsupportedFence.rawValue, reason)
    case .tooCostly(let reason): (Problem.Kind.tooLarge.rawValue, reason)
    case .emptyContent: (Problem.Kind.badSchema.rawValue, "there is nothing to fit")
    }
  }
}
