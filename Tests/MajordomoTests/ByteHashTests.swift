import Testing

@testable import Majordomo

@Suite struct ByteHashTests {
  private func hash(_ bytes: [UInt8], secret: UInt64 = 1) -> UInt64 {
    bytes.withUnsafeBytes { ByteHash(secret: secret)($0) }
  }

  @Test func lengthPlaceAndSecretAllMatter() {
    var seen: Set<UInt64> = []
    for length in 0..<200 {
      seen.insert(hash([UInt8](repeating: 0, count: length)))
      for place in 0..<length {
        var bytes = [UInt8](repeating: 0, count: length)
        bytes[place] = 1
        seen.insert(hash(bytes))
      }
    }
    #expect(seen.count == 200 + 199 * 200 / 2)
    #expect(hash([1, 2, 3], secret: 1) != hash([1, 2, 3], secret: 2))
    #expect(ByteHash(secret: 7)("abc") == hash(Array("abc".utf8), secret: 7))
  }
}
