import Glibc

/// Writes all of `text`, so that lines of several processes do not mix.
func write(_ text: String, to descriptor: Int32) {
  var text = text
  text.withUTF8 { bytes in
    var start = 0
    while start < bytes.count {
      let written = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + start }, bytes.count - start)
      if written <= 0 { return }
      start += written
    }
  }
}

/// Rows under a header as a Markdown table that reads well as it is; all but the first column are
/// figures.
func table(_ header: [String], _ rows: [[String]]) -> String {
  let widths = header.indices.map { column in
    ([header] + rows).map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  func line(_ cells: [String]) -> String {
    let padded = zip(cells, widths).enumerated().map { column, cell in
      let padding = String(repeating: " ", count: cell.1 - cell.0.count)
      return column == 0 ? cell.0 + padding : padding + cell.0
    }
    return "| " + padded.joined(separator: " | ") + " |\n"
  }
  let rule = widths.enumerated().map { column, width in
    column == 0
      ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
  }
  return line(header) + line(rule) + rows.map(line).joined()
}
