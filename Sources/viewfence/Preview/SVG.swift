/// Appends the elements of an SVG picture. Lengths are written to a hundredth.
struct SVG {
  struct Point: Equatable {
    var x, y: Double
    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  struct Rect: Equatable {
    var x, y, width, height: Double
    init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  private(set) var elements = ""

  mutating func append(_ other: SVG) { elements += other.elements }

  /// The whole picture; `style` is CSS.
  func document(width: Double, height: Double, style: String) -> String {
    let size = "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" \(size) \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))">
      <style>\(style)</style>
      \(elements)</svg>

      """
  }

  /// Draws what `body` draws, moved by `offset`, and cut to `clip` in moved coordinates.
  mutating func group(
    at offset: Point, clip: (name: String, rect: Rect)?, _ body: (inout SVG) -> Void
  ) {
    var clipped = ""
    if let (name, rect) = clip {
      elements += "<clipPath id=\"\(name)\"><rect \(Self.attributes(rect))/></clipPath>\n"
      clipped = " clip-path=\"url(#\(name))\""
    }
    let (x, y) = (Self.number(offset.x), Self.number(offset.y))
    elements += "<g transform=\"translate(\(x) \(y))\"><g\(clipped)>\n"
    body(&self)
    elements += "</g></g>\n"
  }

  mutating func rect(_ rect: Rect, class name: String) {
    elements += "<rect class=\"\(name)\" \(Self.attributes(rect))/>\n"
  }

  mutating func circle(_ center: Point, radius: Double, class name: String) {
    let (x, y) = (Self.number(center.x), Self.number(center.y))
    elements += "<circle class=\"\(name)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(Self.number(radius))\"/>\n"
  }

  /// Lines through the points of each path; one that ends where it began is closed.
  mutating func paths(_ paths: [[Point]], class name: String) {
    var data = ""
    for path in paths where path.count > 1 {
      let isClosed = path.count > 2 && path.first == path.last
      for (index, point) in (isClosed ? path.dropLast() : path[...]).enumerated() {
        data += "\(index == 0 ? "M" : "L")\(Self.number(point.x)) \(Self.number(point.y))"
      }
      if isClosed { data += "Z" }
    }
    if !data.isEmpty { elements += "<path class=\"\(name)\" d=\"\(data)\"/>\n" }
  }

  mutating func text(_ text: String, at point: Point, class name: String = "text") {
    let (x, y) = (Self.number(point.x), Self.number(point.y))
    elements += "<text class=\"\(name)\" x=\"\(x)\" y=\"\(y)\">\(Self.escaped(text))</text>\n"
  }

  private static func attributes(_ rect: Rect) -> String {
    "x=\"\(number(rect.x))\" y=\"\(number(rect.y))\" "
      + "width=\"\(number(max(rect.width, 0)))\" height=\"\(number(max(rect.height, 0)))\""
  }

  /// Hundredths; what is far outside any picture ends there.
  static func number(_ value: Double) -> String {
    let cut = value.isFinite ? min(max(value, -100_000), 100_000) : 0
    let hundredths = Int((cut * 100).rounded())
    guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
    return "\(Double(hundredths) / 100)"
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // XML 1.0 has no way to write control characters.
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value): escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
