/// Decides where a client's requests go and which replies are theirs. Holds no socket and reads no
/// clock.
///
/// A request goes to one broker after the other, each for `timeout` at most, until one answers;
/// a broker that is busy (429, 503) counts as one that does not. It keeps its id: asking twice is
/// safe, and the first answer is as good as any.
public struct ClientState: Sendable {
  public enum Action: Hashable, Sendable {
    /// Send this request to this broker.
    case send(request: Int, broker: Int)
    /// The reply at hand is the answer to this request.
    case deliver(request: Int)
    /// Nobody answered this request.
    case giveUp(request: Int)
  }

  private struct Flight: Sendable {
    var broker: Int
    var sends: Int
    /// It is to be sent again then; nil while it is under way.
    var waitsUntil: Milliseconds?
  }

  private struct Due: Sendable {
    let at: Milliseconds
    let request: Int
    let sends: Int
  }

  public var actions: [Action] = []
  /// Replies to requests that were answered or given up before, or that were never sent.
  public private(set) var strayReplies = 0
  /// Requests that had to be sent once more.
  public private(set) var resent = 0

  private let brokers: Int
  private let timeout: Milliseconds
  private let sends: Int
  private var favourite = 0
  private var flights: [Int: Flight] = [:]
  /// All wait for the same time, so that the first is due first; those that were answered
  /// meanwhile are passed over. Pauses differ and stand in `pauses`, the first due first.
  private var timeouts = Queue<Due>()
  private var pauses: [Due] = []

  /// Waits for one broker for `timeout`, and tries all of them `rounds` times.
  public init(brokers: Int, timeout: Milliseconds, rounds: Int = 1) {
    precondition(brokers > 0 && rounds > 0)
    (self.brokers, self.timeout, sends) = (brokers, timeout, brokers * rounds)
  }

  public var inFlight: Int { flights.count }

  /// When `tick` has something to do; nil if never.
  public var nextLook: Milliseconds? {
    switch (timeouts.first?.at, pauses.first?.at) {
    case (let a?, let b?): min(a, b)
    case (let a, let b): a ?? b
    }
  }

  /// A new request, under a number that is not in flight.
  public mutating func begin(_ request: Int, at now: Milliseconds) {
    flights[request] = Flight(broker: favourite, sends: 0)
    send(request, at: now)
  }

  /// A reply came. `retryAfter` is nil unless it says that the broker is busy.
  public mutating func receive(
    _ request: Int, from broker: Int, isBusy: Bool, retryAfter: Milliseconds? = nil,
    at now: Milliseconds
  ) {
    guard let flight = flights[request] else {
      strayReplies += 1
      return
    }
    guard isBusy else { return deliver(request) }
    // One that was asked before says no: the one that is asked now may still say yes.
    guard flight.broker == broker, flight.waitsUntil == nil else {
      strayReplies += 1
      return
    }
    guard flight.sends < sends else { return deliver(request) }
    moveOn(request)
    guard flight.sends % brokers == 0, let retryAfter, retryAfter > 0 else {
      return send(request, at: now)
    }
    // All were asked: they need time, though not more than a minute whatever they say.
    let end = now + min(retryAfter, 60_000)
    flights[request]?.waitsUntil = end
    let due = Due(at: end, request: request, sends: flight.sends)
    pauses.insert(due, at: pauses.firstIndex { $0.at > due.at } ?? pauses.count)
  }

  /// To be called when `nextLook` is reached.
  public mutating func tick(at now: Milliseconds) {
    while let due = timeouts.first, due.at <= now {
      timeouts.removeFirst()
      guard let flight = flights[due.request], flight.sends == due.sends, flight.waitsUntil == nil
      else { continue }
      guard flight.sends < sends else {
        flights[due.request] = nil
        actions.append(.giveUp(request: due.request))
        continue
      }
      moveOn(due.request)
      send(due.request, at: now)
    }
    while let due = pauses.first, due.at <= now {
      pauses.removeFirst()
      guard let flight = flights[due.request], flight.sends == due.sends else { continue }
      flights[due.request]?.waitsUntil = nil
      send(due.request, at: now)
    }
  }

  private mutating func deliver(_ request: Int) {
    flights[request] = nil
    actions.append(.deliver(request: request))
  }

  private mutating func moveOn(_ request: Int) {
    guard let flight = flights[request] else { return }
    let next = flight.broker + 1 < brokers ? flight.broker + 1 : 0
    flights[request]?.broker = next
    favourite = next
  }

  private mutating func send(_ request: Int, at now: Milliseconds) {
    guard var flight = flights[request] else { return }
    if flight.sends > 0 { resent += 1 }
    flight.sends += 1
    flights[request] = flight
    timeouts.append(Due(at: now + timeout, request: request, sends: flight.sends))
    actions.append(.send(request: request, broker: flight.broker))
  }
}

/// First in, first out, in one array that is used again.
private struct Queue<Element> {
  private var elements: [Element] = []
  private var start = 0

  var first: Element? { start < elements.count ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeFirst() {
    start += 1
    guard start > 1024, start * 2 > elements.count else { return }
    elements.removeFirst(start)
    start = 0
  }
}

extension Queue: Sendable where Element: Sendable {}
