/// A 64-bit hash of bytes under a secret: for keys, not for proof.
///
/// Words are folded with the two halves of a 64 x 64 bit product, as in wyhash
/// (github.com/wangyi-fudan/wyhash, public domain).
struct ByteHash: Sendable {
  private let secret: UInt64

  init(secret: UInt64) { self.secret = secret }

  func callAsFunction(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = secret ^ Self.fold(UInt64(bytes.count), 0xA076_1D64_78BD_642F)
    var index = 0
    while bytes.count - index >= 8 {
      let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      hash = Self.fold(hash ^ word, 0xE703_7ED1_A0B4_28DB)
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = rest << 8 | UInt64(bytes[index])
      index += 1
    }
    return Self.fold(hash ^ rest, 0x8EBC_6AF0_9C88_C6E3 ^ secret)
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
