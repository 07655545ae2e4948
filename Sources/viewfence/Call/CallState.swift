/// Decides where requests go, when they go elsewhere, and in which order the replies come out.
/// Holds no socket and reads no clock.
///
/// A request goes to one endpoint after the other, each for `timeout` at most, until one answers;
/// a busy endpoint (503) counts as one that does not. Requests are pure, so that asking twice is
/// safe and the first answer is as good as any.
struct CallState {
  typealias Instant = ContinuousClock.Instant

  enum Action: Equatable {
    case send(request: Int, endpoint: Int)
    /// The reply to the next request in the order of `add`; nil if nobody answered.
    case deliver(reply: [UInt8]?)
  }

  private struct Flight {
    var endpoint: Int
    var attempts: Int
    var due: Instant
  }

  private enum Place {
    case flying(Flight)
    case landed([UInt8]?)
  }

  private let endpoints: Int
  private let timeout: Duration
  /// Where new requests go: the endpoint that did not fail last.
  private var favourite = 0
  /// The requests that were not delivered yet, the oldest first.
  private var places: [Place] = []
  private var delivered = 0

  init(endpoints: Int, timeout: Duration) {
    precondition(endpoints > 0)
    (self.endpoints, self.timeout) = (endpoints, timeout)
  }

  /// How many requests wait to be delivered.
  var pending: Int { places.count }

  /// When `expire` has something to do.
  var nextDue: Instant? {
    places.compactMap { if case .flying(let flight) = $0 { flight.due } else { nil } }.min()
  }

  /// Takes the next request; they are numbered from 0.
  mutating func add(at now: Instant) -> Action {
    let flight = Flight(endpoint: favourite, attempts: 1, due: now + timeout)
    places.append(.flying(flight))
    return .send(request: delivered + places.count - 1, endpoint: flight.endpoint)
  }

  /// Takes a reply. Those that nobody waits for any more are dropped.
  mutating func receive(
    _ reply: [UInt8], busy: Bool, for request: Int, from endpoint: Int, at now: Instant
  ) -> [Action] {
    let index = request &- delivered
    guard request >= delivered, places.indices.contains(index),
      case .flying(let flight) = places[index]
    else { return [] }
    if busy {
      guard flight.endpoint == endpoint else { return [] }
      if flight.attempts < endpoints { return [move(index, at: now)] }
    }
    places[index] = .landed(reply)
    return deliver()
  }

  /// Gives up waiting where the time is over.
  mutating func expire(at now: Instant) -> [Action] {
    var actions: [Action] = []
    for index in places.indices {
      guard case .flying(let flight) = places[index], flight.due <= now else { continue }
      if flight.attempts < endpoints {
        actions.append(move(index, at: now))
      } else {
        places[index] = .landed(nil)
      }
    }
    return actions + deliver()
  }

  private mutating func move(_ index: Int, at now: Instant) -> Action {
    guard case .flying(var flight) = places[index] else { preconditionFailure("it is not flying") }
    flight.endpoint = (flight.endpoint + 1) % endpoints
    flight.attempts += 1
    flight.due = now + timeout
    favourite = flight.endpoint
    places[index] = .flying(flight)
    return .send(request: delivered + index, endpoint: flight.endpoint)
  }

  private mutating func deliver() -> [Action] {
    var actions: [Action] = []
    for case .landed(let reply) in places.prefix(while: {
      if case .landed = $0 { true } else { false }
    }) {
      actions.append(.deliver(reply: reply))
    }
    places.removeFirst(actions.count)
    delivered += actions.count
    return actions
  }
}
