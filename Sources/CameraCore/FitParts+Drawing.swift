extension FitParts {
  /// Fills `anchors` with the corners of all parts, in the order of the parts.
  ///
  /// - Parameter sharing: The footprint of all parts, if the room is shrunk by it.
  /// - Returns: The circles, each with the number of its first anchor.
  func draw(
    in frame: FitFrame, sharing footprint: EdgeInsets?,
    into anchors: UnsafeMutableBufferPointer<FitAnchor>
  ) -> [(circle: FitCircle, firstAnchor: Int)] {
    var circles: [(circle: FitCircle, firstAnchor: Int)] = []
    var count = 0
    visit { part, _ in
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
      let own = footprint == nil ? part.footprint : .zero
      part.forEachPoint { point in
        let position = frame.position(of: point, turn: turn)
        anchors.initializeElement(at: count, to: FitAnchor(position, footprint: own))
        count += 1
      }
    }
    return circles
  }
}
