import JSON

/// Replies: the members `v`, `id`, `ok`, then `result` or `error`, then `traceparent`, in this
/// order, so that a reader can tell `ok` without reading further.
extension JSONWriter {
  /// One whole reply; `writeResult` writes the value of `result`.
  public mutating func reply<Failure>(
    id: String?, traceparent: String? = nil,
    result writeResult: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginReply(id: id, ok: true)
    name("result")
    try writeResult(&self)
    endReply(traceparent: traceparent)
  }

  /// One whole reply to a batch; `writeResults` writes the elements of `results`.
  public mutating func batchReply<Failure>(
    id: String?, traceparent: String? = nil,
    results writeResults: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginReply(id: id, ok: true)
    name("results")
    beginArray()
    try writeResults(&self)
    endArray()
    endReply(traceparent: traceparent)
  }

  /// One whole error reply; `id` is nil where it could not be read.
  public mutating func reply(id: String?, traceparent: String? = nil, problem: Problem) {
    beginReply(id: id, ok: false)
    name("error")
    value(problem)
    endReply(traceparent: traceparent)
  }

  /// An element of a batch's results; `writeResult` writes the value of `result`.
  public mutating func batchResult<Failure>(
    id: String, result writeResult: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginObject()
    name("id")
    value(id)
    name("ok")
    value(true)
    name("result")
    try writeResult(&self)
    endObject()
  }

  /// An element of a batch's results.
  public mutating func batchResult(id: String, problem: Problem) {
    beginObject()
    name("id")
    value(id)
    name("ok")
    value(false)
    name("error")
    value(problem)
    endObject()
  }

  /// A problem as an object.
  public mutating func value(_ problem: Problem) {
    beginObject()
    name("type")
    value(problem.kind.type)
    name("title")
    value(problem.kind.title)
    name("status")
    value(problem.kind.status)
    name("detail")
    value(problem.detail)
    if let pointer = problem.pointer {
      name("pointer")
      value(pointer)
    }
    if let milliseconds = problem.retryAfterMilliseconds {
      name("retry_after_ms")
      value(milliseconds)
    }
    endObject()
  }

  private mutating func beginReply(id: String?, ok: Bool) {
    beginObject()
    name("v")
    value(1)
    name("id")
    if let id { value(id) } else { null() }
    name("ok")
    value(ok)
  }

  private mutating func endReply(traceparent: String?) {
    if let traceparent {
      name("traceparent")
      value(traceparent)
    }
    endObject()
  }
}
