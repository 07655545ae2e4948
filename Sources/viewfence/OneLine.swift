/// A text that others wrote, so that it begins no line of its own: line ends and control characters
/// are escaped.
func oneLine(_ text: String) -> String { escaped(text) { _ in false } }

/// A text as one word of a line: white space is escaped, too.
func oneWord(_ text: String) -> String { escaped(text, orWhere: \.isWhitespace) }

/// A reply on one line: the line ends that workers of others may have between its tokens are blanks.
func oneLine(_ reply: [UInt8]) -> String {
  let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
  return String(decoding: reply.map { isEnd($0) ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
}

private func escaped(
  _ text: String, orWhere isEscaped: (Unicode.Scalar.Properties) -> Bool
) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: break
    default:
      guard isEscaped(properties) else {
        line.unicodeScalars.append(scalar)
        continue
      }
    }
    line += "\\u{" + String(scalar.value, radix: 16) + "}"
  }
  return line
}
