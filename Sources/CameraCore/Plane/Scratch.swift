/// Memory for `count` values while `body` runs, on the stack for up to some dozens of them.
///
/// `withUnsafeTemporaryAllocation` alone takes the heap beyond 1,024 bytes.
@inline(__always)
func withScratch<Value: BitwiseCopyable, Result, Failure: Error>(
  of type: Value.Type, count: Int,
  _ body: (UnsafeMutableBufferPointer<Value>) throws(Failure) -> Result
) throws(Failure) -> Result {
  let bytes = count * MemoryLayout<Value>.stride
  guard bytes > 1024, bytes <= 5120 else {
    return try withUnsafeTemporaryAllocation(of: type, capacity: count, body)
  }
  var memory = InlineArray<640, UInt64>(repeating: 0)
  return try withUnsafeMutableBytes(of: &memory) { (raw) throws(Failure) in
    let values = raw.bindMemory(to: Value.self)
    return try body(UnsafeMutableBufferPointer(rebasing: values[..<count]))
  }
}
