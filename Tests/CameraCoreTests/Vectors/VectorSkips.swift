import Foundation
import Testing

/// The vectors that have no counterpart in the product, each with the reason.
enum VectorSkips {
  static let reasons: [String: String] = {
    let offset = "a fit has no offset: padding and insets place its content"
    let ellipsoid = "metres per point are on the sphere of 6378137 m"
    var reasons: [String: String] = [:]
    for id in ["fit-081", "fit-082", "fit-085", "fit-086", "fit-088"] { reasons[id] = offset }
    for number in ["002", "003", "005", "007", "010", "012", "013"] {
      reasons["mppwgs-\(number)"] = ellipsoid
    }
    return reasons
  }()

  /// Views of more than half a world, where the product draws some places on a nearer copy.
  static let onAnotherCopy: Set = ["project-065", "project-067", "project-070", "project-091"]
}

@Suite struct VectorCountTests {
  private struct Header: Decodable { let id, kind: String }

  @Test func everyVectorIsRunOrSkippedByName() throws {
    let files = [
      "constrain", "fit_bounds", "fit_points", "fly", "meters_per_point", "nearest_on_polygon",
      "project", "unproject", "visible_bounds", "world_points", "zoom_limit",
    ]
    let all = try files.flatMap { file in
      try JSONDecoder().decode([Header].self, from: vectorFile(file))
    }
    let run =
      try QueryVectorTests.count() + FitVectorTests.count() + ClampVectorTests.count()
      + FlightVectorTests.count()
    let skipped = all.filter { VectorSkips.reasons[$0.id] != nil }
    #expect(Set(all.map(\.id)).count == all.count)
    #expect(skipped.count == VectorSkips.reasons.count, "a skip names no vector")
    #expect(run + skipped.count == all.count)
    for vector in skipped.sorted(by: { $0.id < $1.id }) {
      print("skipped \(vector.id): \(VectorSkips.reasons[vector.id] ?? "")")
    }
    print("vectors: \(run) run, \(skipped.count) skipped, \(all.count) in all")
  }
}
