/// How content becomes flat.
extension Fitting {
  func frame(of arc: LongitudeArc) -> FitFrame {
    FitFrame(arc, south: summary.south, north: summary.north)
  }

  func frame(copies: FitCopies) -> FitFrame {
    let longitude =
      switch copies {
      case .eastOf(let cut): cut
      case .nearest(let middle): middle
      case .asTheyAre: 0.0
      }
    return FitFrame(
      origin: evenOrigin(south: summary.south, north: summary.north, longitude: longitude),
      copies: copies)
  }

  /// Draws the content in `frame`, seen with a bearing of 0; of many places without footprints no
  /// more than their convex hull.
  func withSolver<Result>(
    in frame: FitFrame, _ body: (FitSolver) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    guard pieces == nil, let packed = request.content.coordinates,
      packed.count >= PackedOutline.leastCount
    else { return try withSolverOfAll(in: frame, body) }
    meter.spend(packed.count)
    var outermost: [FitAnchor] = []
    PackedOutline.forEachOutermost(of: packed, in: frame) { outermost.append(FitAnchor($0)) }
    let count = outermost.withUnsafeMutableBufferPointer { moveHullToFront($0) }
    let others = summary.pointCount - packed.count
    return try withScratch(of: FitAnchor.self, count: others + count) {
      (anchors) throws(CameraError) in
      let circles = draw(in: frame, besideCoordinates: true, into: anchors)
      for index in 0..<count {
        anchors.initializeElement(at: others + index, to: outermost[index])
      }
      return try body(solver(of: anchors, circles))
    }
  }

  /// - Parameter keepsOrder: Whether each part keeps its anchors.
  func withSolverOfAll<Result>(
    in frame: FitFrame, keepsOrder: Bool = false, _ body: (FitSolver) throws(CameraError) -> Result
  ) throws(CameraError) -> Result {
    meter.spend(FitWork.looksOfDrawing * summary.pointCount)
    return try withScratch(of: FitAnchor.self, count: summary.pointCount) {
      (anchors) throws(CameraError) in
      let circles = draw(in: frame, into: anchors)
      let isReducible =
        !keepsOrder && summary.sharesFootprint && circles.isEmpty && anchors.count > 64
      let count = isReducible ? moveHullToFront(anchors) : anchors.count
      return try body(
        solver(of: UnsafeMutableBufferPointer(rebasing: anchors[..<count]), circles))
    }
  }

  private func solver(
    of anchors: UnsafeMutableBufferPointer<FitAnchor>,
    _ circles: [(circle: FitCircle, firstAnchor: Int)]
  ) -> FitSolver {
    FitSolver(
      request, in: viewport,
      room: summary.sharesFootprint ? room.shrunk(by: summary.footprint) : room,
      upperEdge: room.top,
      caps: limits.viewingAngleCaps, anchors: anchors, hasFootprints: !summary.sharesFootprint,
      circles: circles, meter: meter)
  }

  /// Fills `anchors` with the corners of all parts, in the order of the parts, without the footprint
  /// that they all share.
  ///
  /// - Returns: The circles, each with the number of its first anchor.
  private func draw(
    in frame: FitFrame, besideCoordinates: Bool = false,
    into anchors: UnsafeMutableBufferPointer<FitAnchor>
  ) -> [(circle: FitCircle, firstAnchor: Int)] {
    var circles: [(circle: FitCircle, firstAnchor: Int)] = []
    var count = 0
    forEachPart(besideCoordinates: besideCoordinates) { part, _ in
      let turn = frame.turn(of: part.arc)
      if case .circle(let circle) = part {
        let position = frame.position(of: circle.point, turn: turn)
        circles.append((FitCircle(circle, at: position, in: frame.plane), count))
        for _ in 0..<FitCircle.anchorCount {
          anchors.initializeElement(at: count, to: FitAnchor(position))
          count += 1
        }
        return
      }
      let own = summary.sharesFootprint ? .zero : part.footprint
      part.forEachPoint { point in
        let position = frame.position(of: point, turn: turn)
        anchors.initializeElement(at: count, to: FitAnchor(position, footprint: own))
        count += 1
      }
    }
    return circles
  }
}
