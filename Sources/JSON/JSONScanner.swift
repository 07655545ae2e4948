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
  private var foundTokens = GrowingBuffer<JSONToken>(capacity: 64)
  private var foundLongIntegers = GrowingBuffer<Int>(capacity: 4)

  private let namesTakenOut: [(name: StaticString, beginning: UInt64)]
  // Apart, and never nil: the count of a buffer is worked out anew at every byte.
  private var bytes = noBytes
  private var count = 0
  private var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
  /// At most `count`, which is far from where a sum would overflow.
  private var at = 0
  private var isTaking = false
  private var topLevelCount = 0

  /// - Parameter names: arrays that are values of members with one of these are taken out, at any
  ///   depth.
  public init(takingOut names: [StaticString] = []) {
    namesTakenOut = names.map { ($0, UnsafeRawBufferPointer($0).beginning) }
  }

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

  /// Whether the name of the top-level member at `index` is one of `names`, beside which stand
  /// their beginnings.
  func isMember(
    _ index: Int, of text: UnsafeRawBufferPointer,
    among names: [(name: StaticString, beginning: UInt64)]
  ) -> Bool {
    let member = members[index]
    for known in names where known.beginning == member.beginning {
      if isName(member, known.name, in: text) { return true }
    }
    return false
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
    if peek != UInt8(ascii: "]") {
      repeat {
        skipSpace()
        try scanValue(depth: depth + 1)
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
    for taken in namesTakenOut where taken.beginning == member.beginning {
      if isName(member, taken.name, in: text) { return true }
    }
    return false
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

  // MARK: - Strings

  /// Returns what stands between the quotation marks; the current place is on the first of them.
  @inline(__always)
  private mutating func scanString() throws(JSONError) -> (range: Range<Int>, isEscaped: Bool) {
    at &+= 1
    let start = at
    var isEscaped = false
    while true {
      skipPlainCharacters()
      let byte = peek
      switch byte {
      case UInt8(ascii: "\""):
        at &+= 1
        return (start..<at &- 1, isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try scanEscape()
      case 0x80...: try scanUTF8Sequence(first: byte)
      default: throw error(.controlCharacter)
      }
    }
  }

  /// Goes to the next byte that is not ASCII, a control character, a quotation mark or a backslash,
  /// eight bytes at a time.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    var place = at
    while place &+ 8 <= count {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
      let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
      // The lowest top bit that is set is exact in each of them: borrows only go up.
      let controls = (word &- ones &* 0x20) & ~word
      let found =
        (word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | controls)
        & tops
      guard found == 0 else {
        at = place &+ (found.trailingZeroBitCount >> 3)
        return
      }
      place &+= 8
    }
    at = place
    while at < count {
      switch peek {
      case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x80...: return
      default: at &+= 1
      }
    }
  }

  private mutating func scanEscape() throws(JSONError) {
    at += 1
    switch peek {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      guard let unit = fourHexDigits(text, at: at + 1) else { throw error(.badEscape) }
      switch unit {
      case 0xD800..<0xDC00:
        guard at + 7 <= text.count, text[at + 5] == UInt8(ascii: "\\"),
          text[at + 6] == UInt8(ascii: "u"), let low = fourHexDigits(text, at: at + 7),
          0xDC00..<0xE000 ~= low
        else { throw error(.loneSurrogate) }
        at += 11
      case 0xDC00..<0xE000: throw error(.loneSurrogate)
      default: at += 5
      }
    default: throw error(.badEscape)
    }
  }

  /// The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  private mutating func scanUTF8Sequence(first: UInt8) throws(JSONError) {
    let second: ClosedRange<UInt8>
    let length: Int
    switch first {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xE1...0xEC, 0xEE...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw error(.badUTF8)
    }
    guard at + length <= text.count, second ~= text[at + 1],
      (2..<length).allSatisfy({ 0x80...0xBF ~= text[at + $0] })
    else { throw error(.badUTF8, evenAtEnd: true) }
    at += length
  }

  // MARK: - Numbers and literals

  @inline(__always)
  private mutating func scanNumber() throws(JSONError) {
    let start = at
    var decimal = Decimal()
    decimal.isNegative = skip(UInt8(ascii: "-"))
    let leading = at
    scanDigits(into: &decimal)
    guard at > leading else { throw error(.badNumber) }
    if text[leading] == UInt8(ascii: "0"), at > leading + 1 {
      at = leading + 1
      throw error(.badNumber)
    }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      let fraction = at
      scanDigits(into: &decimal)
      guard at > fraction else { throw error(.badNumber) }
      decimal.exponent = fraction - at
    }
    if peek | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      decimal.exponent += try scanExponent()
    }
    // Outside of excerpts only its size matters.
    if !isTaking, decimal.count <= 19, -250...250 ~= decimal.exponent {
      if isWhole, decimal.count > 18 { foundLongIntegers.append(at) }
      return
    }
    let number =
      decimal.nearestDouble
      ?? JSON.nearestDouble(slowly: UnsafeRawBufferPointer(rebasing: text[start..<at]))
    guard number.isFinite else {
      at = start
      throw error(.numberOverflow)
    }
    if isTaking {
      foundTokens.append(JSONToken(.number, at: start, bits: number.bitPattern))
    } else if isWhole, decimal.count > 18 {
      foundLongIntegers.append(at)
    }
  }

  @inline(__always)
  private mutating func scanDigits(into decimal: inout Decimal) {
    // In locals, which can stay in registers.
    var place = at
    var digits = decimal.digits
    while place < count {
      let digit = byte(place) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      digits = digits &* 10 &+ UInt64(digit)
      place &+= 1
    }
    decimal.digits = digits
    decimal.count &+= place &- at
    at = place
  }

  /// Saturates far beyond what a double can hold.
  private mutating func scanExponent() throws(JSONError) -> Int {
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { at += 1 }
    let start = at
    var value = 0
    while at < text.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= text[at] {
      value = min(value * 10 + Int(text[at] - UInt8(ascii: "0")), 1 << 40)
      at += 1
    }
    guard at > start else { throw error(.badNumber) }
    return isNegative ? -value : value
  }

  private mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONToken.Kind
  ) throws(JSONError) {
    let length = literal.utf8CodeUnitCount
    let bytes = UnsafeRawBufferPointer(start: literal.utf8Start, count: length)
    guard at + length <= text.count, text[at..<at + length].elementsEqual(bytes) else {
      throw error(.badLiteral, evenAtEnd: true)
    }
    if isTaking { foundTokens.append(JSONToken(kind, at: at)) }
    at += length
  }

  // MARK: - Bytes

  /// The current byte; 0, which nothing allows, at the end.
  @inline(__always)
  private var peek: UInt8 { at < count ? byte(at) : 0 }

  /// The byte at `place`, which must be below `count`.
  @inline(__always)
  private func byte(_ place: Int) -> UInt8 {
    assert(0..<count ~= place)
    return bytes.load(fromByteOffset: place, as: UInt8.self)
  }

  @inline(__always)
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at &+= 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while at < count, byte(at) <= UInt8(ascii: " ") {
      switch byte(at) {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at &+= 1
      default: return
      }
    }
  }

  private func error(_ reason: JSONError.Reason, evenAtEnd: Bool = false) -> JSONError {
    JSONError(at < text.count || evenAtEnd ? reason : .endOfText, at: min(at, text.count), in: text)
  }
}

/// Where the text is while there is none.
private var noBytes: UnsafeRawPointer { UnsafeRawPointer(("" as StaticString).utf8Start) }

/// The first eight bytes of a name, decoded, as a number, the first lowest.
private func beginning(ofEscaped name: UnsafeRawBufferPointer) -> UInt64 {
  zip(DecodedBytes(name), 0..<8).reduce(0) { $0 | UInt64($1.0) << (8 * UInt64($1.1)) }
}
