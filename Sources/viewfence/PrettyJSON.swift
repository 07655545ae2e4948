/// JSON laid out for a reader: what fits stands on one line, what does not is indented.
///
/// Values and names keep their bytes. Text that is no JSON comes back as it is.
struct PrettyJSON {
  private enum Value {
    case scalar(Substring.UTF8View)
    case array([Value])
    case object([(name: Substring.UTF8View, value: Value)])
  }

  private static let width = 100
  private static let maximumDepth = 64

  private var rest: Substring.UTF8View

  static func format(_ json: [UInt8]) -> String {
    let text = String(decoding: json, as: UTF8.self)
    var parser = PrettyJSON(rest: text[...].utf8)
    guard let value = parser.value(depth: 0), parser.next() == nil else { return text }
    return render(value, indent: 0, used: 0)
  }

  // MARK: Layout

  private static func render(_ value: Value, indent: Int, used: Int) -> String {
    let line = oneLine(value)
    if used + line.utf8.count <= width { return line }
    let margin = String(repeating: " ", count: indent + 2)
    let close = "\n" + String(repeating: " ", count: indent)
    switch value {
    case .scalar: return line
    case .array(let items):
      let lines = items.map { margin + render($0, indent: indent + 2, used: indent + 3) }
      return "[\n" + lines.joined(separator: ",\n") + close + "]"
    case .object(let members):
      let lines = members.map { name, value in
        let head = margin + String(Substring(name)) + ": "
        return head + render(value, indent: indent + 2, used: head.utf8.count + 1)
      }
      return "{\n" + lines.joined(separator: ",\n") + close + "}"
    }
  }

  private static func oneLine(_ value: Value) -> String {
    switch value {
    case .scalar(let bytes): String(Substring(bytes))
    case .array(let items): "[" + items.map(oneLine).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Substring($0)): \(oneLine($1))" }.joined(separator: ", ") + "}"
    }
  }

  // MARK: Reading

  /// The next byte that is not white space; it stays.
  private mutating func next() -> UInt8? {
    rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    return rest.first
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func value(depth: Int) -> Value? {
    guard depth < Self.maximumDepth, let first = next() else { return nil }
    switch first {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return string().map { .scalar($0) }
    default:
      let scalar = rest.prefix { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
      rest = rest[scalar.endIndex...]
      return scalar.isEmpty ? nil : .scalar(scalar)
    }
  }

  private mutating func array(depth: Int) -> Value? {
    var items: [Value] = []
    rest.removeFirst()
    if take(UInt8(ascii: "]")) { return .array(items) }
    repeat {
      guard let item = value(depth: depth + 1) else { return nil }
      items.append(item)
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "]")) ? .array(items) : nil
  }

  private mutating func object(depth: Int) -> Value? {
    var members: [(name: Substring.UTF8View, value: Value)] = []
    rest.removeFirst()
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      guard next() == UInt8(ascii: "\""), let name = string(), take(UInt8(ascii: ":")),
        let value = value(depth: depth + 1)
      else { return nil }
      members.append((name, value))
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? .object(members) : nil
  }

  /// A string with its quotation marks.
  private mutating func string() -> Substring.UTF8View? {
    let text = rest
    rest.removeFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return text[..<rest.startIndex] }
      if byte == UInt8(ascii: "\\") { _ = rest.popFirst() }
    }
    return nil
  }
}
