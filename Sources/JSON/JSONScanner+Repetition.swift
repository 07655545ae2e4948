/// Elements of an array mostly look alike but for their numbers. One that has the bytes of the one
/// before between its numbers is known to be right, and its tokens are known.
struct Repetition {
  /// The tokens of the element before; empty if nothing can be told from it.
  var tokens = 0..<0
  /// Whether there are containers inside of it.
  var isNested = false
  /// Elements that were unlike the ones before them.
  var surprises = 0

  /// Arrays with more surprises have no element that is looked at twice.
  static let patience = 8
  /// Elements of more tokens are not compared.
  static let size = 32
}

/// Bytes of an element that stand before a number of it, or behind the last.
struct RepeatedPiece: BitwiseCopyable {
  let start, count: Int
  /// Of the number, counted from the first of the element.
  let token: Int
}

extension JSONScanner {
  /// Takes note of the element that was just scanned.
  @inline(__always)
  mutating func learn(_ repetition: inout Repetition, tokens first: Int, from start: Int) {
    guard isTaking else { return }
    repetition.tokens = 0..<0
    repetition.surprises &+= 1
    if repetition.surprises <= Repetition.patience {
      learnPieces(&repetition, tokens: first, from: start)
    }
  }

  private mutating func learnPieces(
    _ repetition: inout Repetition, tokens first: Int, from start: Int
  ) {
    guard foundTokens.count - first <= Repetition.size, foundTokens[first].isContainer else {
      return
    }
    pieces.reset()
    var start = start
    for index in first..<foundTokens.count where foundTokens[index].kind == .number {
      let number = Int(foundTokens[index].offset)
      pieces.append(RepeatedPiece(start: start, count: number - start, token: index - first))
      start = number
      while start < at, isOfNumber(byte(start)) { start += 1 }
    }
    guard pieces.count > 0 else { return }
    pieces.append(RepeatedPiece(start: start, count: at - start, token: 0))
    repetition.tokens = first..<foundTokens.count
    repetition.isNested = false
    for index in first + 1..<foundTokens.count where foundTokens[index].isContainer {
      repetition.isNested = true
    }
  }

  /// Scans an element that is like the one before but for its numbers.
  ///
  /// - Returns: false if it is not, or if it is wrong; nothing was scanned then.
  @inline(__always)
  mutating func scanAgain(_ repetition: Repetition) -> Bool {
    guard !repetition.tokens.isEmpty else { return false }
    let (start, first) = (at, foundTokens.count)
    foundTokens.appendCopy(of: repetition.tokens)
    guard scanPieces(first: first) else {
      at = start
      foundTokens.removeAll(from: first)
      return false
    }
    let moved = first &- repetition.tokens.lowerBound
    foundTokens[first].move(by: moved)
    if repetition.isNested {
      for index in first + 1..<foundTokens.count where foundTokens[index].isContainer {
        foundTokens[index].move(by: moved)
      }
    }
    foundTokens[first].isRepeated = true
    return true
  }

  @inline(__always)
  private mutating func scanPieces(first: Int) -> Bool {
    let last = pieces.count &- 1
    for index in 0..<last {
      let piece = pieces[index]
      guard skip(piece) else { return false }
      let place = at
      guard let number = scanPlainNumber() else { return false }
      foundTokens[first &+ piece.token] = JSONToken(.number, at: place, bits: number.bitPattern)
    }
    return skip(pieces[last])
  }

  /// Goes on if the bytes of `piece` stand here too.
  @inline(__always)
  private mutating func skip(_ piece: RepeatedPiece) -> Bool {
    let end = at &+ piece.count
    guard end <= count else { return false }
    var (one, other) = (piece.start, at)
    while other &+ 8 <= end {
      guard word(one) == word(other) else { return false }
      (one, other) = (one &+ 8, other &+ 8)
    }
    if other &+ 8 <= count {
      // The rest is at the low end.
      let rest: UInt64 = 1 &<< (8 &* UInt64(end &- other)) &- 1
      guard (word(one) ^ word(other)) & rest == 0 else { return false }
    } else {
      while other < end {
        guard byte(one) == byte(other) else { return false }
        (one, other) = (one &+ 1, other &+ 1)
      }
    }
    at = end
    return true
  }
}

private func isOfNumber(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
    true
  default: false
  }
}
