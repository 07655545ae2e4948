/// A figure as Prometheus reads it (text format 0.0.4).
public struct Metric: Equatable, Sendable {
  public enum Kind: String, Sendable { case counter, gauge }

  /// With its unit, and `_total` at the end of a counter.
  public let name: String
  public let kind: Kind
  public let help: String
  public let value: Int

  public init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    (self.name, self.kind, self.help, self.value) = (name, kind, help, value)
  }

  /// Three lines, the last one without its end.
  var text: String { "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n\(name) \(value)" }
}
