import JSON
import Operations
import ZeroMQ

/// A thread that works: a session with each broker, one handler for all. Heartbeats come from the
/// same loop that computes, so that a worker which hangs is silent.
final class WorkerLoop {
  /// What it owes to one broker.
  private final class Session {
    let endpoint: String
    var state: WorkerState
    var connection: Connection?

    init(_ endpoint: String, _ state: WorkerState) {
      (self.endpoint, self.state) = (endpoint, state)
    }
  }

  /// A request and its reply.
  private final class Job {
    let message = Message(capacity: 5 + Incoming.maximumFrames)
    let reply = Message(capacity: 1)
    var incoming: WorkerIncoming?
  }

  private let settings: WorkerSettings
  private let context: Context
  private let handler: RequestHandler
  private let log: Log
  private var onFirstSession: (@Sendable () -> Void)?

  private var sessions: [Session] = []
  private var jobs: [Job] = []
  private var bodies: [UnsafeRawBufferPointer] = []
  private var writer = JSONWriter(capacity: 4096)
  private var poller = Poller()
  private var hasChanged = true

  /// - Parameter onFirstSession: called once, when a broker has accepted this worker.
  init(
    _ settings: WorkerSettings, in context: Context, handler: @escaping RequestHandler, log: Log,
    onFirstSession: @escaping @Sendable () -> Void
  ) {
    (self.settings, self.context, self.handler) = (settings, context, handler)
    (self.log, self.onFirstSession) = (log, onFirstSession)
    for endpoint in settings.brokers {
      let state = WorkerState(
        heartbeat: Milliseconds(settings.heartbeatMilliseconds),
        expiry: Milliseconds(settings.expiryMilliseconds), seed: randomNumber())
      sessions.append(Session(endpoint, state))
    }
    for _ in 0..<credit { jobs.append(Job()) }
  }

  private var credit: Int { max(1, settings.credit / max(1, settings.brokers.count)) }

  /// Works until `stop` can be read; what was taken until then is answered.
  func run(until stop: WakeUp) throws {
    while true {
      var now = Clock.milliseconds
      for session in sessions where session.state.nextLook ?? .max <= now {
        session.state.tick(at: now)
        try perform(session, nil)
      }
      if hasChanged { rebuildPoller(stop) }
      let look = sessions.reduce(Milliseconds.max) { min($0, $1.state.nextLook ?? .max) }
      try poller.wait(milliseconds: look == .max ? nil : Int(max(0, look - now)))
      now = Clock.milliseconds
      var index = 1
      for session in sessions where session.connection != nil {
        if poller.isReadable(index) { try take(session, at: now) }
        index += 1
      }
      if poller.isReadable(0) { return try finish() }
    }
  }

  private func rebuildPoller(_ stop: WakeUp) {
    hasChanged = false
    poller = Poller()
    poller.add(fileDescriptor: stop.fileDescriptor)
    for session in sessions {
      if let connection = session.connection { poller.add(connection.socket) }
    }
  }

  /// Computes all that waits, up to the credit, and then sends all replies.
  ///
  /// - Returns: how many requests it computed.
  @discardableResult
  private func take(_ session: Session, at now: Milliseconds) throws -> Int {
    var count = 0
    while count < jobs.count, let connection = session.connection {
      let job = jobs[count]
      guard try connection.socket.receive(into: job.message, wait: false) else { break }
      let incoming = WorkerIncoming(job.message)
      job.incoming = nil
      session.state.hear(incoming.command, at: now)
      try perform(session, (job, incoming))
      if job.incoming != nil { count += 1 }
      // Others want to compute too.
      if Clock.milliseconds - now >= 2 { break }
    }
    for job in jobs.prefix(count) { answer(job, to: session) }
    return count
  }

  private func perform(_ session: Session, _ atHand: (Job, WorkerIncoming)?) throws {
    for action in session.state.actions {
      switch action {
      case .connect:
        let socket = try Socket(.dealer, in: context)
        try socket.set(.maximumFrameSize, to: settings.maximumFrame)
        try socket.set(.sendHighWaterMark, to: 1000)
        if let keys = settings.keys { try socket.useCurve(keys) }
        try socket.connect(session.endpoint)
        session.connection = Connection(socket)
        hasChanged = true
        sendReady(session)
      case .heartbeat: send(version.heartbeat, to: session)
      case .disconnect: send(version.disconnect, to: session)
      case .close:
        session.connection = nil
        hasChanged = true
        log.write(
          session.state.isOver ? .info : .notice, "worker.closed", ["broker": session.endpoint])
      case .registered:
        log.write(.info, "worker.registered", ["broker": session.endpoint])
        onFirstSession?()
        onFirstSession = nil
      case .compute:
        if let (job, incoming) = atHand { compute(job, incoming) }
      }
    }
    session.state.actions.removeAll(keepingCapacity: true)
  }

  private func compute(_ job: Job, _ incoming: WorkerIncoming) {
    job.incoming = incoming
    job.reply.removeAll()
    writer.removeAll()
    bodies.removeAll(keepingCapacity: true)
    for index in incoming.body { bodies.append(job.message[index]) }
    handler(bodies, &writer)
    writer.bytes.withUnsafeBytes { job.reply.append($0) }
  }

  // MARK: Sending

  private var version: Majordomo.Version { settings.version == 1 ? .v01 : .v02 }

  private func answer(_ job: Job, to session: Session) {
    guard let connection = session.connection, let incoming = job.incoming else { return }
    send(version.final, to: session, isLast: false)
    do {
      for index in incoming.address {
        try connection.socket.send(job.message, frame: index, more: true, wait: false)
      }
      try connection.socket.send(Majordomo.empty, more: true, wait: false)
      try connection.socket.send(job.reply, frame: 0, wait: false)
    } catch {
      log.write(.warning, "worker.unsent", ["broker": session.endpoint, "reason": "\(error)"])
    }
  }

  private func sendReady(_ session: Session) {
    guard let connection = session.connection else { return }
    send(Majordomo.Version.ready, to: session, isLast: false)
    let message = Message(capacity: 2)
    message.append(settings.service)
    if settings.credit > 1 { message.append(#"{"credit":\#(credit)}"#) }
    try? connection.socket.send(message, wait: false)
  }

  /// A command; what the broker has no room for it will miss, and judge by the silence.
  private func send(_ command: UInt8, to session: Session, isLast: Bool = true) {
    guard let connection = session.connection else { return }
    do {
      if version == .v01 { try connection.socket.send(Majordomo.empty, more: true, wait: false) }
      try connection.socket.send(
        UnsafeRawBufferPointer(version.workerHeader), more: true, wait: false)
      try connection.socket.send(byte: command, more: !isLast)
    } catch {
      log.write(.warning, "worker.unsent", ["broker": session.endpoint, "reason": "\(error)"])
    }
  }

  // MARK: The end

  private func finish() throws {
    let end = Clock.milliseconds + Milliseconds(settings.drainMilliseconds)
    for session in sessions {
      // What it holds already is at most its credit. The broker sends more for each answer until it
      // hears that this worker leaves, and then gives to others what is left.
      var left = jobs.count
      while left > 0, Clock.milliseconds < end, let connection = session.connection,
        try connection.socket.isReadable
      {
        left -= max(1, try take(session, at: Clock.milliseconds))
      }
      try session.connection?.socket.set(.linger, to: settings.lingerMilliseconds)
      session.state.stop()
      try perform(session, nil)
    }
  }
}
