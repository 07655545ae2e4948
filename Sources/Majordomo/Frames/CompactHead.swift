/// Header, command and client's address as one frame, as our broker and those of our workers that
/// offer it write them to each other.
///
/// Each frame costs every thread on its way, and Majordomo has five for a request: two are enough.
/// `MDPW02`, the command and a zero, then the address of 24 bytes with the time that is left.
struct CompactHead: Equatable {
  let command: UInt8
  private let epoch, count, timeLeft: UInt64

  private static let size = 32
  private static let mark: UInt64 = 0x3230_5750_444D  // "MDPW02", its first letter first

  /// `timeLeft` and the token's halves as they stand in the address.
  init(_ command: UInt8, epoch: UInt64, count: UInt64, timeLeft: UInt64) {
    self.command = command
    (self.epoch, self.count, self.timeLeft) = (epoch, count, timeLeft)
  }

  /// - Returns: nil for any other frame.
  init?(_ frame: UnsafeRawBufferPointer) {
    guard frame.count == Self.size else { return nil }
    let first = UInt64(littleEndian: frame.loadUnaligned(as: UInt64.self))
    guard first & 0xFF00_FFFF_FFFF_FFFF == Self.mark else { return nil }
    self.init(
      UInt8(truncatingIfNeeded: first >> 48),
      epoch: frame.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
      count: frame.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
      timeLeft: frame.loadUnaligned(fromByteOffset: 24, as: UInt64.self))
  }

  /// The head of an answer to what came under this one.
  var ofAnswer: CompactHead {
    CompactHead(Majordomo.Version.v02.final, epoch: epoch, count: count, timeLeft: timeLeft)
  }

  /// The client's address in the other form.
  func withAddress<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withUnsafeBytes(of: (epoch, count, timeLeft), body)
  }

  func withBytes<Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    let first = (UInt64(command) << 48 | Self.mark).littleEndian
    try withUnsafeBytes(of: (first, epoch, count, timeLeft), body)
  }
}
