/// How long the answer to a request may still take when a broker sends it to a worker.
///
/// Their clocks have nothing to do with each other, so that the broker says what is left of the
/// deadline, and the worker counts from when it read the request. It stands behind the token in the
/// client's address, which all workers send back unread; a mark tells it from the addresses of other
/// brokers.
struct TimeLeft: Equatable {
  let milliseconds: UInt32

  private static let mark: UInt64 = 0x7466_656C  // "left", its first letter first
  private static let tokenSize = 16

  init(_ time: Milliseconds) { milliseconds = UInt32(clamping: time) }

  /// - Returns: nil for an address that says nothing about it.
  init?(address: UnsafeRawBufferPointer) {
    guard address.count == Self.tokenSize + 8 else { return nil }
    let word = UInt64(
      littleEndian: address.loadUnaligned(fromByteOffset: Self.tokenSize, as: UInt64.self))
    guard word & 0xFFFF_FFFF == Self.mark else { return nil }
    milliseconds = UInt32(word >> 32)
  }

  /// As it stands in the address.
  var word: UInt64 { (UInt64(milliseconds) << 32 | Self.mark).littleEndian }
}
