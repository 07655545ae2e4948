import CameraCore
import JSON

/// The values of `result`, one kind for each operation.
extension JSONWriter {
  public mutating func value(_ result: AdjustedCamera) {
    beginObject()
    name("camera")
    value(result.camera)
    name("adjusted")
    value(result.adjusted)
    endObject()
  }

  public mutating func value(_ result: FitResult, _ notes: FitNotes) {
    beginObject()
    name("camera")
    value(result.camera)
    name("fits")
    value(result.fits)
    name("adjusted")
    value(result.adjusted)
    if !result.fits {
      name("outside")
      beginObject()
      name("count")
      value(result.outsideCount)
      name("pointers")
      beginArray()
      for item in result.outside { value(notes.pointer(to: item)) }
      endArray()
      endObject()
    }
    endObject()
  }

  public mutating func value(_ result: AnimationResult) {
    beginObject()
    name("frames")
    beginArray()
    for frame in result.frames {
      beginObject()
      name("at_ms")
      value(frame.time)
      name("camera")
      value(frame.camera)
      endObject()
    }
    endArray()
    name("duration_ms")
    value(result.duration)
    name("path_length")
    value(result.pathLength)
    name("adjusted")
    value(result.adjusted)
    endObject()
  }

  public mutating func value(_ points: [ProjectedPoint?], adjusted: Adjustments) {
    beginObject()
    name("points")
    beginArray()
    for point in points {
      guard let point else {
        null()
        continue
      }
      beginObject()
      name("x")
      value(point.x)
      name("y")
      value(point.y)
      name("visible")
      value(point.visible)
      endObject()
    }
    endArray()
    name("adjusted")
    value(adjusted)
    endObject()
  }

  public mutating func value(_ coordinates: [Coordinate?], adjusted: Adjustments) {
    beginObject()
    name("coordinates")
    beginArray()
    for coordinate in coordinates { valueOrNull(coordinate) }
    endArray()
    name("adjusted")
    value(adjusted)
    endObject()
  }

  public mutating func value(_ region: VisibleRegion, adjusted: Adjustments) {
    beginObject()
    name("near_left")
    valueOrNull(region.nearLeft)
    name("near_right")
    valueOrNull(region.nearRight)
    name("far_left")
    valueOrNull(region.farLeft)
    name("far_right")
    valueOrNull(region.farRight)
    name("bounds")
    if let bounds = region.bounds { value(bounds) } else { null() }
    name("meters_per_point")
    value(region.metersPerPoint)
    name("adjusted")
    value(adjusted)
    endObject()
  }

  private mutating func valueOrNull(_ coordinate: Coordinate?) {
    if let coordinate { value(coordinate) } else { null() }
  }
}
