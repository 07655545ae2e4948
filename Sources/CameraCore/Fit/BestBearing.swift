#if canImport(Glibc)
  import Glibc
#endif

/// The bearing at which a zoom is greatest.
///
/// Along the circle the zoom is made of smooth pieces that meet in kinks. Where they are known the
/// best is one of them; else it is sampled, and each local greatest is narrowed down by the golden
/// section.
struct BestBearing {
  /// The greatest zoom at a bearing in degrees; minus infinity if there is none.
  let zoom: (Double) -> Double

  private struct Sample {
    var bearing, zoom: Double
  }

  /// Degrees, 0 ..< 360: of zooms equal to 1e-9 the one nearest to north, then the clockwise one.
  ///
  /// - Parameter kinks: Bearings to look at as well, once about how large the best zoom is is known:
  ///   between even samples lie peaks that are as near to each other as hull edges have directions.
  func search(samples count: Int, besides kinks: (_ greatest: Double) -> [Double]) -> Double {
    func sample(_ bearing: Double) -> Sample { Sample(bearing: bearing, zoom: zoom(bearing)) }
    var samples = (0..<count).map { sample(Double($0) * (360 / Double(count))) }
    samples += kinks(samples.reduce(-.infinity) { max($0, $1.zoom) }).map(sample)
    samples.sort { $0.bearing < $1.bearing }
    let peaks = samples.indices.filter { index in
      let before = samples[(index + samples.count - 1) % samples.count]
      let after = samples[(index + 1) % samples.count]
      return samples[index].zoom >= before.zoom && samples[index].zoom >= after.zoom
    }
    let refined = peaks.map { index -> Sample in
      let before = samples[(index + samples.count - 1) % samples.count].bearing
      let after = samples[(index + 1) % samples.count].bearing
      let middle = samples[index]
      return peak(
        from: before > middle.bearing ? before - 360 : before, around: middle,
        to: after < middle.bearing ? after + 360 : after)
    }
    return best(of: refined + samples)
  }

  /// The best of some bearings in degrees.
  func best(of bearings: [Double]) -> Double {
    best(of: bearings.map { Sample(bearing: reduceBearing($0), zoom: zoom($0)) })
  }

  private func best(of samples: [Sample]) -> Double {
    let greatest = samples.reduce(-.infinity) { max($0, $1.zoom) }
    var best = Sample(bearing: 0, zoom: -.infinity)
    for sample in samples where sample.zoom >= greatest - FitZoom.rounding {
      if best.zoom == -.infinity || isPreferred(sample, to: best) { best = sample }
    }
    return best.bearing
  }

  private func isPreferred(_ sample: Sample, to other: Sample) -> Bool {
    func fromNorth(_ bearing: Double) -> Double { min(bearing, 360 - bearing) }
    let (a, b) = (fromNorth(sample.bearing), fromNorth(other.bearing))
    if abs(a - b) > 1e-9 { return a < b }
    return sample.bearing < 180 && other.bearing > 180
  }

  /// Narrows a local greatest down.
  private func peak(from low: Double, around middle: Sample, to high: Double) -> Sample {
    let ratio = 0.381_966_011_250_105_1
    var (low, high) = (low, high)
    var best = middle
    // A plateau needs no narrowing.
    if zoom(low) == middle.zoom, zoom(high) == middle.zoom { return middle }
    for _ in 0..<80 {
      let goesUp = high - best.bearing > best.bearing - low
      let next =
        goesUp
        ? best.bearing + ratio * (high - best.bearing) : best.bearing - ratio * (best.bearing - low)
      guard next != best.bearing, high - low > 1e-13 else { break }
      let value = zoom(next)
      if value >= best.zoom {
        if goesUp { low = best.bearing } else { high = best.bearing }
        best = Sample(bearing: next, zoom: value)
      } else {
        if goesUp { high = next } else { low = next }
      }
    }
    return Sample(bearing: reduceBearing(best.bearing), zoom: best.zoom)
  }
}

/// The bearings in degrees at which the zoom of places without footprints, seen straight down, may
/// have a local greatest.
///
/// Between two bearings at which an edge of the convex hull lies along the screen, width and height
/// are each the extent of one pair of corners, |d| cos(b - d's bearing), which has no local least
/// there. So a greatest zoom is at such a bearing, or where the two extents are as the room's sides.
func bearingsOfGreatestZoom(of hull: [PlaneVector], in room: FitRoom) -> [Double] {
  guard hull.count > 1 else { return [0] }
  let degrees = 180 / Double.pi
  var events: [Double] = []
  for (index, corner) in hull.enumerated() {
    let edge = corner - hull[(index + 1) % hull.count]
    let bearing = atan2(edge.x, edge.y) * degrees
    events += (0..<4).map { reduceBearing(bearing + 90 * Double($0)) }
  }
  events.sort()

  var bearings = events + [0]
  for (index, event) in events.enumerated() {
    let next = index + 1 < events.count ? events[index + 1] : events[0] + 360
    guard next - event > 1e-12 else { continue }
    let (sine, cosine) = sineAndCosine(degrees: (event + next) / 2)
    let across = extent(of: hull) { $0.x * cosine - $0.y * sine }
    let along = extent(of: hull) { $0.x * sine + $0.y * cosine }
    // height (across . r) = width (along . f), with r = (cos b, -sin b) and f = (sin b, cos b).
    let crossing = atan2(
      room.height * across.x - room.width * along.y, room.height * across.y + room.width * along.x)
    for turn in [0.0, 180, 360] {
      let bearing = crossing * degrees + turn
      if bearing > event, bearing < next { bearings.append(bearing) }
    }
  }
  return bearings
}

/// The bearings in degrees at which an edge of the convex hull lies along the upper or lower edge or
/// along a side plane of a view's room, however that view is turned.
func bearingsOfKinks(of hull: [PlaneVector], in view: FitView) -> [Double] {
  let quarter = Double.pi / 2
  let turns = [quarter, atan(view.room.right * view.k), atan(view.room.left * view.k)]
  return hull.enumerated().flatMap { index, corner in
    let edge = corner - hull[(index + 1) % hull.count]
    let bearing = atan2(edge.x, edge.y)
    return turns.flatMap { turn in
      [0, 180].map { reduceBearing((bearing - turn) * (180 / .pi) + $0) }
    }
  }
}

/// The step from the corner that lies least in a direction to the one that lies furthest.
private func extent(of hull: [PlaneVector], _ value: (PlaneVector) -> Double) -> PlaneVector {
  var (least, greatest) = (hull[0], hull[0])
  for corner in hull {
    if value(corner) < value(least) { least = corner }
    if value(corner) > value(greatest) { greatest = corner }
  }
  return greatest - least
}
