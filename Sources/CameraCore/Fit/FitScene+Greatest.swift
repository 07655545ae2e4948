/// The tightest view of content, centred or not.
extension FitScene {
  /// The least sigma at which any target holds the content.
  ///
  /// Ground further ahead is drawn smaller, so that the best target pushes the content up to the
  /// room's upper edge: there f.t = max(b - V(top) sigma), while the side planes ask for a depth
  /// sigma - k f.t.
  func leastScale() throws(FitObstacle) -> Double {
    guard view.seesGround else { throw .horizon }
    guard hasFootprints else { return view.leastScale(view.reach(of: anchors)) }
    try checkEachFootprint()
    let depth = try leastDepthByWidth()
    var scale = try leastScaleByHeight().scale
    // A falling convex function of the scale: steps from one upper edge to the next.
    while true {
      let (nearest, top) = nearestTarget(scale: scale)
      let lack = depth + view.k * nearest - scale
      let next = scale + lack / (1 + view.k * top)
      guard lack > 0, next > scale, !meter.isUsedUp else { break }
      scale = next
    }
    try checkHeight(scale: scale)
    // The smallest depth that the height allows must not be too large for the labels' widths.
    let farthest = farthestTarget(scale: scale)
    try checkWidth(depth: max(depth, scale - view.k * farthest), scale: scale)
    return scale
  }

  /// Of the targets that hold the content at `scale` the one nearest to `wish`; nil if none does.
  func target(scale: Double, nearestTo wish: PlaneVector) -> PlaneVector? {
    let loose = slack(scale: scale) / 8
    return withScratch(of: HalfPlane.self, count: planeCount) { halfPlanes in
      var count = 0
      forEachPlane { plane in
        let bound = plane.bound - plane.scale * scale
        let length = (plane.right * plane.right + plane.ahead * plane.ahead).squareRoot()
        halfPlanes.initializeElement(
          at: count,
          to: HalfPlane(
            normal: view.position(right: -plane.right / length, ahead: -plane.ahead / length),
            limit: loose - bound / length))
        count += 1
      }
      return nearestPlace(to: wish, in: halfPlanes, counting: meter)
    }
  }

  /// The least f.t that keeps everything below the room's upper edge, and V of the edge it meets.
  func nearestTarget(scale: Double) -> (ahead: Double, top: Double) {
    meter.spend(anchors.count)
    var found = (ahead: -Double.infinity, top: 0.0)
    for anchor in anchors {
      let top = view.ground(view.room.top - anchor.top)
      let ahead = view.ahead(anchor.position) - top * scale
      if ahead > found.ahead { found = (ahead, top) }
    }
    return found
  }

  /// The greatest f.t that keeps everything above the room's lower edge.
  private func farthestTarget(scale: Double) -> Double {
    meter.spend(anchors.count)
    var found = Double.infinity
    for anchor in anchors {
      let bottom = view.ground(view.room.bottom + anchor.bottom)
      found = min(found, view.ahead(anchor.position) - bottom * scale)
    }
    return found
  }
}

extension FitView {
  /// The least sigma at which any target holds content of this reach, without footprints.
  func leastScale(_ reach: FitReach) -> Double {
    let (top, bottom) = (ground(room.top), ground(room.bottom))
    let byHeight = (reach.farthest - reach.nearest) / (top - bottom)
    let depth = (reach.right + reach.left) / room.width
    if k == 0 { return max(byHeight, depth) }
    return max(byHeight, (max(depth, -k * reach.nearest) + k * reach.farthest) / (1 + k * top))
  }
}

/// The place nearest to `wish` that lies in all half planes; nil if none does.
///
/// One half plane at a time: where it excludes the nearest place so far, the new one lies on its
/// line, between the limits that the earlier ones set there (Seidel, "Small-dimensional linear
/// programming and convex hulls made easy", doi:10.1007/BF02574699).
func nearestPlace(
  to wish: PlaneVector, in halfPlanes: UnsafeMutableBufferPointer<HalfPlane>,
  counting meter: FitMeter
) -> PlaneVector? {
  var place = wish
  for (index, side) in halfPlanes.enumerated() where side.normal.dot(place) > side.limit {
    guard !meter.isUsedUp else { return nil }
    meter.spend(index)
    let along = PlaneVector(x: -side.normal.y, y: side.normal.x)
    let foot = wish - side.normal * (side.normal.dot(wish) - side.limit)
    var (low, high) = (-Double.infinity, Double.infinity)
    for other in halfPlanes[..<index] {
      let slope = other.normal.dot(along)
      let room = other.limit - other.normal.dot(foot)
      if slope > 0 {
        high = min(high, room / slope)
      } else if slope < 0 {
        low = max(low, room / slope)
      } else if room < 0 {
        return nil
      }
    }
    guard low <= high else { return nil }
    place = foot + along * min(max(0, low), high)
  }
  return place
}
