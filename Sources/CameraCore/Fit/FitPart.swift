/// One connected part of the content, which a cut of the circle of longitudes never divides.
enum FitPart {
  case place(longitude: Double, latitude: Double, footprint: EdgeInsets)
  case bounds(CoordinateBounds)
  case circle(FitContent.Circle)
  case path([Position])
}

/// A corner of a part. Its longitude is `longitude` + 360 `turn` degrees, kept apart so that the
/// difference of two longitudes near 180 loses no digits.
struct FitPoint: BitwiseCopyable {
  var longitude, turn, latitude: Double

  /// The longitude as one number.
  var degrees: Double { longitude + 360 * turn }
}

/// The longitudes of a part in degrees, from `start` (-180 ..< 180) eastward to `end`.
struct LongitudeArc: BitwiseCopyable {
  var start, end: Double

  init(start: Double, end: Double) { (self.start, self.end) = (start, end) }

  /// The arc of one place at any longitude.
  init(at longitude: Double) {
    let wrapped = wrapLongitude(longitude)
    start = wrapped == 180 ? -180 : wrapped
    end = start
  }
}

extension FitPart {
  var footprint: EdgeInsets {
    if case .place(_, _, let footprint) = self { footprint } else { .zero }
  }

  /// How many corners `forEachPoint` visits.
  var pointCount: Int {
    switch self {
    case .place: 1
    case .bounds: 4
    case .circle: FitCircle.anchorCount
    case .path(let positions): positions.count
    }
  }

  var arc: LongitudeArc {
    switch self {
    case .place(let longitude, _, _):
      return LongitudeArc(at: longitude)
    case .bounds(let bounds):
      return LongitudeArc(start: bounds.westPoint.degrees, end: bounds.eastPoint.degrees)
    case .circle(let circle):
      return circle.arc
    case .path(let positions):
      let (west, east) = longitudeRange(of: positions)
      let point = firstPoint(longitude: west)
      let turn = turns(of: east) + (point.turn - turns(of: west))
      return LongitudeArc(start: point.degrees, end: wrapLongitude(east) + 360 * turn)
    }
  }

  /// Visits the corners, of which the convex hull of a part without roundness is made, on the copy
  /// of the world on which `arc` runs.
  @inline(__always)
  func forEachPoint(_ body: (FitPoint) -> Void) {
    switch self {
    case .place(let longitude, let latitude, _):
      var point = firstPoint(longitude: longitude)
      point.latitude = latitude
      body(point)
    case .bounds(let bounds):
      var (west, east) = (bounds.westPoint, bounds.eastPoint)
      (west.latitude, east.latitude) = (bounds.south, bounds.south)
      body(west)
      body(east)
      (west.latitude, east.latitude) = (bounds.north, bounds.north)
      body(west)
      body(east)
    case .circle:
      break
    case .path(let positions):
      let west = longitudeRange(of: positions).west
      let shift = firstPoint(longitude: west).turn - turns(of: west)
      for position in positions {
        body(
          FitPoint(
            longitude: wrapLongitude(position.longitude),
            turn: turns(of: position.longitude) + shift, latitude: position.latitude))
      }
    }
  }
}

private func longitudeRange(of positions: [Position]) -> (west: Double, east: Double) {
  var (west, east) = (Double.infinity, -Double.infinity)
  for position in positions {
    west = min(west, position.longitude)
    east = max(east, position.longitude)
  }
  return (west, east)
}

/// How many whole turns `longitude` lies from its wrapped copy.
private func turns(of longitude: Double) -> Double {
  ((longitude - wrapLongitude(longitude)) / 360).rounded()
}

/// The copy of a longitude that lies in -180 ..< 180; its latitude is 0.
private func firstPoint(longitude: Double) -> FitPoint {
  let wrapped = wrapLongitude(longitude)
  return FitPoint(longitude: wrapped, turn: wrapped == 180 ? -1 : 0, latitude: 0)
}

extension CoordinateBounds {
  /// The western edge, in -180 ..< 180.
  fileprivate var westPoint: FitPoint {
    guard longitudeSpan == 360 else { return firstPoint(longitude: west) }
    let middle = wrapLongitude(west / 2 + east / 2)
    return FitPoint(longitude: middle, turn: middle >= 0 ? -0.5 : 0.5, latitude: 0)
  }

  /// The eastern edge, 0 ... 360 degrees further east.
  fileprivate var eastPoint: FitPoint {
    var point = westPoint
    if longitudeSpan == 360 {
      point.turn += 1
      return point
    }
    if longitudeSpan == 0 { return point }
    let start = point.degrees
    point = firstPoint(longitude: east)
    if point.degrees < start { point.turn += 1 }
    return point
  }
}

// MARK: - Content as parts

extension FitContent {
  /// Visits every part with its place in the request.
  @inline(__always)
  func forEachPart(
    besidePlaces: Bool = false, besideCoordinates: Bool = false,
    _ body: (FitPart, FitResult.Item) -> Void
  ) {
    for (index, place) in places.enumerated() where !besidePlaces {
      let (coordinate, footprint) = (place.coordinate, place.footprint ?? .zero)
      body(
        .place(
          longitude: coordinate.longitude, latitude: coordinate.latitude, footprint: footprint),
        .place(index))
    }
    for (index, box) in bounds.enumerated() { body(.bounds(box), .bounds(index)) }
    for (index, circle) in circles.enumerated() { body(.circle(circle), .circle(index)) }
    geometry?.forEachPart { part in body(part, .geometry) }
    if let coordinates, !besideCoordinates {
      for index in 0..<coordinates.count {
        let (longitude, latitude) = coordinates[index]
        body(
          .place(longitude: wrapLongitude(longitude), latitude: latitude, footprint: .zero),
          .coordinate(index))
      }
    }
  }
}

extension Geometry {
  func forEachPart(_ body: (FitPart) -> Void) {
    switch self {
    case .points(let positions):
      for position in positions {
        body(
          .place(
            longitude: wrapLongitude(position.longitude), latitude: position.latitude,
            footprint: .zero))
      }
    case .path(let positions):
      if !positions.isEmpty { body(.path(positions)) }
    case .collection(let members):
      for member in members { member.forEachPart(body) }
    }
  }
}
