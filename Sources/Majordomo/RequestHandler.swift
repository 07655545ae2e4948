import JSON
import WireFormat

/// Computes one reply: the body frames of a request (JSON, then packed frames), the scan of the JSON
/// if it was scanned already, and where to write.
public typealias RequestHandler =
  ([UnsafeRawBufferPointer], RequestScan?, inout JSONWriter) -> Void
