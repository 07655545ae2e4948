import Glibc

/// Lines on standard error for someone in a hurry: one event a line, its data as pairs.
///
///     notice worker.expired worker=6b8b4567 silent_ms=7500 idle_left=2
public struct Log: Sendable {
  public enum Level: String, CaseIterable, Comparable, Sendable {
    case debug, info, notice, warning, error

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
      switch self {
      case .debug: 0
      case .info: 1
      case .notice: 2
      case .warning: 3
      case .error: 4
      }
    }
  }

  /// What is less important is left out.
  public let threshold: Level
  private let fileDescriptor: CInt

  public init(threshold: Level = .notice, fileDescriptor: CInt = STDERR_FILENO) {
    (self.threshold, self.fileDescriptor) = (threshold, fileDescriptor)
  }

  /// Writes one line, in one piece; what cannot be written is lost.
  public func write(
    _ level: Level, _ event: StaticString,
    _ pairs: @autoclosure () -> KeyValuePairs<StaticString, String> = [:]
  ) {
    guard level >= threshold else { return }
    var line = Self.line(level, event, pairs())
    line.withUTF8 { _ = Glibc.write(fileDescriptor, $0.baseAddress, $0.count) }
  }

  static func line(
    _ level: Level, _ event: StaticString, _ pairs: KeyValuePairs<StaticString, String>
  ) -> String {
    var line = "\(level.rawValue) \(event)"
    for (key, value) in pairs { line += " \(key)=\(quoted(value))" }
    return line + "\n"
  }

  /// A value with anything but plain characters stands in quotation marks, so that nothing a peer
  /// sends can begin a line or a pair of its own.
  private static func quoted(_ value: String) -> String {
    let isPlain = value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x5C && $0 < 0x7F }
    guard !isPlain || value.isEmpty else { return value }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
