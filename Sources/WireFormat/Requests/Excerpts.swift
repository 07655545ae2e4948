import CameraCore
import JSON

/// The long lists of a request, as tokens with their numbers read; valid until the next scan.
struct Excerpts {
  /// Arrays under these names are read without a tree.
  static let names: NameList = ["pois", "coordinates", "points"]

  let text: UnsafeRawBufferPointer
  let tokens: UnsafeBufferPointer<JSONToken>
  private let excerpts: UnsafeBufferPointer<JSONScanner.Excerpt>

  init(text: UnsafeRawBufferPointer, scanner: borrowing JSONScanner) {
    (self.text, tokens, excerpts) = (text, scanner.tokens, scanner.excerpts)
  }

  var count: Int { excerpts.count }

  /// The index of the excerpt that was taken out at `node`; nil if there was no array.
  func excerpt(_ node: JSONNode) -> Int? {
    guard node.kind == .array, node.count == 1, let index = node[0].number.map({ Int($0) }),
      excerpts.indices.contains(index)
    else { return nil }
    return index
  }

  func excerpt(_ node: JSONNode, expected: StaticString) throws(Problem) -> Int {
    guard let index = excerpt(node) else { throw .expected(expected, found: node.found) }
    return index
  }

  /// The index of the token of the array that stands at `node`; nil if it is no array.
  func token(of node: JSONNode) -> Int? { excerpt(node).map { excerpts[$0].token } }

  /// Every element of the array at `array`, read; `read` gets the index of the element's token.
  func readElements<Value>(
    ofExcerpt index: Int, _ read: (Int) throws(Problem) -> Value
  ) throws(Problem) -> [Value] {
    try readElements(excerpts[index].token, read)
  }

  func readElements<Value>(
    _ array: Int, _ read: (Int) throws(Problem) -> Value
  ) throws(Problem) -> [Value] {
    let count = tokens[array].count
    var values: [Value] = []
    values.reserveCapacity(count)
    var token = array + 1
    for index in 0..<count {
      do throws(Problem) { values.append(try read(token)) } catch { throw error.within(index) }
      token = end(of: token)
    }
    return values
  }

  /// The token after the value at `token`.
  func end(of token: Int) -> Int {
    switch tokens[token].kind {
    case .array, .object: tokens[token].end
    default: token + 1
    }
  }

  /// Visits the members of the object at `token`: which of `names`, and the token of the value.
  @inline(__always)
  func readMembers(
    of token: Int, expected: StaticString, names: [MemberName],
    _ read: (_ name: Int, _ value: Int) throws(Problem) -> Void
  ) throws(Problem) {
    guard tokens[token].kind == .object else { throw .expected(expected, found: found(token)) }
    let end = tokens[token].end
    var name = token + 1
    while name < end {
      if let index = index(of: tokens[name], among: names) {
        do throws(Problem) { try read(index, name + 1) } catch {
          throw error.within(names[index].text)
        }
      } else if !text(of: tokens[name]).hasPrefix("x_") {
        throw .unknown(text(of: tokens[name]), known: names)
      }
      name = self.end(of: name + 1)
    }
  }

  func readNumber(_ token: Int, _ rule: NumberRule) throws(Problem) -> Double {
    guard tokens[token].kind == .number, rule.allows(tokens[token].number) else {
      throw .expected(rule.expected, found: found(token))
    }
    return tokens[token].number
  }

  @inline(__always)
  private func index(of token: JSONToken, among names: [MemberName]) -> Int? {
    if token.isEscaped {
      let name = text(of: token)
      return names.firstIndex { $0.text.description == name }
    }
    return names.index(of: bytes(of: token))
  }

  private func bytes(of token: JSONToken) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[Int(token.offset)..<Int(token.offset) + token.length])
  }

  private func text(of token: JSONToken) -> String { JSONScalar.text(bytes(of: token)) }

  func found(_ index: Int) -> String {
    let token = tokens[index]
    return switch token.kind {
    case .null: "null"
    case .true: "true"
    case .false: "false"
    case .number: numberText(token.number)
    case .string, .name: "the text \"\(text(of: token).shortened)\""
    case .array: "a list"
    case .object: "an object"
    }
  }
}

// MARK: - Lists of places

private let placeNames: [MemberName] = ["latitude", "longitude", "footprint"]
private let expectedPlace: StaticString = "a place {latitude, longitude}"

/// Where the numbers of a place stand, counted from its own token: those of a repeated place without
/// a footprint stand where they stood before.
private struct PlaceTokens {
  var latitude, longitude: Int?
  var hasFootprint = false
}

extension Excerpts {
  func readPlaces(ofExcerpt index: Int) throws(Problem) -> [FitContent.Place] {
    var last = PlaceTokens()
    return try readElements(ofExcerpt: index) { (token) throws(Problem) in
      if tokens[token].isRepeated, !last.hasFootprint, let latitude = last.latitude,
        let longitude = last.longitude
      {
        return FitContent.Place(
          try coordinate(
            latitude: tokens[token + latitude].number,
            longitude: tokens[token + longitude].number))
      }
      return try readPlace(token, names: placeNames, &last)
    }
  }

  func readCoordinate(_ token: Int) throws(Problem) -> Coordinate {
    var unused = PlaceTokens()
    return try readPlace(token, names: coordinateNames, &unused).coordinate
  }

  private func readPlace(
    _ token: Int, names: [MemberName], _ place: inout PlaceTokens
  ) throws(Problem) -> FitContent.Place {
    var (latitude, longitude): (Double?, Double?)
    var footprint: EdgeInsets?
    place = PlaceTokens()
    try readMembers(of: token, expected: expectedPlace, names: names) {
      (name, value) throws(Problem) in
      switch name {
      case 0:
        latitude = try readNumber(value, .any)
        place.latitude = value - token
      case 1:
        longitude = try readNumber(value, .any)
        place.longitude = value - token
      default:
        footprint = try readFootprint(value)
        place.hasFootprint = true
      }
    }
    guard let latitude else { throw .missing("latitude", expected: "degrees -90 ... 90") }
    guard let longitude else { throw .missing("longitude", expected: "degrees") }
    return FitContent.Place(
      try coordinate(latitude: latitude, longitude: longitude), footprint: footprint)
  }

  private func readFootprint(_ token: Int) throws(Problem) -> EdgeInsets {
    var edges: [Double] = [0, 0, 0, 0]
    try readMembers(of: token, expected: "{top, left, bottom, right} in points", names: edgeNames) {
      (name, value) throws(Problem) in
      edges[name] = try readNumber(value, .edge)
    }
    return try edgeInsets(edges)
  }

  func readScreenPoint(_ token: Int) throws(Problem) -> ScreenPoint {
    var (x, y): (Double?, Double?)
    try readMembers(of: token, expected: "a point {x, y}", names: pointNames) {
      (name, value) throws(Problem) in
      if name == 0 {
        x = try readNumber(value, .screen)
      } else {
        y = try readNumber(value, .screen)
      }
    }
    guard let x else { throw .missing("x", expected: NumberRule.screen.expected) }
    guard let y else { throw .missing("y", expected: NumberRule.screen.expected) }
    return ScreenPoint(x: x, y: y)
  }
}
