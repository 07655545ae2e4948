#if canImport(Glibc)
  import Glibc
#endif

/// How much the greatest zoom of content can change with viewing angle and bearing, whatever the
/// content.
///
/// The bounds are derived in <doc:FittingContent>. Angles are in degrees.
struct FitSteepness {
  private let view: FitView
  private let distance: Double
  /// The slopes against the optical axis of the room's upper and lower edge, of the highest place
  /// under a label that stands on the lower edge, and of the lowest under one that hangs from the upper.
  private let top, bottom, label, hanging: Double
  /// The slope of the room's outermost side, and what the labels leave of its width as a slope.
  private let aside, free: Double
  /// 1 where the room reaches to both sides of the optical axis; more the less it is as wide as it
  /// lies to one side, or as labels leave of its width.
  private let stretch: Double
  private let hasFootprints: Bool

  /// - Parameter distance: D in points.
  init(
    view: FitView, distance: Double, anchors: UnsafeMutableBufferPointer<FitAnchor>,
    hasFootprints: Bool
  ) {
    let room = view.room
    var (up, down, sides) = (0.0, 0.0, 0.0)
    if hasFootprints {
      var (left, right) = (0.0, 0.0)
      for anchor in anchors {
        (up, down) = (max(up, anchor.bottom), max(down, anchor.top))
        (left, right) = (max(left, anchor.left), max(right, anchor.right))
      }
      sides = left + right
    }
    // Straight down only the slopes' ratios count.
    let distance = distance.isFinite ? distance : 1
    let aside = max(max(room.right, -room.left), room.width)
    let free = max(room.width - sides, aside / Self.greatestStretch)
    (self.view, self.distance, self.hasFootprints) = (view, distance, hasFootprints)
    (top, bottom) = (room.top / distance, room.bottom / distance)
    (label, hanging) = ((room.bottom + up) / distance, (room.top - down) / distance)
    (self.aside, self.free) = (max(room.right, -room.left) / distance, free / distance)
    stretch = max(1, aside / free)
  }

  /// Labels that leave less of the room are taken as if they left this share of it.
  private static let greatestStretch = 16.0

  /// Whether the inset rectangle's upper edge shows ground.
  func seesGround(at angle: Double) -> Bool {
    view.tilted(to: angle, distance: distance).seesGround
  }

  /// The most by which the fitted zoom rises for one degree between two angles.
  func greatestRise(from low: Double, to high: Double) -> Double {
    let (low, high) = (tan(low * (.pi / 180)), tan(high * (.pi / 180)))
    /// tan(T + the angle of a slope) at the higher angle.
    func beyond(_ slope: Double) -> Double { (high + slope) / (1 - high * slope) }
    /// The most of tan(T + the angle) - tan T: it grows where it is not negative.
    func rise(_ slope: Double) -> Double { slope > 0 ? beyond(slope) - high : 0 }
    let byHeight = rise(top) + max(0, beyond(label))
    let depths = (top - bottom) / (1 - max(low * top, high * top))
    let ratio = (1 - high * bottom) / (1 - high * top)
    let share = stretch == 1 && !hasFootprints ? ratio / (1 + ratio) : stretch
    let byWidth = rise((top + label) / 2) + share * depths
    let aroundTarget = max(0, beyond(top)) * stretch
    return max(byHeight, byWidth, aroundTarget) * (.pi / 180 / log(2))
  }

  /// A rising function of the angle: between two angles the fitted zoom changes by no more than this.
  func travel(at angle: Double) -> Double {
    let t = angle * (.pi / 180)
    let (top, bottom) = (atan(top), atan(bottom))
    func logOfCosine(_ x: Double) -> Double { log(max(cos(x), .leastNormalMagnitude)) }
    /// The integral of |tan x|.
    func way(_ x: Double) -> Double { -logOfCosine(x) * (x < 0 ? -1 : 1) }
    let depths = sin(top - bottom) / cos(bottom) * (t * cos(top) - sin(top) * logOfCosine(t + top))
    let labels = hasFootprints ? 2.0 : 1
    return (way(t) + labels * way(t + top) + way(t + bottom) + labels * stretch * depths) / log(2)
  }

  /// The most by which the zoom changes for one degree of bearing, seen from `angle`, up to a zoom.
  ///
  /// - Parameter diameter: Of the content, in world widths.
  func greatestTurn(at angle: Double, diameter: Double, upTo zoom: Double) -> Double {
    let (sine, cosine) = sineAndCosine(degrees: angle)
    /// How far ahead ground lies, and its depth, both in camera distances.
    func ahead(_ slope: Double) -> Double { slope / (cosine - sine * slope) }
    func depth(_ slope: Double) -> Double { cosine / (cosine - sine * slope) }
    let length = ahead(top) - ahead(bottom)
    let high = max(ahead(hanging) - ahead(label), length / Self.greatestStretch)
    let right = aside * depth(top)
    // What the room holds is nowhere further apart than the room's ground is wide and long.
    let inView = max(
      2 * right / high,
      ((length + 2 * sine * aside * right) / free + sine * right) / depth(bottom))
    // Nor is it further apart than the content, at a zoom.
    let middle = 1 - sine / cosine * (hanging + bottom) / 2
    let size = diameter * WebMercator.worldSize(zoom: zoom) / distance
    let ofContent =
      size * max(1 / high, max(2 * middle, 1 / depth(top)) * (1 + 2 * sine * aside) / free)
    return min(inView, ofContent) * (.pi / 180 / log(2))
  }
}
