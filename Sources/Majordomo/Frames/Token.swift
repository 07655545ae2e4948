/// What a worker gets as the client's address: 16 bytes that name one dispatch of one request.
///
/// The first half is chosen at random when the broker begins, so that an answer which a worker
/// owes to an earlier broker is not taken for one of this; the second half counts.
struct TokenMint {
  private let epoch: UInt64

  init(epoch: UInt64) { self.epoch = epoch }

  func withBytes<Failure>(
    of count: UInt64, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBytes(of: (epoch, count.littleEndian), body)
  }

  /// - Returns: nil for what this broker never gave out.
  func count(_ frame: UnsafeRawBufferPointer) -> UInt64? {
    guard frame.count == 16, frame.loadUnaligned(as: UInt64.self) == epoch else { return nil }
    return UInt64(littleEndian: frame.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}
