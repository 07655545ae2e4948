/// What each connection has in flight, by number, so that it need not be looked up twice.
struct Connections {
  private var numbers: [Peer: Int] = [:]
  private var loads = SlotTable<(requests: Int, bytes: Int)>()

  var count: Int { numbers.count }

  mutating func number(of peer: Peer) -> Int {
    if let number = numbers[peer] { return number }
    let number = loads.insert((0, 0))
    numbers[peer] = number
    return number
  }

  /// Nil for one that has no number now, and so has nothing in flight.
  func known(_ peer: Peer) -> Int? { numbers[peer] }

  func load(of number: Int) -> (requests: Int, bytes: Int) { loads[number] }

  mutating func take(_ number: Int, bytes: Int) {
    loads[number].requests += 1
    loads[number].bytes += bytes
  }

  mutating func give(_ number: Int, bytes: Int) {
    loads[number].requests -= 1
    loads[number].bytes -= bytes
  }

  /// Nobody tells that a connection has ended: those with nothing in flight are forgotten now and
  /// then, and numbered anew when they ask again.
  mutating func forgetIdle() {
    for (peer, number) in numbers where loads[number].requests == 0 {
      numbers[peer] = nil
      loads.giveBack(number)
    }
  }
}
