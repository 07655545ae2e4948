import CameraCore
import JSON

/// The core's values as the wire has them.
extension JSONWriter {
  public mutating func value(_ coordinate: Coordinate) {
    beginObject()
    name("latitude")
    value(coordinate.latitude)
    name("longitude")
    value(coordinate.longitude)
    endObject()
  }

  public mutating func value(_ bounds: CoordinateBounds) {
    beginObject()
    name("south")
    value(bounds.south)
    name("west")
    value(bounds.west)
    name("north")
    value(bounds.north)
    name("east")
    value(bounds.east)
    endObject()
  }

  public mutating func value(_ camera: CameraPosition) {
    beginObject()
    name("target")
    value(camera.target)
    name("zoom")
    value(camera.zoom)
    name("bearing")
    value(camera.bearing)
    name("viewing_angle")
    value(camera.viewingAngle)
    endObject()
  }

  public mutating func value(_ adjusted: Adjustments) {
    beginArray()
    for (adjustment, word) in adjustmentWords where adjusted.contains(adjustment) {
      value(word)
    }
    endArray()
  }

  public mutating func value(_ caps: ViewingAngleCaps) {
    beginArray()
    for knot in caps.knots {
      beginArray()
      value(knot.zoom)
      value(knot.angle)
      endArray()
    }
    endArray()
  }
}

private let adjustmentWords: [(Adjustments, StaticString)] = [
  (.zoomMin, "zoom.min"), (.zoomMax, "zoom.max"), (.zoomStep, "zoom.step"),
  (.latitude, "latitude"), (.viewingAngleMax, "viewing_angle.max"),
  (.fenceTarget, "fence.target"), (.fenceZoom, "fence.zoom"),
  (.fenceCentered, "fence.centered"),
]
