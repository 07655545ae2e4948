import CameraCore
import Testing

@Suite struct CoordinateTests {
  @Test func aWrappedLongitudeIsTheExactRemainder() {
    var random = SeededGenerator(seed: 1)
    let edges = [180.0, 360, 540, 720, 900].flatMap { [$0, $0.nextUp, $0.nextDown] }
    let numbers = (0..<10_000).map { _ in random.number(in: 0...1200) }
    for number in edges + numbers + [1e17, .greatestFiniteMagnitude] {
      for longitude in [number, -number] where abs(longitude) > 180 {
        let remainder = longitude.remainder(dividingBy: 360)
        let wrapped = wrapLongitude(longitude)
        #expect(wrapped == remainder && (wrapped != 0 || wrapped.sign == .plus), "\(longitude)")
      }
    }
  }
}
