/// What a worker gets as the client's address: 16 bytes that name one dispatch of one request, and
/// for workers that want to know it the time that is left for the answer.
///
/// The first half is chosen at random when the broker begins, so that an answer which a worker
/// owes to an earlier broker is not taken for one of this; the second half counts.
struct TokenMint {
  private let epoch: UInt64

  init(epoch: UInt64) { self.epoch = epoch }

  func withBytes<Failure>(
    of count: UInt64, timeLeft: TimeLeft?, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let timeLeft else { return try withUnsafeBytes(of: (epoch, count.littleEndian), body) }
    try withUnsafeBytes(of: (epoch, count.littleEndian, timeLeft.word), body)
  }

  /// The same for workers that understand it.
  func compactHead(of count: UInt64, timeLeft: TimeLeft) -> CompactHead {
    CompactHead(
      Majordomo.Version.request, epoch: epoch, count: count.littleEndian, timeLeft: timeLeft.word)
  }

  /// - Returns: nil for what this broker never gave out.
  func count(_ frame: UnsafeRawBufferPointer) -> UInt64? {
    if let head = CompactHead(frame) { return head.withAddress { count(ofAddress: $0) } }
    return count(ofAddress: frame)
  }

  private func count(ofAddress frame: UnsafeRawBufferPointer) -> UInt64? {
    guard frame.count == 16 || TimeLeft(address: frame) != nil,
      frame.loadUnaligned(as: UInt64.self) == epoch
    else { return nil }
    return UInt64(littleEndian: frame.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}
