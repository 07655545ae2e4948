/// The fences that requests may name.
public struct FenceCatalog: Sendable {
  public init() {}

  /// Adds the fence in `file`, the bytes of a fence file; returns its name.
  @discardableResult
  public mutating func add(_ file: [UInt8]) throws(FenceFileError) -> String {
    throw FenceFileError(pointer: "", reason: "not built yet")
  }
}

/// Why a fence file was refused.
public struct FenceFileError: Error, Hashable, Sendable {
  /// A JSON Pointer to the member that is to blame.
  public let pointer: String
  public let reason: String

  public init(pointer: String, reason: String) { (self.pointer, self.reason) = (pointer, reason) }
}
