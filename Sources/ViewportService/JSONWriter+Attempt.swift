import JSON
import WireFormat

extension JSONWriter {
  /// Appends what `write` writes: all of it, or nothing and a problem.
  ///
  /// - Throws: what `write` throws; `worker-failed` if it wrote a number that is none. A mistake of
  ///   ours must not reach a map, nor end the process.
  mutating func attempt(
    _ write: (inout JSONWriter) throws(Problem) -> Void
  ) throws(Problem) {
    let start = mark
    do throws(Problem) {
      try write(&self)
      if hasLostNumber(since: start) {
        throw Problem(.workerFailed, "the camera has no finite numbers")
      }
    } catch {
      rewind(to: start)
      throw error
    }
  }
}
