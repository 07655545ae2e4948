/// What a value that a scan has found to be right stands for.
public enum JSONScalar {
  /// Nil unless `value` is a string.
  public static func string(_ value: UnsafeRawBufferPointer) -> String? {
    guard value.first == UInt8(ascii: "\""), value.count >= 2 else { return nil }
    return JSONString.decode(UnsafeRawBufferPointer(rebasing: value.dropFirst().dropLast()))
  }

  /// Nil unless `value` is a number.
  public static func number(_ value: UnsafeRawBufferPointer) -> Double? {
    guard let first = value.first, "-0123456789".utf8.contains(first) else { return nil }
    return nearestDouble(slowly: value)
  }
}
