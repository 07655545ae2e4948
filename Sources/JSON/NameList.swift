/// Names to look for. Most others are told apart by their first eight bytes.
public struct NameList: ExpressibleByArrayLiteral, Sendable {
  let names: [StaticString]
  private let beginnings: [UInt64]

  public init(_ names: [StaticString]) {
    self.names = names
    beginnings = names.map { UnsafeRawBufferPointer($0).beginning }
  }

  public init(arrayLiteral names: StaticString...) { self.init(names) }

  /// The place of a name that begins with these decoded bytes and is the same as that at its place
  /// by `isSame`.
  @inline(__always)
  func index(of beginning: UInt64, where isSame: (StaticString) -> Bool) -> Int? {
    for index in beginnings.indices where beginnings[index] == beginning && isSame(names[index]) {
      return index
    }
    return nil
  }
}
