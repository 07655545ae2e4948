import JSON

/// Pointers are made on the way out: the good way through a request builds none.
extension Problem {
  /// The same problem, seen from the object or array that has the culprit under `name`.
  func within(_ name: some CustomStringConvertible) -> Problem {
    var outer = self
    outer.pointer = "/" + escapedForPointer(name.description) + (pointer ?? "")
    return outer
  }

  /// The same problem, seen from the batch whose member number `index` has it.
  public func inBatch(at index: Int) -> Problem { within(index).within("batch") }
}

/// RFC 6901, section 3, and at most 64 bytes of the client's text.
func escapedForPointer(_ name: String) -> String {
  var escaped = ""
  for character in name.shortened.unicodeScalars {
    switch character {
    case "~": escaped += "~0"
    case "/": escaped += "~1"
    default: escaped.unicodeScalars.append(character)
    }
  }
  return escaped
}
