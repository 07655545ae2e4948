/// What an operator decides about the service.
public struct ServiceSettings: Hashable, Sendable {
  /// A topic that is asked for must begin with one of these; each ends in `/`.
  public var publishPrefixes: [String]
  /// The longest JSON frame, in bytes.
  public var maximumJSONBytes: Int
  /// All packed frames of a message together, in bytes.
  public var maximumPackedBytes: Int
  /// The deadline of a request that names none; told to those who ask for `info`.
  public var deadlineMilliseconds: Int

  /// Of the program; told to those who ask for `info`.
  public var version: String

  public init(
    publishPrefixes: [String] = ["cam/"], maximumJSONBytes: Int = 4 << 20,
    maximumPackedBytes: Int = 16 << 20, deadlineMilliseconds: Int = 5000,
    version: String = "0"
  ) {
    (self.publishPrefixes, self.maximumJSONBytes) = (publishPrefixes, maximumJSONBytes)
    (self.maximumPackedBytes, self.deadlineMilliseconds) = (
      maximumPackedBytes, deadlineMilliseconds
    )
    self.version = version
  }
}
