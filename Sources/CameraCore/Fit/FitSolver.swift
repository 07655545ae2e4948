#if canImport(Glibc)
  import Glibc
#endif

/// What of a fitted camera is free, and what decides about it.
enum FitAim {
  case centered
  case greatestZoom
  case target(PlaneVector)
  /// The target's ordinate.
  case ordinate(Double)
}

/// Content that lies in a plane, and what is asked of its camera.
struct FitSolver {
  private(set) var angles: FitZoom
  let anchors: UnsafeMutableBufferPointer<FitAnchor>
  let circles: [(circle: FitCircle, firstAnchor: Int)]
  let hasFootprints: Bool
  let meter: FitMeter
  /// Degrees.
  private(set) var bearing: Double
  /// From straight above.
  private var view: FitView
  /// D in points.
  private let distance: Double

  /// - Parameters:
  ///   - room: Shrunk by the footprint that all anchors share, if `hasFootprints` is false.
  ///   - upperEdge: Of the room before that.
  init(
    _ request: FitRequest, in viewport: Viewport, room: FitRoom, upperEdge: Double,
    bearing: Double = 0, caps: ViewingAngleCaps,
    anchors: UnsafeMutableBufferPointer<FitAnchor>, hasFootprints: Bool,
    circles: [(circle: FitCircle, firstAnchor: Int)], meter: FitMeter
  ) {
    angles = FitZoom(askedAngle: request.viewingAngle, caps: caps)
    self.anchors = anchors
    self.circles = circles
    self.hasFootprints = hasFootprints
    self.meter = meter
    self.bearing = bearing
    view = FitView(room: room, upperEdge: upperEdge).turned(to: bearing)
    distance = request.viewingAngle == 0 ? .infinity : viewport.cameraDistance
  }

  var room: FitRoom { view.room }

  /// The same content, seen with another bearing in degrees.
  func turned(to bearing: Double) -> FitSolver {
    guard bearing != self.bearing else { return self }
    var solver = self
    solver.bearing = bearing
    solver.view = view.turned(to: bearing)
    return solver
  }

  /// The same for samples.
  func roughly() -> FitSolver {
    var solver = self
    solver.angles.isRough = true
    return solver
  }

  var steepness: FitSteepness {
    FitSteepness(view: view, distance: distance, anchors: anchors, hasFootprints: hasFootprints)
  }

  /// The greatest zoom of the content, from a given angle or within its caps; minus infinity if it
  /// fits at none.
  func zoomOrNone(_ aim: FitAim, from angle: Double?) -> Double {
    let zoom = if let angle { try? zoom(aim, from: angle) } else { try? zoom(aim).zoom }
    return zoom ?? -.infinity
  }

  /// The content seen from `angle` degrees; a circle is as good as its reach in four directions.
  func scene(angle: Double) -> FitScene {
    let view = view.tilted(to: angle, distance: distance)
    for (circle, first) in circles {
      let normals = view.edgeNormals
      for offset in normals.indices {
        anchors[first + offset].position = circle.support(normals[offset])
      }
    }
    meter.spend(anchors.count + circles.count * FitCircle.looks)
    return FitScene(view: view, anchors: anchors, hasFootprints: hasFootprints, meter: meter)
  }

  /// The greatest zoom up to `ceiling` at which the content fits with the angle at that zoom.
  func zoom(
    _ aim: FitAim, upTo ceiling: Double = .infinity
  ) throws(FitObstacle) -> FittedZoom {
    try angles.greatest(upTo: ceiling, steepness: steepness, meter: meter) {
      (angle) throws(FitObstacle) in
      try zoom(aim, from: angle)
    }
  }

  /// The greatest zoom at which the content fits, looked at from `angle`.
  func zoom(_ aim: FitAim, from angle: Double) throws(FitObstacle) -> Double {
    guard !meter.isUsedUp else { throw .work }
    let scene = scene(angle: angle)
    let scale =
      switch aim {
      case .centered: try scene.centeredScale()
      case .greatestZoom: try scene.leastScale()
      case .target(let target): try scene.leastScale(target: target)
      case .ordinate(let y): try scene.leastScale(ordinate: y)
      }
    return WebMercator.zoom(worldSize: 1 / scale)
  }

  /// The target for `aim` at `zoom` and `angle`.
  ///
  /// - Parameter centered: The centred answer's target, which decides between equals.
  func target(
    _ aim: FitAim, zoom: Double, angle: Double, centered: PlaneVector
  ) throws(FitObstacle) -> PlaneVector {
    let scale = 1 / WebMercator.worldSize(zoom: zoom)
    switch aim {
    case .centered: return try centeredTarget(zoom: zoom, angle: angle)
    case .target(let target): return target
    case .ordinate(let y):
      let scene = scene(angle: angle)
      guard scene.view.seesGround else { throw .horizon }
      return scene.target(ordinate: y, scale: scale)
    case .greatestZoom:
      let scene = scene(angle: angle)
      guard scene.view.seesGround else { throw .horizon }
      if let target = scene.target(scale: scale, nearestTo: centered) { return target }
      return try centeredTarget(zoom: zoom, angle: angle)
    }
  }

  /// The target that centres the content at `zoom` and `angle`.
  func centeredTarget(zoom: Double, angle: Double) throws(FitObstacle) -> PlaneVector {
    let scene = scene(angle: angle)
    guard scene.view.seesGround else { throw .horizon }
    let scale = 1 / WebMercator.worldSize(zoom: zoom)
    var target = scene.centeredTarget(scale: scale)
    // On round content the outermost places follow the target; each step doubles the digits.
    for _ in 0..<32 where !circles.isEmpty && !meter.isUsedUp {
      meter.spend(anchors.count + 4 * circles.count * FitCircle.looks)
      let (view, last) = (scene.view, target)
      let depth = scale - view.k * view.ahead(target)
      for (circle, first) in circles {
        for (offset, side) in [1.0, -1].enumerated() {
          let edge = circle.outermost(side: side, from: target, depth: depth, in: view)
          anchors[first + 2 + offset].position = edge
        }
      }
      target = scene.centeredTarget(scale: scale)
      if (target - last).squaredLength < 1e-36 { break }
    }
    return target
  }
}

extension FitView {
  /// The directions in which content decides how large it may be: ahead and back, and across the
  /// side planes of the room.
  var edgeNormals: InlineArray<4, PlaneVector> {
    [
      position(right: 0, ahead: 1), position(right: 0, ahead: -1),
      position(right: 1, ahead: -room.right * k), position(right: -1, ahead: room.left * k),
    ]
  }
}

// MARK: - Within limits

/// A fitted camera in the content's plane.
struct FitAnswer {
  var zoom, angle: Double
  var target: PlaneVector
  var adjusted: Adjustments
}

extension FitSolver {
  /// The answer for `aim` within zoom range, zoom step and the caps of the viewing angle.
  ///
  /// - Parameter unlimited: What `zoom(aim)` gives, if it is known.
  func answer(
    _ aim: FitAim, within limits: CameraLimits, fitted unlimited: Double? = nil
  ) throws(FitObstacle) -> FitAnswer {
    let range = limits.zoomRange
    let fitted: FittedZoom
    if let unlimited, unlimited <= range.upperBound {
      fitted = FittedZoom(unlimited, ceiling: range.upperBound)
    } else {
      fitted = try zoom(aim, upTo: range.upperBound)
    }
    var adjusted: Adjustments = []
    if fitted.isCut { adjusted.insert(.zoomMax) }
    if fitted.zoom < range.lowerBound - FitZoom.rounding { adjusted.insert(.zoomMin) }
    let zoom = max(fitted.zoom, range.lowerBound)

    // Only the tightest view has a choice, and the centred answer makes it.
    var centered = PlaneVector.zero
    if case .greatestZoom = aim { centered = try answer(.centered, within: limits).target }
    if let step = limits.zoomStep {
      let stepped = try steppedZoom(
        aim, step: step, upTo: fitted.zoom, range: range, centered: centered)
      if abs(stepped.zoom - zoom) > FitZoom.rounding { adjusted.insert(.zoomStep) }
      adjusted.remove(.zoomMin)
      return FitAnswer(
        zoom: stepped.zoom, angle: stepped.angle, target: stepped.target,
        adjusted: adjusted.union(stepped.adjusted))
    }
    let angle = angles.angle(at: zoom)
    if angle < angles.askedAngle { adjusted.insert(.viewingAngleMax) }
    let target = try target(aim, zoom: zoom, angle: angle, centered: centered)
    return FitAnswer(zoom: zoom, angle: angle, target: target, adjusted: adjusted)
  }

  /// The greatest multiple of `step` up to `fitted` and in `range` at which the content is inside.
  ///
  /// Below the fitted zoom the content is inside but for footprints and caps, so that the first steps
  /// decide. Where they do not, the strides double, and the last of them is halved back.
  private func steppedZoom(
    _ aim: FitAim, step: Double, upTo fitted: Double, range: ClosedRange<Double>,
    centered: PlaneVector
  ) throws(FitObstacle) -> FitAnswer {
    // A finer one has a multiple at every double from zoom 16 on, and more than can be counted.
    let step = max(step, 0x1p-48)
    let highest = min(fitted, range.upperBound) + FitZoom.rounding
    let lowest = range.lowerBound - FitZoom.rounding
    func answer(_ count: Double) -> FitAnswer? {
      let zoom = min(max(count * step, range.lowerBound), range.upperBound)
      let angle = angles.angle(at: zoom)
      guard let target = try? target(aim, zoom: zoom, angle: angle, centered: centered),
        holdsAll(zoom: zoom, angle: angle, target: target)
      else { return nil }
      return FitAnswer(
        zoom: zoom, angle: angle, target: target,
        adjusted: angle < angles.askedAngle ? .viewingAngleMax : [])
    }
    var count = (highest / step).rounded(.down)
    var (tried, stride) = (0, 1.0)
    while !meter.isUsedUp, count * step >= lowest {
      if var best = answer(count) {
        var (inside, outside) = (count, count + stride)
        while outside - inside > 1 {
          let middle = (inside + (outside - inside) / 2).rounded(.down)
          if let answer = answer(middle) {
            (best, inside) = (answer, middle)
          } else {
            outside = middle
          }
        }
        return best
      }
      tried += 1
      if tried > 256 { stride *= 2 }
      let least = (lowest / step).rounded(.up)
      let next = stride == 1 ? count - 1 : max(count - stride, min(least, count - 1))
      guard next < count else { break }
      (stride, count) = (count - next, next)
    }
    throw .step
  }

  func judgement(zoom: Double, angle: Double, target: PlaneVector) -> FitJudgement {
    FitJudgement(
      view: scene(angle: angle).view, target: target,
      scale: 1 / WebMercator.worldSize(zoom: zoom))
  }

  /// Whether all content lies in the room of a camera.
  func holdsAll(zoom: Double, angle: Double, target: PlaneVector) -> Bool {
    let judgement = judgement(zoom: zoom, angle: angle, target: target)
    return anchors.allSatisfy { judgement.holds($0) }
  }
}
