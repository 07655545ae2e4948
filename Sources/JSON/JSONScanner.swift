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
  var openMembers = GrowingBuffer<Member>(capacity: 64)
  private var foundExcerpts = GrowingBuffer<Excerpt>(capacity: 8)
  var foundTokens = GrowingBuffer<JSONToken>(capacity: 64)
  var foundLongIntegers = GrowingBuffer<Int>(capacity: 4)

  let namesTakenOut: NameList
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
  mutating func take(
    _ kind: JSONToken.Kind, _ string: (range: Range<Int>, isEscaped: Bool)
  ) {
    guard isTaking else { return }
    foundTokens.append(
      JSONToken(
        kind, at: string.range.lowerBound, bits: UInt64(string.range.count),
        isEscaped: string.isEscaped))
  }
}
