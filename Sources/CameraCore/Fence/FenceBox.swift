/// A box that may cross the antimeridian; one of 360 degrees leaves longitude free.
struct FenceBox: Sendable {
  let bounds: CoordinateBounds
  /// Around the middle of the box.
  let plane: MercatorPlane
  /// The box's corners seen from the plane's origin; endless in x if longitude is free.
  let least, greatest: PlaneVector
  let convex: ConvexFence

  init(_ bounds: CoordinateBounds) {
    self.bounds = bounds
    let span = bounds.longitudeSpan
    plane = MercatorPlane(
      around: Coordinate(
        trustedLatitude: bounds.south / 2 + bounds.north / 2,
        longitude: wrapLongitude(wrapLongitude(bounds.west) + span / 2)))
    let half = span < 360 ? span / 720 : .infinity
    least = PlaneVector(x: -half, y: plane.northing(to: bounds.south))
    greatest = PlaneVector(x: half, y: plane.northing(to: bounds.north))
    var sides = [
      HalfPlane(normal: PlaneVector(x: 0, y: 1), limit: greatest.y),
      HalfPlane(normal: PlaneVector(x: 0, y: -1), limit: -least.y),
    ]
    if half.isFinite {
      sides.append(HalfPlane(normal: PlaneVector(x: 1, y: 0), limit: half))
      sides.append(HalfPlane(normal: PlaneVector(x: -1, y: 0), limit: half))
    }
    convex = ConvexFence(plane: plane, sides: sides)
  }

  /// Taken in degrees, so that a target comes to stand on the edges as they are written.
  func nearestTarget(to target: Coordinate) -> Coordinate? {
    let limit = WebMercator.targetLatitudeLimit
    let (south, north) = (max(bounds.south, -limit), min(bounds.north, limit))
    guard south <= north else { return nil }
    let latitude = min(max(target.latitude, south), north)
    let span = bounds.longitudeSpan
    let fromMiddle = (target.longitude - plane.origin.longitude).remainder(dividingBy: 360)
    if span >= 360 || abs(fromMiddle) <= span / 2 {
      return Coordinate(trustedLatitude: latitude, longitude: target.longitude)
    }
    // From the far side of the world both edges are equally near: go east, to the western one.
    let edge = fromMiddle > 0 && fromMiddle < 180 ? bounds.east : bounds.west
    return Coordinate(trustedLatitude: latitude, longitude: wrapLongitude(edge))
  }
}
