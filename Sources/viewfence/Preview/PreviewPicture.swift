import CameraCore
import Glibc

/// Draws scenes below each other: on the left what the screen shows, on the right the ground from
/// above, north up, and what the answer says.
struct PreviewPicture {
  private static let margin = 36.0
  private static let side = 320.0
  private static let gap = 20.0

  private static let style = """
    text{font:12px 'DejaVu Sans',Helvetica,Arial,sans-serif;fill:#1d2b36}\
    .title{font-weight:bold;font-size:14px}.name{fill:#667784}.small{font-size:10px;fill:#667784}\
    .number{font-size:10px;font-weight:bold;fill:#fff;text-anchor:middle}\
    .paper{fill:#fff}.ground{fill:#e9eef2}.screen{fill:#fbfcfd}\
    .frame{fill:none;stroke:#1d2b36;stroke-width:1.5}.veil{fill:#c9d2d9;fill-opacity:.45}\
    .grid{fill:none;stroke:#c3d0da;stroke-width:.7}\
    .padding{fill:#b58900;fill-opacity:.16}\
    .insets{fill:#2f9e44;fill-opacity:.06;stroke:#2f9e44;stroke-width:1.2;stroke-dasharray:6 4}\
    .fence{fill:#7048e8;fill-opacity:.08;fill-rule:evenodd;stroke:#7048e8;stroke-width:1.8}\
    .shape{fill:#1971c2;fill-opacity:.08;fill-rule:evenodd;stroke:#1971c2;stroke-width:1.5}\
    .dot{fill:#1971c2}.outside{fill:#e03131}.place{fill:#1971c2;stroke:#fff;stroke-width:1.2}\
    .footprint{fill:#1971c2;fill-opacity:.14;stroke:#1971c2;stroke-width:1}\
    .far{fill:#e03131;fill-opacity:.14;stroke:#e03131;stroke-width:1}\
    .visible{fill:#f08c00;fill-opacity:.14;stroke:#f08c00;stroke-width:1.8}\
    .start{fill:none;stroke:#868e96;stroke-width:1.2;stroke-dasharray:4 3}\
    .north{fill:#1d2b36}.target{fill:none;stroke:#d9480f;stroke-width:1.6}.tap{fill:none;stroke:#0c8599;stroke-width:2}
    """

  static func draw(_ scenes: [PreviewScene]) -> String {
    var svg = SVG()
    var (width, height) = (0.0, 0.0)
    for (index, scene) in scenes.enumerated() {
      let picture = PreviewPicture(scene: scene, number: index)
      let offset = SVG.Point(0, height)
      svg.group(at: offset, clip: nil) { picture.draw(into: &$0) }
      width = max(width, picture.size.width)
      height += picture.size.height
    }
    var paper = SVG()
    paper.rect(SVG.Rect(0, 0, width, height), class: "paper")
    paper.append(svg)
    return paper.document(width: width, height: height, style: style)
  }

  private let scene: PreviewScene
  private let number: Int
  /// Picture units for one screen point.
  private let scale: Double

  private init(scene: PreviewScene, number: Int) {
    (self.scene, self.number) = (scene, number)
    scale = min(520 / scene.viewport.width, 560 / scene.viewport.height)
  }

  private var screen: SVG.Rect {
    SVG.Rect(
      Self.margin, Self.margin, scene.viewport.width * scale, scene.viewport.height * scale)
  }

  /// The screen with a margin that shows what lies beyond its edges.
  private var panel: SVG.Rect {
    SVG.Rect(0, 0, screen.width + 2 * Self.margin, screen.height + 2 * Self.margin)
  }

  private var size: (width: Double, height: Double) {
    (
      panel.width + Self.side + 3 * Self.gap,
      max(panel.height, Self.side + 220) + 2 * Self.gap + 24
    )
  }

  private func draw(into svg: inout SVG) {
    svg.text(scene.title, at: SVG.Point(Self.gap, Self.gap + 12), class: "title")
    let top = Self.gap + 24
    svg.group(at: SVG.Point(Self.gap, top), clip: ("screen\(number)", panel)) { svg in
      svg.rect(panel, class: "ground")
      svg.group(at: SVG.Point(screen.x, screen.y), clip: nil, drawScreen)
      if let camera = scene.answer { drawNorth(bearing: camera.bearing, into: &svg) }
    }
    let right = SVG.Point(panel.width + 2 * Self.gap, top)
    let square = SVG.Rect(0, 0, Self.side, Self.side)
    svg.group(at: right, clip: ("ground\(number)", square)) { svg in
      svg.rect(square, class: "ground")
      drawGround(into: &svg)
      svg.rect(square, class: "frame")
    }
    svg.group(at: SVG.Point(right.x, right.y + Self.side + 22), clip: nil, drawFacts)
  }

  // MARK: - Screen

  private func drawScreen(into svg: inout SVG) {
    let (width, height) = (screen.width, screen.height)
    svg.rect(SVG.Rect(0, 0, width, height), class: "screen")
    if let camera = scene.answer {
      let drawing = GroundDrawing(viewport: scene.viewport, camera: camera, scale: scale)
      drawGrid(drawing, into: &svg)
      drawShapes(drawing, into: &svg)
      drawMarks(drawing, into: &svg)
    }
    drawRoom(into: &svg)
    // What is beyond the edges is not seen.
    let m = Self.margin
    for veil in [
      SVG.Rect(-m, -m, width + 2 * m, m), SVG.Rect(-m, height, width + 2 * m, m),
      SVG.Rect(-m, 0, m, height), SVG.Rect(width, 0, m, height),
    ] {
      svg.rect(veil, class: "veil")
    }
    svg.rect(SVG.Rect(0, 0, width, height), class: "frame")
    for tap in scene.taps {
      svg.circle(SVG.Point(tap.x * scale, tap.y * scale), radius: 7, class: "tap")
    }
    if scene.answer != nil { cross(at: opticalCenter, into: &svg) }
  }

  private var padding: EdgeInsets { scene.viewport.padding }

  private var opticalCenter: SVG.Point {
    SVG.Point(
      (scene.viewport.width + padding.left - padding.right) / 2 * scale,
      (scene.viewport.height + padding.top - padding.bottom) / 2 * scale)
  }

  /// The padding, and the room that a fit may use inside it.
  private func drawRoom(into svg: inout SVG) {
    let (width, height) = (scene.viewport.width, scene.viewport.height)
    func rect(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> SVG.Rect {
      SVG.Rect(left * scale, top * scale, (right - left) * scale, (bottom - top) * scale)
    }
    for edge in [
      rect(0, 0, width, padding.top), rect(0, height - padding.bottom, width, height),
      rect(0, padding.top, padding.left, height - padding.bottom),
      rect(width - padding.right, padding.top, width, height - padding.bottom),
    ] where edge.width > 0 && edge.height > 0 {
      svg.rect(edge, class: "padding")
    }
    guard let insets = scene.insets else { return }
    let room = rect(
      padding.left + insets.left, padding.top + insets.top,
      width - padding.right - insets.right, height - padding.bottom - insets.bottom)
    if hasRoom {
      svg.rect(room, class: "insets")
    } else {
      // What the insets take, so that it shows where they meet.
      svg.rect(rect(0, 0, padding.left + insets.left, height), class: "far")
      svg.rect(rect(width - padding.right - insets.right, 0, width, height), class: "far")
      svg.rect(rect(0, 0, width, padding.top + insets.top), class: "far")
      svg.rect(rect(0, height - padding.bottom - insets.bottom, width, height), class: "far")
    }
  }

  private var hasRoom: Bool {
    guard let insets = scene.insets else { return false }
    return padding.left + padding.right + insets.left + insets.right < scene.viewport.width
      && padding.top + padding.bottom + insets.top + insets.bottom < scene.viewport.height
  }

  private func drawGrid(_ drawing: GroundDrawing, into svg: inout SVG) {
    let camera = drawing.camera
    let steps = [1, 2, 5].flatMap { digit in
      [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10].map { digit * $0 }
    }
    let degrees = 360 / (256 * exp2(camera.zoom)) * max(scene.viewport.width, scene.viewport.height)
    guard let step = steps.sorted().first(where: { $0 >= degrees / 8 }) else { return }
    let (x, y) = (
      (camera.target.longitude / step).rounded() * step,
      (camera.target.latitude / step).rounded() * step
    )
    var lines: [[GroundShape.Place]] = []
    let reach = min(24 * step, 170)
    for index in -24...24 {
      let away = Double(index) * step
      if abs(away) <= reach { lines.append([(x + away, y - reach), (x + away, y + reach)]) }
      if abs(y + away) <= 85 { lines.append([(x - reach, y + away), (x + reach, y + away)]) }
    }
    svg.paths(lines.flatMap(drawing.paths), class: "grid")
  }

  private func drawShapes(_ drawing: GroundDrawing, into svg: inout SVG) {
    if let fence = scene.fence { svg.paths(fence.lines.flatMap(drawing.paths), class: "fence") }
    for shape in scene.shapes {
      svg.paths(shape.lines.flatMap(drawing.paths), class: "shape")
      for point in shape.points.compactMap(drawing.point) {
        svg.circle(point, radius: 2, class: "dot")
      }
    }
  }

  private func drawMarks(_ drawing: GroundDrawing, into svg: inout SVG) {
    for mark in scene.marks {
      guard let footprint = mark.footprint, let point = drawing.point(mark.place) else { continue }
      svg.rect(
        SVG.Rect(
          point.x - footprint.left * drawing.scale, point.y - footprint.top * drawing.scale,
          (footprint.left + footprint.right) * drawing.scale,
          (footprint.top + footprint.bottom) * drawing.scale),
        class: mark.isOutside ? "far" : "footprint")
    }
    for (index, mark) in scene.marks.enumerated() {
      guard let point = drawing.point(mark.place) else { continue }
      let isNumbered = scene.marks.count <= 99
      svg.circle(point, radius: isNumbered ? 8 : 3, class: mark.isOutside ? "outside" : "place")
      if isNumbered {
        svg.text("\(index)", at: SVG.Point(point.x, point.y + 3.5), class: "number")
      }
    }
  }

  private func cross(at point: SVG.Point, into svg: inout SVG) {
    svg.paths(
      [
        [SVG.Point(point.x - 9, point.y), SVG.Point(point.x + 9, point.y)],
        [SVG.Point(point.x, point.y - 9), SVG.Point(point.x, point.y + 9)],
      ], class: "target")
  }

  /// An arrow in the corner of the panel.
  private func drawNorth(bearing: Double, into svg: inout SVG) {
    let angle = bearing * .pi / 180
    let (center, up, right) = (
      SVG.Point(18, 18), SVG.Point(-sin(angle), -cos(angle)), SVG.Point(cos(angle), -sin(angle))
    )
    func point(_ along: Double, _ across: Double) -> SVG.Point {
      SVG.Point(
        center.x + along * up.x + across * right.x, center.y + along * up.y + across * right.y)
    }
    svg.paths(
      [[point(12, 0), point(-9, 6), point(-5, 0), point(-9, -6), point(12, 0)]], class: "north")
  }

  // MARK: - Ground

  private func drawGround(into svg: inout SVG) {
    guard let drawing = overview() else { return }
    drawShapes(drawing, into: &svg)
    if let start = scene.start { svg.paths(drawing.paths(outline(of: start)), class: "start") }
    for camera in scene.way { svg.paths(drawing.paths(outline(of: camera)), class: "start") }
    if let camera = scene.answer {
      svg.paths(drawing.paths(outline(of: camera)), class: "visible")
      let target = (camera.target.longitude, camera.target.latitude)
      if let point = drawing.point(target) { cross(at: point, into: &svg) }
    }
    let small = GroundDrawing(viewport: drawing.viewport, camera: drawing.camera, scale: 1)
    for mark in scene.marks {
      guard let point = small.point(mark.place) else { continue }
      svg.circle(point, radius: 3, class: mark.isOutside ? "outside" : "place")
    }
    let note = "north up" + (scene.answer == nil ? "" : "; orange is what the screen shows")
    svg.text(note, at: SVG.Point(8, Self.side - 8), class: "small")
  }

  /// A camera from above that holds all there is to see.
  private func overview() -> GroundDrawing? {
    var places = scene.marks.map(\.place) + scene.shapes.flatMap { $0.points + $0.lines.joined() }
    for camera in [scene.start, scene.answer].compactMap({ $0 }) + scene.way {
      places += outline(of: camera)
    }
    // A fence far larger than the view would leave nothing of the view to see.
    let fence = scene.fence.map { Array($0.lines.joined()) } ?? []
    if places.isEmpty || extent(fence) < 12 * extent(places) { places += fence }
    let content = FitContent(
      places: places.compactMap {
        Coordinate(cuttingLatitude: $0.latitude, longitude: $0.longitude)
      }
      .map { FitContent.Place($0) })
    guard let viewport = Viewport(width: Self.side, height: Self.side),
      let insets = EdgeInsets(all: 24),
      let result = try? viewport.fit(
        FitRequest(content: content, insets: insets), within: CameraLimits(zoomRange: 0...22))
    else { return nil }
    return GroundDrawing(viewport: viewport, camera: result.camera, scale: 1)
  }

  private func extent(_ places: [GroundShape.Place]) -> Double {
    let latitudes = places.map(\.latitude)
    return (latitudes.max() ?? 0) - (latitudes.min() ?? 0)
  }

  /// The ground under the edges of the screen, as far as there is ground.
  private func outline(of camera: CameraPosition) -> [GroundShape.Place] {
    let (width, height) = (scene.viewport.width, scene.viewport.height)
    let corners = [(0, height), (0, 0), (width, 0), (width, height), (0, height)]
    var points: [ScreenPoint] = []
    for (start, end) in zip(corners, corners.dropFirst()) {
      for step in 0..<32 {
        let share = Double(step) / 32
        points.append(
          ScreenPoint(
            x: start.0 + (end.0 - start.0) * share, y: start.1 + (end.1 - start.1) * share))
      }
    }
    let places = scene.viewport.unproject(points, from: camera).compactMap { $0 }.map { place in
      let turn = (place.longitude - camera.target.longitude).remainder(dividingBy: 360)
      return (longitude: camera.target.longitude + turn, latitude: place.latitude)
    }
    return places + places.prefix(1)
  }

  // MARK: - Facts

  private func drawFacts(into svg: inout SVG) {
    var y = 0.0
    for (name, value) in scene.facts {
      svg.text(name, at: SVG.Point(0, y), class: "name")
      for line in HelpText.wrapped(value, width: 34).split(separator: "\n") {
        svg.text(String(line), at: SVG.Point(104, y))
        y += 17
      }
    }
    y += 8
    for (name, text) in legend {
      svg.rect(SVG.Rect(0, y - 9, 14, 10), class: name)
      svg.text(text, at: SVG.Point(22, y), class: "small")
      y += 15
    }
  }

  private var legend: [(class: String, text: String)] {
    var legend: [(class: String, text: String)] = []
    if hasRoom {
      legend.append(("insets", "room that the insets leave"))
    } else if scene.insets != nil {
      legend.append(("far", "what the insets take"))
    }
    if padding != .zero { legend.append(("padding", "padding")) }
    if scene.fence != nil { legend.append(("fence", "fence")) }
    if scene.marks.contains(where: { $0.footprint != nil }) {
      legend.append(("footprint", "footprint of a place"))
    }
    if scene.marks.contains(where: \.isOutside) { legend.append(("far", "outside the room")) }
    if scene.start != nil { legend.append(("start", scene.way.isEmpty ? "before" : "on the way")) }
    return legend
  }
}
