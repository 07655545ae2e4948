import CameraCore
import JSON
import WireFormat

extension JSONWriter {
  /// The value of `result` of `info`: what the service is and can, and the limits in force.
  mutating func info(_ settings: ServiceSettings, _ fences: FenceCatalog) {
    beginObject()
    name("version")
    value(settings.version)
    name("ops")
    beginArray()
    for operation in Operation.names { value(operation) }
    endArray()
    name("fences")
    beginArray()
    for name in fences.names { fences[name].map { value($0) } }
    endArray()
    name("limits")
    limits(settings)
    endObject()
  }

  private mutating func value(_ fence: NamedFence) {
    let range = fence.zoomRange ?? CameraLimits.standard.zoomRange
    beginObject()
    name("name")
    value(fence.name)
    name("mode")
    value(fence.fence.mode.word)
    name("keep_zoom")
    value(fence.fence.keepsZoom)
    name("bounds")
    value(fence.bounds)
    name("min_zoom")
    value(range.lowerBound)
    name("max_zoom")
    value(range.upperBound)
    endObject()
  }

  private mutating func limits(_ settings: ServiceSettings) {
    let standard = CameraLimits.standard
    beginObject()
    name("min_zoom")
    value(standard.zoomRange.lowerBound)
    name("max_zoom")
    value(standard.zoomRange.upperBound)
    name("viewing_angle_caps")
    value(standard.viewingAngleCaps)
    name("field_of_view")
    value(Viewport.defaultFieldOfView)
    name("insets")
    value(FitRequest.defaultInsets.top)
    name("deadline_ms")
    value(settings.deadlineMilliseconds)
    name("max_json_bytes")
    value(settings.maximumJSONBytes)
    name("max_packed_bytes")
    value(settings.maximumPackedBytes)
    name("max_message_frames")
    value(RequestDecoder.maximumFrameCount)
    name("max_batch")
    value(RequestDecoder.maximumBatch)
    name("max_animation_frames")
    value(CameraAnimation.maximumFrameCount)
    name("publish_prefixes")
    beginArray()
    for prefix in settings.publishPrefixes { value(prefix) }
    endArray()
    endObject()
  }
}
