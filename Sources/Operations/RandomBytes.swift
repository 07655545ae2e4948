import CPlatform

/// Bytes that nobody can guess, from the kernel.
public func randomBytes(_ count: Int) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    // It fails for a bad address only.
    precondition(cplatform_random(buffer.baseAddress, count) == 0)
    initialized = count
  }
}

/// A number that nobody can guess.
public func randomNumber() -> UInt64 {
  randomBytes(8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
}
