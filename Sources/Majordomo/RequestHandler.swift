import JSON

/// Computes one reply: the body frames of a request (JSON, then packed frames), and where to write.
public typealias RequestHandler = ([UnsafeRawBufferPointer], inout JSONWriter) -> Void
