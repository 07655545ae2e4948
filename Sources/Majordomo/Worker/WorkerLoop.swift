import JSON
import Operations
import WireFormat
import ZeroMQ

/// A thread that works: a session with each broker, one handler for all. Heartbeats come from the
/// same loop that computes, so that a worker which hangs is silent.
final class WorkerLoop {
  /// What it owes to one broker.
  private final class Session {
    let endpoint: String
    var state: WorkerState
    var connection: Connection?
    /// What it asked and is still to be computed.
    var jobs: [Job] = []

    init(_ endpoint: String, _ state: WorkerState) {
      (self.endpoint, self.state) = (endpoint, state)
    }
  }

  /// A request and its reply. Made once, used again and again.
  final class Job {
    let message = Message(capacity: 5 + Incoming.maximumFrames)
    let reply = Message(capacity: 1)
    var incoming = WorkerIncoming()
    /// When nobody waits for the reply any more.
    var deadline = Milliseconds.max

    /// Whether it holds nothing of a request or reply.
    var isEmpty: Bool { message.count == 0 && reply.count == 0 }

    fileprivate func clear() {
      message.removeAll()
      reply.removeAll()
    }
  }

  private let settings: WorkerSettings
  private let context: Context
  private let handler: RequestHandler
  private let log: Log
  private var onFirstSession: (@Sendable () -> Void)?

  private var sessions: [Session] = []
  private(set) var freeJobs: [Job] = []
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
  }

  /// Whether a broker has accepted this worker.
  var hadSession: Bool { onFirstSession == nil }

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
      let hasJobs = sessions.contains { !$0.jobs.isEmpty }
      try poller.wait(milliseconds: hasJobs ? 0 : look == .max ? nil : Int(max(0, look - now)))
      now = Clock.milliseconds
      var index = 1
      for session in sessions where session.connection != nil {
        if poller.isReadable(index) { try hear(session, at: now) }
        index += 1
      }
      for session in sessions { compute(session) }
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

  /// Reads all that waits: what a request has waited before it is computed counts.
  private func hear(_ session: Session, at now: Milliseconds) throws {
    // No broker of ours sends more than the credit, and what others send waits where it is.
    while session.jobs.count < 2 * credit, let connection = session.connection {
      let job = freeJobs.popLast() ?? Job()
      guard try connection.socket.receive(into: job.message, wait: false) else {
        return free([job])
      }
      job.incoming = WorkerIncoming(job.message)
      job.deadline = job.incoming.timeLeft.map { now + Milliseconds($0.milliseconds) } ?? .max
      session.state.hear(job.incoming.command, at: now)
      let count = session.jobs.count
      try perform(session, job)
      if session.jobs.count == count { free([job]) }
    }
  }

  /// Computes what waits, for 2 ms since others want to compute too. Half of the credit, or what took
  /// 0.1 ms, is answered at once, so that the broker sends the next requests while the rest is computed.
  ///
  /// - Returns: how many requests it computed.
  @discardableResult
  private func compute(_ session: Session) -> Int {
    guard !session.jobs.isEmpty else { return 0 }
    let start = Clock.nanoseconds
    var (time, lastAnswer) = (start, start)
    var (computed, answered) = (0, 0)
    func answerComputed() {
      for job in session.jobs[answered..<computed] { answer(job, to: session) }
      (answered, lastAnswer) = (computed, time)
    }
    while computed < session.jobs.count, time - start < 2_000_000 {
      compute(session.jobs[computed], at: time / 1_000_000)
      computed += 1
      time = Clock.nanoseconds
      if computed - answered >= (credit + 1) / 2 || time - lastAnswer >= Turn.batchNanoseconds {
        answerComputed()
      }
    }
    answerComputed()
    free(session.jobs.prefix(computed))
    session.jobs.removeFirst(computed)
    return computed
  }

  /// What is free holds no memory: after one burst of large requests it would hold it for ever.
  private func free(_ jobs: ArraySlice<Job>) {
    for job in jobs { job.clear() }
    freeJobs += jobs
  }

  /// `job` is what the broker said, if it said something.
  private func perform(_ session: Session, _ job: Job?) throws {
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
        free(session.jobs[...])
        session.jobs = []
        log.write(
          session.state.isOver ? .info : .notice, "worker.closed", ["broker": session.endpoint])
      case .registered:
        log.write(.info, "worker.registered", ["broker": session.endpoint])
        onFirstSession?()
        onFirstSession = nil
      case .compute: if let job { session.jobs.append(job) }
      }
    }
    session.state.actions.removeAll(keepingCapacity: true)
  }

  private func compute(_ job: Job, at now: Milliseconds) {
    writer.removeAll()
    bodies.removeAll(keepingCapacity: true)
    for index in job.incoming.body { bodies.append(job.message[index]) }
    if job.deadline > now { handler(bodies, nil, &writer) } else { refuse(bodies.first) }
    job.reply.append(writer.written)
  }

  /// Nobody waits for the answer; this one frees the credit.
  private func refuse(_ body: UnsafeRawBufferPointer?) {
    let envelope = body.map { RequestEnvelope.scan($0) }
    writer.reply(
      id: envelope?.id, traceparent: envelope?.traceparent,
      problem: Problem(.deadlineExceeded, Refusal.deadlineExceeded.detail))
  }

  // MARK: Sending

  private var version: Majordomo.Version { settings.version == 1 ? .v01 : .v02 }

  private func answer(_ job: Job, to session: Session) {
    guard let connection = session.connection else { return }
    if job.incoming.compactHead == nil { send(version.final, to: session, isLast: false) }
    do {
      if let head = job.incoming.compactHead {
        try head.ofAnswer.withBytes { bytes throws(ZeroMQError) in
          try connection.socket.send(bytes, more: true, wait: false)
        }
      } else {
        for index in job.incoming.address {
          try connection.socket.send(job.message, frame: index, more: true, wait: false)
        }
        try connection.socket.send(Majordomo.empty, more: true, wait: false)
      }
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
    if settings.credit > 1 {
      let offer = WorkerOffer(credit: credit, wantsTimeLeft: true, isCompact: version == .v02)
      message.append(offer.text)
    }
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
      var left = credit
      while left > 0, Clock.milliseconds < end {
        try hear(session, at: Clock.milliseconds)
        guard !session.jobs.isEmpty else { break }
        left -= compute(session)
      }
      try session.connection?.socket.set(.linger, to: settings.lingerMilliseconds)
      session.state.stop()
      try perform(session, nil)
    }
  }
}
