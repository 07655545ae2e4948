import CameraCore

/// Times the camera core: the median CPU time of one call, on the thread that runs it.
///
/// Each line: what, how many places, nanoseconds a call, nanoseconds a place. `target` follows where
/// the design names one. The last line sets the fit of a million places against the mere reading of
/// as many bytes.
func runCoreBenchmarks() {
  print("core: median CPU ns a call of 9 rounds, one thread")
  var fit = 0.0
  for benchmark in coreBenchmarks() {
    let median = benchmark.run()
    if benchmark.name == packedNorthUp, benchmark.count == million { fit = median }
  }
  let read = reading(16 * million).run()
  print(
    "\(packedNorthUp) of \(million) against reading as many bytes: "
      + "\((fit / read * 100).rounded() / 100)")
}

private let million = 1_000_000
private let packedNorthUp = "check and fit packed, north-up"

private struct CoreBenchmark {
  let name: String
  let count: Int
  /// Nanoseconds a call.
  var target: Double?
  let body: () -> Double

  /// Prints the line, and returns the nanoseconds a call.
  func run() -> Double {
    var rounds = 1
    while measure(rounds) < 5_000_000 { rounds *= 2 }
    let times = (0..<9).map { _ in Double(measure(rounds)) / Double(rounds) }.sorted()
    let median = times[4]
    let perPlace = (median / Double(count) * 1000).rounded() / 1000
    let goal = target.map { "  target \(Int($0))" } ?? ""
    print(
      "\(padded(name, to: 44)) n=\(padded(String(count), to: 8))"
        + "\(padded(String(Int(median.rounded())), to: 12)) ns  \(perPlace) ns/place\(goal)")
    return median
  }

  private func measure(_ rounds: Int) -> UInt64 {
    let start = threadCPU()
    for _ in 0..<rounds { sink += body() }
    return threadCPU() - start
  }

  private func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

/// Keeps the optimiser from leaving calls out.
nonisolated(unsafe) private var sink = 0.0

/// A linear congruential generator, so that every run sees the same places.
private struct Places {
  private var state: UInt32 = 1

  mutating func number(in range: ClosedRange<Double>) -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    let share = Double(state >> 8) / 16_777_216
    return range.lowerBound + share * (range.upperBound - range.lowerBound)
  }

  /// In and around Sydney.
  mutating func coordinate() -> Coordinate {
    let latitude = number(in: -34.2 ... -33.5)
    let longitude = number(in: 150.6...151.4)
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
      preconditionFailure("no coordinate")
    }
    return coordinate
  }

  mutating func footprint() -> EdgeInsets? {
    let half = number(in: 8...24)
    return EdgeInsets(top: number(in: 16...48), left: half, bottom: 0, right: half)
  }
}

private func coreBenchmarks() -> [CoreBenchmark] {
  guard let phone = Viewport(width: 390, height: 844),
    let camera = CameraPosition(
      target: Places.sydney, zoom: 12, bearing: 30, viewingAngle: 45)
  else { return [] }
  func fit(_ request: FitRequest) -> () -> Double {
    { (try? phone.fit(request, within: .standard))?.camera.zoom ?? 0 }
  }
  func content(_ count: Int, footprints: Bool = false) -> FitContent {
    var places = Places()
    return FitContent(
      places: (0..<count).map { _ in
        FitContent.Place(places.coordinate(), footprint: footprints ? places.footprint() : nil)
      })
  }

  var benchmarks: [CoreBenchmark] = []
  func add(_ name: String, _ count: Int, target: Double? = nil, _ body: @escaping () -> Double) {
    benchmarks.append(CoreBenchmark(name: name, count: count, target: target, body: body))
  }
  add("fit places, north-up", 8, target: 250, fit(FitRequest(content: content(8))))
  add(
    "fit places, bearing 30", 8, fit(FitRequest(content: content(8), bearing: .degrees(30))))
  add(
    "fit places, bearing 30, angle 45", 8,
    fit(FitRequest(content: content(8), bearing: .degrees(30), viewingAngle: 45)))
  add(
    "fit places with footprints, bearing 30, angle 45", 8, target: 4000,
    fit(
      FitRequest(
        content: content(8, footprints: true), bearing: .degrees(30), viewingAngle: 45)))
  add(
    "fit places with footprints, angle 20", 8, target: 4000,
    fit(FitRequest(content: content(8, footprints: true), viewingAngle: 20)))
  add(
    "fit places, best bearing", 8, fit(FitRequest(content: content(8), bearing: .best)))
  for count in [64, 1000] {
    add("fit places, north-up", count, fit(FitRequest(content: content(count))))
    add(
      "fit places, bearing 30, angle 20", count,
      fit(FitRequest(content: content(count), bearing: .degrees(30), viewingAngle: 20)))
  }
  /// `eastward` moves the places, in degrees.
  func packed(_ count: Int, eastward: Double = 0) -> (_ bearing: Double, _ angle: Double) -> () ->
    Double
  {
    var places = Places()
    // Kept for as long as the process runs, as a frame in a message would be.
    let memory = UnsafeMutablePointer<Double>.allocate(capacity: 2 * count)
    for index in 0..<count {
      let coordinate = places.coordinate()
      memory[2 * index] = wrapLongitude(coordinate.longitude + eastward)
      memory[2 * index + 1] = coordinate.latitude
    }
    let bytes = UnsafeRawBufferPointer(start: memory, count: 16 * count)
    return { bearing, angle in
      {
        guard let coordinates = PackedCoordinates(bytes) else { return 0 }
        let request = FitRequest(
          content: FitContent(coordinates: coordinates), bearing: .degrees(bearing),
          viewingAngle: angle)
        return (try? phone.fit(request, within: .standard))?.camera.zoom ?? 0
      }
    }
  }
  for count in [1000, 10_000, 100_000, million] {
    let isMillion = count == million
    let (packedHere, packedAcross) = (packed(count), packed(count, eastward: 29))
    add(packedNorthUp, count, target: isMillion ? 350_000 : nil, packedHere(0, 0))
    add(
      "check and fit packed, bearing 30, angle 20", count, target: isMillion ? 30_000_000 : nil,
      packedHere(30, 20))
    add("check and fit packed across 180, north-up", count, packedAcross(0, 0))
  }
  let corner = Places.sydney
  add("project", 1) { phone.project(corner, from: camera)?.x ?? 0 }
  return benchmarks
}

/// The sum of all words of a memory that is larger than the caches of one core: how fast this machine
/// reads, with nothing else to do.
private func reading(_ byteCount: Int) -> CoreBenchmark {
  let count = byteCount / MemoryLayout<SIMD8<UInt64>>.stride
  // Kept for as long as the process runs, and written, or every page would be the same one of zeros.
  let memory = UnsafeMutablePointer<SIMD8<UInt64>>.allocate(capacity: count)
  for index in 0..<count { memory[index] = SIMD8(repeating: UInt64(index)) }
  return CoreBenchmark(name: "read memory, 16 bytes a place", count: byteCount / 16) {
    // Four sums, for one would wait for its own last addition.
    var sums = (memory[0], memory[1], memory[2], memory[3])
    for index in stride(from: 4, to: count - 3, by: 4) {
      sums.0 &+= memory[index]
      sums.1 &+= memory[index + 1]
      sums.2 &+= memory[index + 2]
      sums.3 &+= memory[index + 3]
    }
    let sum = (sums.0 &+ sums.1 &+ sums.2 &+ sums.3).wrappedSum()
    return Double(sum % 1024)
  }
}

extension Places {
  fileprivate static var sydney: Coordinate {
    var places = Places()
    return places.coordinate()
  }
}
