import Foundation
import Testing

/// From the words of the cases to those of the wire.
extension Case {
  /// The members of a request that the situation gives; the operation is the test's to name.
  func request() throws -> JSONValue {
    var members: [String: JSONValue?] = [
      "viewport": input["viewport"] ?? ["width": 800, "height": 600],
      "insets": id.hasPrefix("fit") ? input["insets"] : nil,
      "bearing": id.hasPrefix("fit") ? input["bearing"].flatMap { $0 == .null ? nil : $0 } : nil,
      "camera": try input["camera"].map(camera),
      "limits": limits,
    ]
    if id.hasPrefix("fit") {
      members["content"] = try content()
      members["viewing_angle"] = input["tilt"]
    }
    return JSONValue.object(members.compactMapValues(\.self))
  }

  /// All places of the content, box corners included.
  func places() throws -> [JSONValue] {
    let content = try content()
    guard let box = content["bounds"] else { return content["pois"]?.items ?? [] }
    return ["south", "north"].flatMap { latitude in
      ["west", "east"].map { longitude in
        ["latitude": box[latitude] ?? .null, "longitude": box[longitude] ?? .null]
      }
    }
  }

  func camera(_ camera: JSONValue) throws -> JSONValue {
    [
      "target": place(try #require(camera["target"])), "zoom": camera["zoom"] ?? .null,
      "bearing": camera["bearing"] ?? 0, "viewing_angle": camera["tilt"] ?? 0,
    ]
  }

  func place(_ place: JSONValue) -> JSONValue {
    ["latitude": place["lat"] ?? .null, "longitude": place["lon"] ?? .null]
  }

  /// Why the case cannot be run here; nil if it can.
  static func missingData(_ item: Case) -> String? {
    guard let file = item.input["pois_from"]?["file"]?.string else { return nil }
    let url = material.appendingPathComponent(file)
    return FileManager.default.fileExists(atPath: url.path) ? nil : "\(file) is not here"
  }

  private func content() throws -> JSONValue {
    if let bounds = input["bounds"] { return ["bounds": bounds] }
    let points = try input["pois_from"].map(data) ?? input["pois"]?.items ?? []
    let footprint = input["icon"].map { icon -> JSONValue in
      // Anchored at its bottom middle.
      let half = (icon["width"]?.double ?? 0) / 2
      return [
        "top": icon["height"] ?? 0, "left": .number(half), "bottom": 0, "right": .number(half),
      ]
    }
    return ["pois": .array(points.map { place($0).with(["footprint": footprint]) })]
  }

  private var limits: JSONValue? {
    var limits: [String: JSONValue] = [:]
    if let range = input["zoom_range"] {
      limits["min_zoom"] = range["min"]
      limits["max_zoom"] = range["max"]
    }
    if input["whole_levels"] == true { limits["zoom_step"] = 1 }
    if let fence = input["fence"] {
      limits["fence"] = ["bounds": fence]
      limits["fence_mode"] = input["fence_mode"]
      if input["zoom_may_change"] == false { limits["keep_zoom"] = true }
    }
    return limits.isEmpty ? nil : .object(limits)
  }

  /// The points of a file of real data, each with `lat` and `lon`.
  private func data(_ source: JSONValue) throws -> [JSONValue] {
    let file = try #require(source["file"]?.string)
    let value = try JSONValue(Data(contentsOf: Case.material.appendingPathComponent(file)))
    let name = source["where"]?.string?.split(separator: "\"").dropFirst().first.map(String.init)
    let points: [JSONValue]
    if let features = value["features"]?.items {
      points =
        features
        .filter { name == nil || $0["properties"]?["name"]?.string == name }
        .flatMap { vertices($0["geometry"]?["coordinates"] ?? .null) }
    } else {
      points = (value["points"]?.items ?? []).filter {
        name == nil || $0["country"]?.string == name
      }
    }
    #expect(Double(points.count) == source["count"]?.double, "\(file) has other points")
    return points
  }

  private func vertices(_ coordinates: JSONValue) -> [JSONValue] {
    if let longitude = coordinates[0]?.double, let latitude = coordinates[1]?.double {
      return [["lat": .number(latitude), "lon": .number(longitude)]]
    }
    return coordinates.items.flatMap(vertices)
  }

  /// The folder that the material stands in, beside the package's.
  private static let material = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../..").standardizedFileURL
}
