import CameraCore
import Glibc

/// A fitted camera is finite and within its limits, and what is said to fit is on the screen.
func judgeFit(_ bytes: UnsafeRawBufferPointer) -> String? {
  var source = ByteSource(bytes)
  guard let viewport = source.viewport(), let limits = source.limits() else { return nil }
  let request = source.fitRequest()
  guard let result = try? viewport.fit(request, within: limits) else { return nil }
  return (fault(of: result.camera, limits) ?? fault(of: result, request, viewport))
    .map { "\($0) of \(request) in \(viewport) within \(limits)" }
}

/// An admitted, clamped or updated camera is finite and within its limits, and what it shows is on
/// the Earth; a clamp of a clamped camera changes nothing.
func judgeMove(_ bytes: UnsafeRawBufferPointer) -> String? {
  var source = ByteSource(bytes)
  guard let viewport = source.viewport(), let limits = source.limits(), let camera = source.camera()
  else { return nil }
  return faultOfMoving(camera, &source, viewport, limits)
    .map { "\($0) from \(camera) in \(viewport) within \(limits)" }
}

private func faultOfMoving(
  _ camera: CameraPosition, _ source: inout ByteSource, _ viewport: Viewport, _ limits: CameraLimits
) -> String? {
  let admitted = viewport.admit(camera, to: limits).camera
  if let fault = fault(of: admitted, limits) ?? faultOfQueries(admitted, viewport) { return fault }
  let updates = (0..<source.below(5)).compactMap { _ in source.update() }
  if !updates.isEmpty, let updated = try? viewport.apply(updates, to: camera, within: limits),
    let fault = fault(of: updated.camera, limits)
  {
    return fault
  }
  guard let once = try? viewport.clamp(camera, to: limits) else { return nil }
  if let fault = fault(of: once.camera, limits) { return fault }
  let twice = try? viewport.clamp(once.camera, to: limits)
  guard twice?.camera == once.camera else {
    return "clamped \(once.camera), clamped again \(String(describing: twice?.camera))"
  }
  return nil
}

/// The frames of an animation are finite, within its limits and in its time.
func judgeAnimate(_ bytes: UnsafeRawBufferPointer) -> String? {
  var source = ByteSource(bytes)
  guard let viewport = source.viewport(), let limits = source.limits(),
    let animation = source.animation(),
    let result = try? viewport.animate(animation, within: limits)
  else { return nil }
  return fault(of: result, limits)
}

// MARK: - Rules

private func fault(of camera: CameraPosition, _ limits: CameraLimits) -> String? {
  let cap = limits.viewingAngleCaps.cap(at: camera.zoom)
  let isRight =
    limits.zoomRange.contains(camera.zoom) && abs(camera.target.latitude) <= 85
    && abs(camera.target.longitude) <= 180 && 0..<360 ~= camera.bearing
    && 0...cap ~= camera.viewingAngle
  return isRight ? nil : "\(camera) is beyond \(limits.zoomRange), \(cap) degrees"
}

private func faultOfQueries(_ camera: CameraPosition, _ viewport: Viewport) -> String? {
  let region = viewport.visibleRegion(from: camera)
  guard region.metersPerPoint > 0, region.metersPerPoint.isFinite else { return "meters per point" }
  for corner in [region.nearLeft, region.nearRight, region.farLeft, region.farRight] {
    guard let corner else { continue }
    guard isOnEarth(corner) else { return "a corner at \(corner)" }
  }
  if let bounds = region.bounds {
    guard bounds.west.isFinite, bounds.east.isFinite, bounds.south <= bounds.north else {
      return "visible bounds \(bounds)"
    }
  }
  for point in [ScreenPoint(x: 0, y: 0), ScreenPoint(x: -1e7, y: 1e7), ScreenPoint(x: 1, y: -1e7)] {
    guard let ground = viewport.unproject([point], from: camera)[0] else { continue }
    guard isOnEarth(ground) else { return "\(point) at \(ground)" }
    if let back = viewport.project(ground, from: camera), !(back.x.isFinite && back.y.isFinite) {
      return "\(ground) at \(back)"
    }
  }
  return nil
}

private func isOnEarth(_ place: Coordinate) -> Bool {
  abs(place.latitude) <= 90 && abs(place.longitude) <= 180
}

private func fault(
  of result: FitResult, _ request: FitRequest, _ viewport: Viewport
) -> String? {
  guard result.fits == (result.outsideCount == 0),
    result.outside.count == min(result.outsideCount, 100)
  else { return "fits \(result.fits) with \(result.outsideCount) outside" }
  guard result.fits else { return nil }
  let room = (
    x: viewport.padding.left + request.insets.left...viewport.width - viewport.padding.right
      - request.insets.right,
    y: viewport.padding.top + request.insets.top...viewport.height - viewport.padding.bottom
      - request.insets.bottom
  )
  let world = 256 * exp2(result.camera.zoom)
  let tolerance = max(2e-6, 1e-14 * world)
  for place in request.content.places {
    // Untilted copies of the world stand side by side; tilted ones are left to the property tests.
    guard result.camera.viewingAngle == 0 else { continue }
    guard let point = viewport.project(place.coordinate, from: result.camera) else {
      return "fits, but \(place) is behind the camera"
    }
    let reach = place.footprint ?? .zero
    let turn = result.camera.bearing * .pi / 180
    let isInside = (-2...2).contains { copy in
      let x = point.x + Double(copy) * world * cos(turn)
      let y = point.y - Double(copy) * world * sin(turn)
      return x - reach.left >= room.x.lowerBound - tolerance
        && x + reach.right <= room.x.upperBound + tolerance
        && y - reach.top >= room.y.lowerBound - tolerance
        && y + reach.bottom <= room.y.upperBound + tolerance
    }
    guard isInside else { return "fits, but \(place) is at \(point) in \(room): \(result.camera)" }
  }
  return nil
}

private func fault(of result: AnimationResult, _ limits: CameraLimits) -> String? {
  guard result.frames.count >= 2, result.duration.isFinite, result.pathLength.isFinite,
    result.duration >= 0, result.pathLength >= 0
  else { return "\(result.frames.count) frames in \(result.duration), path \(result.pathLength)" }
  for frame in result.frames {
    guard frame.time.isFinite, 0...result.duration ~= frame.time else { return "at \(frame.time)" }
    if let fault = fault(of: frame.camera, limits) { return "at \(frame.time) \(fault)" }
  }
  return nil
}

// MARK: - Choices

extension ByteSource {
  fileprivate mutating func viewport() -> Viewport? {
    Viewport(
      width: number(1...4096), height: number(1...4096),
      padding: chance() ? edges(0...300) ?? .zero : .zero,
      fieldOfView: chance() ? number(5...90) : Viewport.defaultFieldOfView)
  }

  fileprivate mutating func edges(_ range: ClosedRange<Double>) -> EdgeInsets? {
    if chance() { return EdgeInsets(all: number(range)) }
    return EdgeInsets(
      top: number(range), left: number(range), bottom: number(range), right: number(range))
  }

  fileprivate mutating func limits() -> CameraLimits? {
    let (one, other) = (number(0...30), number(0...30))
    guard 0...30 ~= one, 0...30 ~= other else { return nil }
    let zoomRange = chance() ? 2...21 : min(one, other)...max(one, other)
    let step = chance() ? nil : number(0.01...5)
    guard step.map({ $0 > 0 && $0 <= 5 }) ?? true else { return nil }
    let caps =
      chance()
      ? nil
      : ViewingAngleCaps(
        (0..<1 + below(4)).map { _ in .init(zoom: number(0...22), angle: number(0...84)) })
    return CameraLimits(
      zoomRange: zoomRange, zoomStep: step, viewingAngleCaps: caps ?? .standard,
      fence: chance() ? nil : fence())
  }

  fileprivate mutating func fence() -> Geofence? {
    let shape: Geofence.Shape
    if chance() {
      guard let bounds = bounds() else { return nil }
      shape = .bounds(bounds)
    } else {
      let polygons = (0..<1 + below(2)).map { _ in (0..<1 + below(2)).map { _ in ring() } }
      guard polygons.joined().allSatisfy({ $0.count >= 4 }) else { return nil }
      shape = .polygons(polygons)
    }
    return Geofence(
      shape: shape, mode: pick([.target, .viewport, .viewportShowAll]), keepsZoom: chance())
  }

  /// What overlaps itself around the world is no place to be kept in: rings are narrower.
  fileprivate mutating func ring() -> [Position] {
    let west = 20 * Double(below(18)) - 180
    var positions = (0..<3 + below(5)).compactMap { _ in
      Position(longitude: west + number(0...170), latitude: number(-90...90))
    }
    // All of a ring may stand any number of worlds away.
    if let first = positions.first?.longitude, abs(first) > 1e6 {
      positions = positions.compactMap {
        Position(longitude: first + min(max($0.longitude, -80), 80), latitude: $0.latitude)
      }
    }
    return positions + positions.prefix(1)
  }

  fileprivate mutating func position() -> Position? {
    Position(longitude: number(-200...200), latitude: number(-90...90))
  }

  fileprivate mutating func place() -> Coordinate? {
    Coordinate(latitude: number(-90...90), longitude: number(-200...200))
  }

  fileprivate mutating func bounds() -> CoordinateBounds? {
    let (one, other) = (number(-90...90), number(-90...90))
    return CoordinateBounds(
      south: min(one, other), west: number(-400...400), north: max(one, other),
      east: number(-400...400))
  }

  fileprivate mutating func camera() -> CameraPosition? {
    guard
      let target = Coordinate(
        cuttingLatitude: number(-100...100), longitude: number(-400...400))
    else { return nil }
    return CameraPosition(
      target: target, zoom: number(-1...31), bearing: number(-400...400),
      viewingAngle: number(0...90))
  }

  fileprivate mutating func fitRequest() -> FitRequest {
    var content = FitContent()
    content.places = (0..<below(9)).compactMap { _ in
      place().map { FitContent.Place($0, footprint: chance() ? edges(0...200) : nil) }
    }
    content.bounds = (0..<below(3)).compactMap { _ in bounds() }
    content.circles = (0..<below(3)).compactMap { _ in
      let radius = number(0...5_000_000)
      guard let center = place(), 0...5_000_000 ~= radius else { return nil }
      return FitContent.Circle(center: center, radius: radius)
    }
    if chance() {
      content.geometry = .collection([
        .points((0..<below(4)).compactMap { _ in position() }),
        .path((0..<below(5)).compactMap { _ in position() }),
      ])
    }
    let goals: [FitRequest.Goal] =
      [.centered, .centered, .greatestZoom] + (place().map { [.fixedTarget($0)] } ?? [])
    let angle = number(0...90)
    let bearing = number(-400...400)
    return FitRequest(
      content: content, insets: edges(0...300) ?? .zero,
      bearing: chance() && bearing.isFinite ? .degrees(bearing) : pick([.best, .degrees(0)]),
      viewingAngle: 0...90 ~= angle ? angle : 0, goal: pick(goals),
      camera: chance() ? camera() : nil)
  }

  fileprivate mutating func update() -> CameraUpdate? {
    let (x, y) = (number(-1e7...1e7), number(-1e7...1e7))
    guard x.isFinite, y.isFinite, max(abs(x), abs(y)) <= 1e7 else { return nil }
    switch below(10) {
    case 0: return .zoomIn
    case 1: return .zoomOut
    case 2: return .zoomTo(x)
    case 3: return .zoomBy(number(-30...30).finite, around: nil)
    case 4: return .zoomBy(number(-30...30).finite, around: ScreenPoint(x: x, y: y))
    case 5: return place().map { .setTarget($0, zoom: chance() ? x : nil) }
    case 6: return camera().map { .setCamera($0) }
    case 7: return chance() ? .setBearing(x) : .setViewingAngle(min(abs(y), 90))
    case 8: return .scrollBy(x: x, y: y)
    default:
      guard let bounds = bounds(), let insets = edges(0...300) else { return nil }
      return .fitBounds(bounds, insets: insets, bearing: x, viewingAngle: min(abs(y), 90))
    }
  }

  fileprivate mutating func animation() -> CameraAnimation? {
    guard let start = camera(), let end = camera() else { return nil }
    let updates = [update() ?? .zoomIn, update() ?? .zoomOut]
    var animation = CameraAnimation(
      start: start, destination: chance() ? .camera(end) : .updates(updates))
    animation.curve = pick([.linear, .fly])
    animation.easing = pick([.linear, .easeIn, .easeOut, .easeInOut, .standard])
    let duration = number(1...3_600_000)
    animation.duration = chance() && 1...3_600_000 ~= duration ? duration : nil
    animation.frames = .count(2 + below(30))
    let rho = number(0.1...10)
    animation.rho = 0.1...10 ~= rho ? rho : 1.42
    let floor = number(0...30)
    animation.minZoomOnPath = chance() && 0...30 ~= floor ? floor : nil
    return animation
  }
}

extension Double {
  fileprivate var finite: Double { isFinite ? self : 0 }
}
