/// Bytes of names and texts, which modules that read JSON compare with names of their own.
extension UnsafeRawBufferPointer {
  /// The bytes of `text`, which live as long as the program.
  @inlinable
  public init(_ text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Its first eight bytes as a number, the first lowest; absent ones are 0.
  @inlinable @inline(__always)
  public var beginning: UInt64 {
    if count >= 8 { return UInt64(littleEndian: loadUnaligned(as: UInt64.self)) }
    var beginning: UInt64 = 0
    for index in 0..<count { beginning |= UInt64(self[index]) &<< (8 &* UInt64(index)) }
    return beginning
  }
}
