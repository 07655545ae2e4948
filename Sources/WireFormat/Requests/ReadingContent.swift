import CameraCore
import JSON

let contentNames: [MemberName] = ["pois", "bounds", "circles", "geometry", "coordinates"]

private let expectedContent: StaticString =
  "content {pois}, {bounds}, {circles}, {geometry} or {coordinates}"

/// Content as its envelope has it: without the places of its long lists.
struct ContentOutline {
  var bounds: [CoordinateBounds] = []
  var boundsAreListed = false
  var circles: [FitContent.Circle] = []
  var geometry: Geometry?
  /// The excerpt with the places.
  var places: Int?
  var packed: PackedAnnouncement?
  /// One of the members that were given, to blame if all are empty.
  var given: MemberName?
}

/// Where packed coordinates stand, and how many.
struct PackedAnnouncement {
  let frame: Int
  let count: Int
}

func readContent(_ node: JSONNode, _ excerpts: Excerpts) throws(Problem) -> ContentOutline {
  let object = try ObjectReader(node, expected: expectedContent, names: contentNames)
  var outline = ContentOutline(given: contentNames.first(where: object.has))
  outline.places = try object.readIfPresent("pois") { (node) throws(Problem) in
    try excerpts.excerpt(node, expected: "a list of places {latitude, longitude}")
  }
  outline.bounds =
    try object.readIfPresent("bounds") { (node) throws(Problem) in
      outline.boundsAreListed = node.kind == .array
      return outline.boundsAreListed
        ? try readList(node, expected: "a list of boxes", readBounds) : [try readBounds(node)]
    } ?? []
  outline.circles =
    try object.readIfPresent("circles") { (node) throws(Problem) in
      try readList(
        node, expected: "a list of circles {latitude, longitude, radius_m}", readCircle)
    } ?? []
  outline.geometry = try object.readIfPresent(
    "geometry", GeoJSONReader(excerpts).readAny)
  outline.packed = try object.readIfPresent("coordinates", readPackedAnnouncement)
  return outline
}

extension ContentOutline {
  /// The content with all its places, at least one.
  func completed(
    _ excerpts: Excerpts, _ frames: [UnsafeRawBufferPointer]
  ) throws(Problem) -> FitContent {
    var (read, coordinates): ([FitContent.Place], PackedCoordinates?) = ([], nil)
    if let places {
      do throws(Problem) {
        read = try excerpts.readPlaces(ofExcerpt: places)
      } catch { throw error.within("pois") }
    }
    if let packed {
      do throws(Problem) {
        coordinates = try readPackedCoordinates(packed, in: frames)
      } catch { throw error.within("coordinates") }
    }
    guard
      !read.isEmpty || !bounds.isEmpty || !circles.isEmpty || geometry?.isEmpty == false
        || (coordinates?.count ?? 0) > 0
    else {
      let empty = Problem(.badSchema, "expected something to fit, found nothing in the content")
      throw given.map { empty.within($0.text) } ?? empty
    }
    return FitContent(
      places: read, bounds: bounds, circles: circles, geometry: geometry, coordinates: coordinates)
  }
}

private let circleNames: [MemberName] = ["latitude", "longitude", "radius_m"]
private let packedNames: [MemberName] = ["frame", "encoding", "dims", "count"]

private func readCircle(_ node: JSONNode) throws(Problem) -> FitContent.Circle {
  let object = try ObjectReader(
    node, expected: "a circle {latitude, longitude, radius_m}",
    names: circleNames)
  let center = try coordinate(
    latitude: object.number("latitude", .any), longitude: object.number("longitude", .any))
  return FitContent.Circle(center: center, radius: try object.number("radius_m", .radius))
}

/// The number of the frame that `content` announces; nil if it announces none.
func announcedFrame(_ content: JSONNode?) -> Int? {
  content?.member("coordinates")?.member("frame")?.number
    .flatMap { NumberRule.frame.allows($0) ? Int($0) : nil }
}

private func readPackedAnnouncement(_ node: JSONNode) throws(Problem) -> PackedAnnouncement {
  let object = try ObjectReader(
    node, expected: "{frame, encoding, dims, count}", names: packedNames)
  let frame = Int(try object.number("frame", .frame))
  try object.read("encoding", expected: "\"f64le\"") { (node) throws(Problem) in
    try readChoice(node, ["f64le": ()])
  }
  _ = try object.number("dims", .dimensions)
  return PackedAnnouncement(frame: frame, count: Int(try object.number("count", .placeCount)))
}

private func readPackedCoordinates(
  _ packed: PackedAnnouncement, in frames: [UnsafeRawBufferPointer]
) throws(Problem) -> PackedCoordinates {
  let (frame, count) = (packed.frame, packed.count)
  guard frames.indices.contains(frame) else {
    throw Problem(
      .badFrames,
      "expected a frame \(frame) in the message, found \(frames.count - 1) after the JSON"
    ).within("frame")
  }
  guard frames[frame].count == 16 * count else {
    throw Problem(
      .badCoordinates,
      "expected \(count) places of 16 bytes in frame \(frame), found \(frames[frame].count) bytes"
    ).within("count")
  }
  guard let coordinates = PackedCoordinates(frames[frame]) else {
    throw firstBadPlace(frames[frame])
  }
  return coordinates
}

/// Says which of the packed places is none.
private func firstBadPlace(_ frame: UnsafeRawBufferPointer) -> Problem {
  for index in 0..<frame.count / 16 {
    let pair = (0..<2).map {
      Double(
        bitPattern: UInt64(
          littleEndian: frame.loadUnaligned(
            fromByteOffset: index * 16 + $0 * 8, as: UInt64.self)))
    }
    guard pair.allSatisfy(\.isFinite) else {
      return Problem(
        .badCoordinates, "expected finite numbers, found \(pair[0]), \(pair[1])"
      ).within(index)
    }
    guard (-90...90).contains(pair[1]) else {
      return Problem.badLatitude(
        pair[1], longitude: pair[0],
        hint: "are they swapped? The longitude stands first"
      ).within(index)
    }
  }
  return Problem(.badCoordinates, "expected places of two finite numbers")
}
