/// What a value that a scan has found to be right stands for.
public enum JSONScalar {
  /// Nil unless `value` is a string.
  public static func string(_ value: UnsafeRawBufferPointer) -> String? {
    guard value.first == UInt8(ascii: "\""), value.count >= 2 else { return nil }
    return text(UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast()))
  }

  /// What stands between the quotation marks of a string, decoded.
  public static func text(_ quoted: UnsafeRawBufferPointer) -> String {
    guard quoted.contains(UInt8(ascii: "\\")) else {
      return String(decoding: quoted, as: UTF8.self)
    }
    return String(decoding: Array(DecodedBytes(quoted)), as: UTF8.self)
  }

  /// Nil unless `value` is a number.
  public static func number(_ value: UnsafeRawBufferPointer) -> Double? {
    guard let first = value.first, "-0123456789".utf8.contains(first) else { return nil }
    return nearestDouble(slowly: value)
  }
}
