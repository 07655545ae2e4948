import Operations

/// Decides how a worker keeps its session with one broker. Holds no socket and reads no clock.
///
/// It tries for ever: a broker that is silent, or that sends the worker away, is asked again after
/// a pause that grows and is never the same for two workers.
struct WorkerState {
  enum Action: Hashable {
    /// Make a connection and send READY.
    case connect
    case heartbeat
    /// Say that the worker leaves.
    case disconnect
    /// Throw the connection away, and what still waits there.
    case close
    /// The broker was heard for the first time in this session.
    case registered
    /// Compute the request at hand and answer it.
    case compute
  }

  enum Command: Sendable { case request, heartbeat, disconnect }

  private enum Phase {
    case idle(until: Milliseconds)
    case connected(isRegistered: Bool)
    case over
  }

  var actions: [Action] = []

  private let heartbeat: Milliseconds
  private let expiry: Milliseconds
  private var phase = Phase.idle(until: .min)
  private var backOff = BackOff(from: shortestPause, to: longestPause)
  private var lastHeard: Milliseconds = 0
  private var nextHeartbeat: Milliseconds = 0
  private var random: SplitMix64

  static let shortestPause: Milliseconds = 100
  static let longestPause: Milliseconds = 5000

  /// `expiry` is the silence after which a broker is given up.
  init(heartbeat: Milliseconds, expiry: Milliseconds, seed: UInt64) {
    (self.heartbeat, self.expiry) = (heartbeat, expiry)
    random = SplitMix64(seed: seed)
  }

  var isOver: Bool { if case .over = phase { true } else { false } }

  /// When `tick` has something to do; nil if never.
  var nextLook: Milliseconds? {
    switch phase {
    case .idle(let until): until
    case .connected: min(nextHeartbeat, lastHeard + expiry)
    case .over: nil
    }
  }

  /// To be called when `nextLook` is reached, after all messages that wait were read.
  mutating func tick(at now: Milliseconds) {
    switch phase {
    case .idle(let until):
      guard until <= now else { return }
      phase = .connected(isRegistered: false)
      lastHeard = now
      nextHeartbeat = now + heartbeat
      actions.append(.connect)
    case .connected:
      guard now - lastHeard < expiry else { return leave(at: now) }
      guard now >= nextHeartbeat else { return }
      nextHeartbeat = now + heartbeat
      actions.append(.heartbeat)
    case .over: break
    }
  }

  /// The broker sent something; nil is what is no command.
  mutating func hear(_ command: Command?, at now: Milliseconds) {
    guard case .connected(let isRegistered) = phase else { return }
    lastHeard = now
    if command == .disconnect { return leave(at: now) }
    // What cannot be understood is passed over: a broker that does not speak the protocol sends
    // nothing that would keep the session.
    guard let command else { return }
    if !isRegistered {
      phase = .connected(isRegistered: true)
      backOff.reset()
      actions.append(.registered)
    }
    if command == .request { actions.append(.compute) }
    // A heartbeat that answers one costs no waking up of its own; those by the clock are a little
    // later, for brokers that do not beat.
    if command == .heartbeat, nextHeartbeat - now <= heartbeat {
      nextHeartbeat = now + heartbeat + heartbeat / 4
      actions.append(.heartbeat)
    }
  }

  /// The worker stops, and has answered what it had.
  mutating func stop() {
    if case .connected = phase { actions += [.disconnect, .close] }
    phase = .over
  }

  private mutating func leave(at now: Milliseconds) {
    actions.append(.close)
    // Many workers lose a broker at the same time and shall not come back at the same time.
    let pause = backOff.next()
    phase = .idle(until: now + pause / 2 + Milliseconds(random.next() % UInt64(pause / 2 + 1)))
  }
}
