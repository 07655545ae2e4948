/// A 64-bit hash of bytes under a secret: for keys, not for proof.
///
/// Words are folded with the two halves of a 64 x 64 bit product, as in wyhash
/// (github.com/wangyi-fudan/wyhash, public domain).
struct ByteHash: Sendable {
  private let secret: UInt64
  /// A factor of 0 would forget all that came before: nobody outside may know which word makes one.
  private let mask: UInt64

  init(secret: UInt64) {
    self.secret = secret
    mask = Self.fold(secret ^ 0xE703_7ED1_A0B4_28DB, 0x8EBC_6AF0_9C88_C6E3)
  }

  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = secret ^ Self.fold(UInt64(bytes.count), 0xA076_1D64_78BD_642F)
    var index = 0
    while bytes.count - index >= 16 {
      let first = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let second = bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self)
      hash = Self.fold(hash ^ first, second ^ mask)
      index += 16
    }
    // The rest is at most 15 bytes: two words, filled up with zeros. The length is in the hash.
    var rest: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &rest) {
      $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[index...]))
    }
    hash = Self.fold(hash ^ rest.0, rest.1 ^ mask)
    return Self.fold(hash, 0x8EBC_6AF0_9C88_C6E3)
  }

  func callAsFunction(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { self(UnsafeRawBufferPointer($0)) }
  }

  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
