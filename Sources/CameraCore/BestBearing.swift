/// The bearing at which a zoom is greatest.
///
/// Along the circle the zoom is made of smooth pieces that meet in kinks. `candidates` are bearings
/// at which kinks are known to be; between them and between even samples each local greatest is
/// narrowed down by the golden section.
struct BestBearing {
  /// The greatest zoom at a bearing in degrees; minus infinity if there is none.
  let zoom: (Double) -> Double

  private struct Sample {
    var bearing, zoom: Double
  }

  /// Degrees, 0 ..< 360: of zooms equal to 1e-9 the one nearest to north, then the clockwise one.
  func search(candidates: [Double], samples count: Int) -> Double {
    var samples = candidates.map { Sample(bearing: reduceBearing($0), zoom: zoom($0)) }
    for index in 0..<count {
      let bearing = Double(index) * (360 / Double(count))
      samples.append(Sample(bearing: bearing, zoom: zoom(bearing)))
    }
    samples.sort { $0.bearing < $1.bearing }

    var best = samples[0]
    func consider(_ sample: Sample) {
      if sample.zoom > best.zoom + FitZoom.rounding {
        best = sample
      } else if sample.zoom >= best.zoom - FitZoom.rounding, isPreferred(sample, to: best) {
        best = Sample(bearing: sample.bearing, zoom: max(sample.zoom, best.zoom))
      }
    }
    // The greatest first, so that it alone decides which are equal to it.
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
    for sample in refined + samples where sample.zoom > best.zoom { best = sample }
    for sample in refined + samples { consider(sample) }
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
