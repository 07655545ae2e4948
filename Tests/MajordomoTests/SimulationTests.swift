import Foundation
import Testing

@testable import Majordomo

/// Brokers, workers and clients in bad weather. `VIEWFENCE_SIMULATED_MINUTES=60000` runs longer.
@Suite struct SimulationTests {
  /// Seeds that found something once.
  static let found: [UInt64] = []

  private func play(seed: UInt64, minutes: Int, _ shape: World.Shape = World.Shape()) -> World {
    var world = World(seed: seed, shape)
    world.run(Milliseconds(minutes) * 60_000)
    if world.fault == nil { world.settle() }
    #expect(world.fault == nil, "seed \(seed)")
    return world
  }

  @Test func nothingIsLostDoubledOrForeignInBadWeather() {
    let minutes =
      ProcessInfo.processInfo.environment["VIEWFENCE_SIMULATED_MINUTES"].flatMap(Int.init) ?? 30
    var answered = 0
    for seed in Self.found + (0..<UInt64(minutes / 10)).map({ $0 }) {
      let world = play(seed: seed, minutes: 10)
      guard world.fault == nil else { return }
      answered += world.answered
    }
    #expect(answered > minutes * 10)
  }

  @Test(arguments: 100...101 as ClosedRange<UInt64>)
  func poisonKillsThreeWorkersAtMost(seed: UInt64) {
    var shape = World.Shape()
    shape.poisonEvery = 50
    shape.credit = 8
    let world = play(seed: seed, minutes: 5, shape)
    #expect(world.poisoned > 0)
  }

  @Test(arguments: 200...201 as ClosedRange<UInt64>)
  func smallBoundsHold(seed: UInt64) {
    var shape = World.Shape()
    shape.brokers = 1
    shape.workers = 1
    shape.clients = 30
    shape.bounds.queued = 5
    shape.bounds.perConnection = 2
    shape.bounds.kept = 10
    let world = play(seed: seed, minutes: 5, shape)
    #expect(world.refused > 0)
  }

  @Test(arguments: 300...301 as ClosedRange<UInt64>)
  func manyWhoDoNotReadLoseNothingThatTheyAreOwed(seed: UInt64) {
    var shape = World.Shape()
    shape.brokers = 1
    shape.clients = 30
    shape.deaf = 20
    shape.bounds.queued = 8
    shape.bounds.perConnection = 2
    let world = play(seed: seed, minutes: 5, shape)
    #expect(world.delayed > 0 && world.dropped > 0)
  }
}
