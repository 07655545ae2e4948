/// When a turn began and when it sent replies last, in nanoseconds.
struct Turn {
  /// So many replies are sent, or those of so much computing, while more is to be done: a client whose
  /// requests wait together sends its next ones while the rest of them is computed. Half of a common
  /// window keeps both sides at work.
  static let batch = 32
  static let batchNanoseconds: Int64 = 100_000
  /// Replies take memory until they are sent.
  static let batchBytes = 16 << 20

  let start: Int64
  var flushed: Int64

  init(at time: Int64) { (start, flushed) = (time, time) }
}
