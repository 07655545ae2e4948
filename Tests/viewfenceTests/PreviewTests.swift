import CameraCore
import Foundation
import FoundationXML
import Testing
import WireFormat

@testable import viewfence

struct PreviewTests {
  private static let config = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config")

  private func scenes(_ document: [UInt8]) throws -> [PreviewScene] {
    let fences = try fences(in: Self.config.appending(path: "fences").path())
    let request = withFrames([document]) { requestDecoder(fences: fences).decode($0).request }
    return PreviewScene.scenes(of: try request.get())
  }

  private func picture(_ text: String) throws -> String {
    PreviewPicture.draw(try scenes(Array(text.utf8)))
  }

  @Test func everyExampleMakesAWellFormedPicture() throws {
    let examples = Self.config.appending(path: "examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path())
      .filter { $0.hasSuffix(".json") }
    #expect(names.count >= 10)
    for name in names {
      let document = [UInt8](try Data(contentsOf: examples.appending(path: name)))
      let svg = PreviewPicture.draw(try scenes(document))
      #expect(XMLParser(data: Data(svg.utf8)).parse(), "\(name)")
      #expect(!svg.contains("nan") && !svg.contains("inf\""), "\(name)")
    }
  }

  @Test func theShippedPictureIsThatOfItsExample() throws {
    let examples = Self.config.appending(path: "examples")
    let document = try Data(contentsOf: examples.appending(path: "fit-tilted.json"))
    let shipped = try String(
      contentsOf: examples.appending(path: "fit-tilted.svg"), encoding: .utf8)
    #expect(PreviewPicture.draw(try scenes([UInt8](document))) == shipped)
  }

  @Test func placesStandWhereTheCameraPutsThem() throws {
    // 400 x 200 points are drawn 520 wide, 1.3 for each; both places touch the insets of 20.
    let svg = try picture(
      """
      {"v":1,"id":"a","op":"fit","viewport":{"width":400,"height":200},"insets":20,
       "content":{"pois":[{"latitude":0,"longitude":-1},{"latitude":0,"longitude":1}]}}
      """)
    #expect(svg.contains("<circle class=\"place\" cx=\"26\" cy=\"130\" r=\"8\"/>"))
    #expect(svg.contains("<circle class=\"place\" cx=\"494\" cy=\"130\" r=\"8\"/>"))
    #expect(
      svg.contains("<rect class=\"insets\" x=\"26\" y=\"26\" width=\"468\" height=\"208\"/>"))
  }

  @Test func anAnswerThatCannotBeIsToldAndDrawn() throws {
    let text = """
      {"v":1,"id":"<a&b>","op":"fit","viewport":{"width":100,"height":100},"insets":60,
       "content":{"pois":[{"latitude":0,"longitude":0}]}}
      """
    let scene = try #require(try scenes(Array(text.utf8)).first)
    #expect(scene.answer == nil)
    #expect(scene.facts.contains { $0.name == "no-room" })
    let svg = PreviewPicture.draw([scene])
    #expect(svg.contains("&lt;a&amp;b&gt;: fit"))
    #expect(svg.contains("class=\"far\""))
  }

  @Test func aBatchIsAPictureForEachOfItsMembers() throws {
    let camera =
      #""viewport":{"width":9,"height":9},"camera":{"target":{"latitude":0,"longitude":0},"zoom":3}"#
    let batch =
      #"{"v":1,"id":"a",\#(camera),"batch":[{"op":"clamp","id":"x"},{"op":"info"},{"op":"visible_region"}]}"#
    #expect(try scenes(Array(batch.utf8)).map(\.title) == ["x: clamp", "a: visible_region"])
  }

  @Test func linesEndBehindTheCameraAndWhereTheWorldEnds() throws {
    let viewport = try #require(Viewport(width: 300, height: 300, fieldOfView: 60))
    let origin = try #require(Coordinate(latitude: 0, longitude: 0))
    let camera = try #require(CameraPosition(target: origin, zoom: 2, viewingAngle: 60))
    let drawing = GroundDrawing(viewport: viewport, camera: camera, scale: 1)
    let south = drawing.paths([(0, 60), (0, -80)])
    #expect(south.count == 1)
    #expect(south[0].allSatisfy { abs($0.x - 150) < 1e-6 })
    let around = drawing.paths([(-170, 10), (200, 10)])
    #expect(around.count > 1, "the nearest copy changes on the way")
  }

  @Test(arguments: [
    (0.0, "0"), (1.0, "1"), (-2.5, "-2.5"), (1.005, "1"), (0.126, "0.13"), (.nan, "0"),
    (.infinity, "0"), (1e300, "100000"), (-0.001, "0"),
  ])
  func numbersAreShort(value: Double, text: String) {
    #expect(SVG.number(value) == text)
  }
}
