/// How much one fit may compute, counted in looks at a place, so that the same request is answered or
/// refused on every machine and in every build.
struct FitWork {
  /// 0.2 to 0.5 s in a release build; a look takes 2 to 5 ns.
  static let standardLimit = 90_000_000

  /// As how many looks the drawing of a place counts, and its place in the order of longitudes.
  static let looksOfDrawing = 8
  static let looksOfSorting = 20

  var limit = Self.standardLimit
  private(set) var spent = 0

  var isUsedUp: Bool { spent > limit }

  static let refusal = CameraError.tooCostly(
    "the fit takes too much work: ask with fewer places around the world that have footprints of"
      + " their own, with fewer circles, or with a bearing in degrees in place of the best")

  fileprivate mutating func spend(_ looks: Int) { spent += looks }
}

/// Counts the work of one fit; copies count together, while the fit runs.
struct FitMeter {
  private let work: UnsafeMutablePointer<FitWork>

  init(_ work: UnsafeMutablePointer<FitWork>) { self.work = work }

  /// Whether the fit is refused whatever is found from now on, so that it may be left out.
  var isUsedUp: Bool { work.pointee.isUsedUp }

  func spend(_ looks: Int) { work.pointee.spend(looks) }
}
