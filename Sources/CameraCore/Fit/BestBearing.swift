#if canImport(Glibc)
  import Glibc
#endif

/// The bearing at which a zoom is greatest.
///
/// Along the circle the zoom is made of smooth pieces that meet in kinks. Where they are known the
/// best is one of them. Else it is sampled, as closely as a bound of its slope asks for if there is
/// one, and each local greatest is narrowed down by the golden section.
struct BestBearing {
  /// The greatest zoom at a bearing in degrees; minus infinity if there is none.
  let zoom: (Double) -> Double

  struct Sample {
    var bearing, zoom: Double
  }

  func sample(_ bearing: Double) -> Sample { Sample(bearing: bearing, zoom: zoom(bearing)) }

  /// Looks in even steps.
  func samples(_ count: Int) -> [Sample] {
    (0..<count).map { sample(Double($0) * (360 / Double(count))) }
  }

  /// Degrees, 0 ..< 360: of zooms equal to 1e-9 the one nearest to north, then the clockwise one.
  ///
  /// - Parameter kinks: Bearings to look at as well, once about how large the best zoom is is known:
  ///   between even samples lie peaks that are as near to each other as hull edges have directions.
  func search(samples count: Int, besides kinks: (_ greatest: Double) -> [Double]) -> Double {
    var samples = samples(count)
    samples += kinks(samples.greatestZoom).map(sample)
    return best(of: peaks(of: samples, from: -.infinity) + samples)
  }

  /// The bearings of greatest zoom, to `exactness` and all of them, unless `mostLooks` find too few.
  ///
  /// What lies between two looks is no greater than the mean of both and half of what the slope allows.
  /// Stretches that may hold more than the best look so far are halved.
  ///
  /// - Parameters:
  ///   - slope: By how much the zoom changes for a degree at the most, as long as it is not above one.
  ///   - bearings: To look at as well: where there are kinks.
  func certainPeaks(
    exactness: Double = FitZoom.rounding, slope: (_ zoom: Double) -> Double,
    besides bearings: [Double]
  ) -> [Sample] {
    var looks = samples(36) + bearings.map(sample)
    var best = looks.greatestZoom
    guard best.isFinite else { return looks }
    looks.sort { $0.bearing < $1.bearing }
    let again = Sample(bearing: looks[0].bearing + 360, zoom: looks[0].zoom)
    var stretches = Array(zip(looks, looks.dropFirst() + [again]))
    while !stretches.isEmpty, looks.count < Self.mostLooks {
      var halves: [(Sample, Sample)] = []
      let slope = slope(best)
      for (low, high) in stretches
      where Self.mayMatch(best, between: low, high, slope: slope, exactness: exactness) {
        let middle = sample(low.bearing + (high.bearing - low.bearing) / 2)
        best = max(best, middle.zoom)
        looks.append(middle)
        halves += [(low, middle), (middle, high)]
      }
      stretches = halves
    }
    return peaks(of: looks, from: best - exactness)
  }

  private static let mostLooks = 20_000
  /// Between two bearings at which there is no zoom none is looked for in fewer degrees.
  private static let narrowestGap = 0.5

  /// Whether a zoom between two looks may be as great as `best`, where it has a slope at the most, and
  /// the stretch is not too short to matter.
  private static func mayMatch(
    _ best: Double, between low: Sample, _ high: Sample, slope: Double, exactness: Double
  ) -> Bool {
    let width = high.bearing - low.bearing
    let change = slope * width
    let (less, more) = (min(low.zoom, high.zoom), max(low.zoom, high.zoom))
    if less.isFinite {
      return change > exactness / 4 && (less + more + change) / 2 > best - exactness
    }
    return more.isFinite
      ? change > exactness && more + change > best : width > narrowestGap
  }

  /// The local greatest of looks that are not below `least`, narrowed down.
  private func peaks(of looks: [Sample], from least: Double) -> [Sample] {
    let looks = looks.sorted { $0.bearing < $1.bearing }
    return looks.indices.compactMap { index in
      let middle = looks[index]
      let before = looks[(index + looks.count - 1) % looks.count]
      let after = looks[(index + 1) % looks.count]
      guard middle.zoom >= least, middle.zoom >= before.zoom, middle.zoom >= after.zoom else {
        return nil
      }
      return peak(
        from: before.bearing > middle.bearing ? before.bearing - 360 : before.bearing,
        around: middle,
        to: after.bearing < middle.bearing ? after.bearing + 360 : after.bearing)
    }
  }

  /// The best of some bearings in degrees.
  func best(of bearings: [Double]) -> Double {
    best(of: bearings.map { Sample(bearing: reduceBearing($0), zoom: zoom($0)) })
  }

  func best(of samples: [Sample]) -> Double {
    let greatest = samples.greatestZoom
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

extension [BestBearing.Sample] {
  var greatestZoom: Double { reduce(-.infinity) { Swift.max($0, $1.zoom) } }
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
