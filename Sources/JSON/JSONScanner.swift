/// A strict pass over a JSON text (RFC 8259), in place.
///
/// It refuses what readers disagree about: names that stand twice in an object (compared decoded),
/// NUL in names, ill-formed UTF-8, halves of surrogate pairs, numbers beyond a double, more than 16
/// levels, bytes after the value. On its way it keeps the top-level members, and takes out arrays
/// of chosen names as tokens with their numbers read. Room is kept from text to text.
public struct JSONScanner: ~Copyable {
  /// A member of an object; the ranges are of bytes in the text.
  public struct Member: BitwiseCopyable, Sendable {
    /// Without the quotation marks.
    public var name: Range<Int> { Int(nameStart)..<Int(nameStart + nameLength) }
    /// Nil if the text went wrong before the value's end.
    public var value: Range<Int>? { valueEnd == 0 ? nil : Int(valueStart)..<Int(valueEnd) }

    var nameStart, nameLength: UInt32
    var valueStart: UInt32 = 0
    var valueEnd: UInt32 = 0
    /// Of the name: its first eight decoded bytes.
    var beginning: UInt64
    var isEscaped: Bool
  }

  /// An array that was taken out.
  public struct Excerpt: BitwiseCopyable, Sendable {
    /// Of bytes in the text, brackets included.
    public var range: Range<Int> { start..<end }
    /// The index of the array's own token.
    public let token: Int

    let start, end: Int
  }

  public static let maximumDepth = 16

  /// The top-level members, also after an error, up to its place. Valid until the next scan, like
  /// the following.
  public var members: UnsafeBufferPointer<Member> { openMembers.elements }
  public var excerpts: UnsafeBufferPointer<Excerpt> { foundExcerpts.elements }
  /// Of all excerpts, in the order of the text.
  public var tokens: UnsafeBufferPointer<JSONToken> { foundTokens.elements }
  /// Where whole numbers of more than 18 digits end, outside excerpts: some readers clamp them.
  public var longIntegers: UnsafeBufferPointer<Int> { foundLongIntegers.elements }

  /// The members of all objects around the current place.
  private var openMembers = GrowingBuffer<Member>(capacity: 64)
  private var foundExcerpts = GrowingBuffer<Excerpt>(capacity: 8)
  var foundTokens = GrowingBuffer<JSONToken>(capacity: 64)
  var foundLongIntegers = GrowingBuffer<Int>(capacity: 4)

  private let namesTakenOut: NameList
  // Apart, and never nil: the count of a buffer is worked out anew at every byte.
  var bytes = noBytes
  var count = 0
  var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
  /// At most `count`, which is far from where a sum would overflow.
  var at = 0
  var isTaking = false
  private var topLevelCount = 0
  /// Of the array element that was scanned last.
  var pieces = GrowingBuffer<RepeatedPiece>(capacity: 16)

  /// - Parameter names: arrays that are values of members with one of these are taken out, at any
  ///   depth.
  public init(takingOut names: NameList = []) { namesTakenOut = names }

  /// Judges `text`.
  public mutating func scan(_ text: UnsafeRawBufferPointer) throws(JSONError) {
    openMembers.reset()
    foundExcerpts.reset()
    foundTokens.reset()
    foundLongIntegers.reset()
    (bytes, count) = (text.baseAddress ?? noBytes, text.count)
    (at, isTaking, topLevelCount) = (0, false, 0)
    defer {
      (bytes, count) = (noBytes, 0)
      openMembers.removeAll(from: topLevelCount)
    }
    guard count <= UInt32.max else { throw error(.tooLong) }
    skipSpace()
    try scanValue(depth: 0)
    skipSpace()
    guard at == count else { throw error(.trailingBytes) }
  }

  /// The value of the top-level member `name` in `text`, which was scanned last; nil if there is
  /// none, or if the text went wrong before its end.
  public func value(
    of name: StaticString, in text: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer? {
    let beginning = UnsafeRawBufferPointer(name).beginning
    let members = members
    for member in members where member.beginning == beginning && isName(member, name, in: text) {
      return member.value.map { UnsafeRawBufferPointer(rebasing: text[$0]) }
    }
    return nil
  }

  /// Visits the values of the top-level members whose names are among `names`: the place of the name,
  /// and the value's bytes in `text`, which was scanned last.
  @inline(__always)
  public func forEachValue(
    of names: NameList, in text: UnsafeRawBufferPointer,
    _ body: (_ name: Int, _ value: Range<Int>) -> Void
  ) {
    let members = members
    for member in members {
      let place = names.index(of: member.beginning) { isName(member, $0, in: text) }
      if let place, let value = member.value { body(place, value) }
    }
  }

  // MARK: - Structure

  private mutating func scanValue(depth: Int, takeOut: Bool = false) throws(JSONError) {
    switch peek {
    case UInt8(ascii: "\""):
      let string = try scanString()
      take(.string, string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try scanNumber()
    case UInt8(ascii: "{"): try scanObject(depth: depth)
    case UInt8(ascii: "["):
      guard takeOut else { return try scanArray(depth: depth) }
      isTaking = true
      let (start, token) = (at, foundTokens.count)
      try scanArray(depth: depth)
      isTaking = false
      foundExcerpts.append(Excerpt(token: token, start: start, end: at))
    case UInt8(ascii: "t"): try scanLiteral("true", .true)
    case UInt8(ascii: "f"): try scanLiteral("false", .false)
    case UInt8(ascii: "n"): try scanLiteral("null", .null)
    default: throw error(.noValue)
    }
  }

  @inline(__always)
  private mutating func scanArray(depth: Int) throws(JSONError) {
    let token = try open(.array, depth: depth)
    var count = 0
    var repetition = Repetition()
    if peek != UInt8(ascii: "]") {
      repeat {
        skipSpace()
        if !scanAgain(repetition) {
          let (start, first) = (at, foundTokens.count)
          try scanValue(depth: depth + 1)
          learn(&repetition, tokens: first, from: start)
        }
        count += 1
        skipSpace()
      } while skip(UInt8(ascii: ","))
    }
    guard skip(UInt8(ascii: "]")) else { throw error(.noSeparatorInArray) }
    close(token, count: count)
  }

  @inline(__always)
  private mutating func scanObject(depth: Int) throws(JSONError) {
    let token = try open(.object, depth: depth)
    let first = openMembers.count
    if peek != UInt8(ascii: "}") {
      repeat {
        skipSpace()
        try scanName(of: first)
        if depth == 0 { topLevelCount &+= 1 }
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { throw error(.noColon) }
        skipSpace()
        let index = openMembers.count &- 1
        openMembers[index].valueStart = UInt32(truncatingIfNeeded: at)
        let isArray = peek == UInt8(ascii: "[")
        try scanValue(
          depth: depth + 1, takeOut: isArray && !isTaking && isTakenOut(openMembers[index]))
        openMembers[index].valueEnd = UInt32(truncatingIfNeeded: at)
        skipSpace()
      } while skip(UInt8(ascii: ","))
    }
    guard skip(UInt8(ascii: "}")) else { throw error(.noSeparatorInObject) }
    let count = openMembers.count - first
    if count > Self.fewNames, let index = duplicate(from: first) {
      at = Int(openMembers[index].nameStart)
      throw error(.duplicateName)
    }
    if depth > 0 { openMembers.removeAll(from: first) }
    close(token, count: count)
  }

  @inline(__always)
  private mutating func open(_ kind: JSONToken.Kind, depth: Int) throws(JSONError) -> Int {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    let index = foundTokens.count
    if isTaking { foundTokens.append(JSONToken(kind, at: at)) }
    at &+= 1
    skipSpace()
    return index
  }

  @inline(__always)
  private mutating func close(_ token: Int, count: Int) {
    if isTaking { foundTokens[token].close(end: foundTokens.count, count: count) }
  }

  @inline(__always)
  private mutating func take(_ kind: JSONToken.Kind, _ string: (range: Range<Int>, isEscaped: Bool))
  {
    guard isTaking else { return }
    foundTokens.append(
      JSONToken(
        kind, at: string.range.lowerBound, bits: UInt64(string.range.count),
        isEscaped: string.isEscaped))
  }

  // MARK: - Names

  /// Objects of up to so many members are checked for duplicates name by name.
  private static let fewNames = 32

  /// - Parameter first: of the members of the same object.
  @inline(__always)
  private mutating func scanName(of first: Int) throws(JSONError) {
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
  private func isTakenOut(_ member: Member) -> Bool {
    namesTakenOut.index(of: member.beginning) { isName(member, $0, in: text) } != nil
  }

  /// The first eight bytes of a name without escapes, as a number.
  @inline(__always)
  private func beginning(of range: Range<Int>) -> UInt64 {
    guard range.lowerBound &+ 8 <= count else {
      return UnsafeRawBufferPointer(rebasing: text[range]).beginning
    }
    let word = bytes.loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self)
    let mask: UInt64 = range.count >= 8 ? .max : 1 &<< (8 &* UInt64(range.count)) &- 1
    return UInt64(littleEndian: word) & mask
  }

  private func isName(
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
  private func duplicate(from first: Int) -> Int? {
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
