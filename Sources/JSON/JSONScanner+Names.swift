/// The names of members, judged and told apart.
extension JSONScanner {
  /// Objects of up to so many members are checked for duplicates name by name.
  static let fewNames = 32

  /// - Parameter first: of the members of the same object.
  @inline(__always)
  mutating func scanName(of first: Int) throws(JSONError) {
    guard peek == UInt8(ascii: "\"") else { throw error(.noName) }
    let string = try scanString()
    let name = UnsafeRawBufferPointer(rebasing: text[string.range])
    let member = Member(
      nameStart: UInt32(truncatingIfNeeded: string.range.lowerBound),
      nameLength: UInt32(truncatingIfNeeded: name.count),
      beginning: string.isEscaped
        ? JSON.beginning(ofEscaped: name) : beginning(of: string.range),
      isEscaped: string.isEscaped)
    if string.isEscaped, DecodedBytes(name).contains(0) {
      at = string.range.lowerBound
      throw error(.nulInName)
    }
    if openMembers.count - first < Self.fewNames {
      for index in first..<openMembers.count
      where openMembers[index].beginning == member.beginning
        && order(openMembers[index], member) == 0
      {
        at = string.range.lowerBound
        throw error(.duplicateName)
      }
    }
    openMembers.append(member)
    take(.name, string)
  }

  /// Whether an array under the name of `member` is to be taken out.
  func isTakenOut(_ member: Member) -> Bool {
    namesTakenOut.index(of: member.beginning) { isName(member, $0, in: text) } != nil
  }

  /// The first eight bytes of a name without escapes, as a number.
  @inline(__always)
  private func beginning(of range: Range<Int>) -> UInt64 {
    guard range.lowerBound &+ 8 <= count else {
      return UnsafeRawBufferPointer(rebasing: text[range]).beginning
    }
    let mask: UInt64 = range.count >= 8 ? .max : 1 &<< (8 &* UInt64(range.count)) &- 1
    return word(range.lowerBound) & mask
  }

  func isName(
    _ member: Member, _ name: StaticString, in text: UnsafeRawBufferPointer
  ) -> Bool {
    let name = UnsafeRawBufferPointer(name)
    let other = UnsafeRawBufferPointer(rebasing: text[member.name])
    return member.isEscaped
      ? DecodedBytes(other).elementsEqual(name)
      : other.count == name.count && other.elementsEqual(name)
  }

  /// Below, equal to or above 0 as the decoded name of `one` is before, the same as or after that
  /// of `other`.
  private func order(_ one: Member, _ other: Member) -> Int {
    let names = (
      UnsafeRawBufferPointer(rebasing: text[one.name]),
      UnsafeRawBufferPointer(rebasing: text[other.name])
    )
    if one.isEscaped || other.isEscaped {
      let decoded = (DecodedBytes(names.0), DecodedBytes(names.1))
      if decoded.0.lexicographicallyPrecedes(decoded.1) { return -1 }
      return decoded.1.lexicographicallyPrecedes(decoded.0) ? 1 : 0
    }
    let common = min(names.0.count, names.1.count)
    for index in 0..<common where names.0[index] != names.1[index] {
      return Int(names.0[index]) - Int(names.1[index])
    }
    return names.0.count - names.1.count
  }

  /// The second of two members of the same name, among all from `first` on.
  ///
  /// Sorted, so that an object of a hundred thousand names costs no quadratic time.
  func duplicate(from first: Int) -> Int? {
    // Read in place: a closure cannot hold what cannot be copied.
    let members = openMembers.elements
    let sorted = (first..<members.count).sorted {
      let difference = order(members[$0], members[$1])
      return difference == 0 ? $0 < $1 : difference < 0
    }
    return zip(sorted, sorted.dropFirst())
      .first { order(members[$0], members[$1]) == 0 }?.1
  }
}

/// The first eight bytes of a name, decoded, as a number, the first lowest.
private func beginning(ofEscaped name: UnsafeRawBufferPointer) -> UInt64 {
  zip(DecodedBytes(name), 0..<8).reduce(0) { $0 | UInt64($1.0) << (8 * UInt64($1.1)) }
}
