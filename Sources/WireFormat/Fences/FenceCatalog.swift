import CameraCore

/// A fence with a name, and what it brings along.
public struct NamedFence: Hashable, Sendable {
  public let name: String
  public let fence: Geofence
  /// The zoom range of requests that name the fence and no range; nil: the usual one.
  public let zoomRange: ClosedRange<Double>?

  /// The smallest box around it, longitudes as they were written.
  public var bounds: CoordinateBounds {
    switch fence.shape {
    case .bounds(let bounds): return bounds
    case .polygons(let polygons):
      let positions = polygons.joined().joined()
      let latitudes = positions.map(\.latitude)
      let longitudes = positions.map(\.longitude)
      guard let south = latitudes.min(), let north = latitudes.max(),
        let west = longitudes.min(), let east = longitudes.max(),
        let bounds = CoordinateBounds(south: south, west: west, north: north, east: east)
      else { preconditionFailure("a fence has a ring") }
      return bounds
    }
  }
}

/// The fences that requests may name.
public struct FenceCatalog: Sendable {
  private var fences: [String: NamedFence] = [:]

  public init() {}

  /// In alphabetical order.
  public var names: [String] { fences.keys.sorted() }

  public subscript(name: String) -> NamedFence? { fences[name] }

  /// Adds the fence in `file`, the bytes of a fence file; returns its name.
  @discardableResult
  public mutating func add(_ file: [UInt8]) throws(FenceFileError) -> String {
    let fence = try readFenceFile(file)
    guard fences.updateValue(fence, forKey: fence.name) == nil else {
      throw FenceFileError(
        pointer: "/properties/name", reason: "another file has the name \"\(fence.name)\"")
    }
    return fence.name
  }
}
