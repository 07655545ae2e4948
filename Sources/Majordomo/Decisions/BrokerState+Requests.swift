/// Requests come in.
extension BrokerState {
  /// A request was read into `slot`.
  mutating func accept(_ request: Request, slot: Int, at now: Milliseconds) {
    expireDeadlines(at: now)
    makeRoom(for: slot)
    counters.accepted += 1
    // Here and not in `tick`, which never comes while the own thread answers everything at once.
    if connections.count >= connectionLook {
      connections.forgetIdle()
      connectionLook = max(Self.fewConnections, 2 * connections.count)
    }
    let connection = request.peer.map { connections.number(of: $0) }
    held[slot] = HeldRequest(
      connection: connection, service: request.service, bytes: request.bytes, acceptedAt: now)

    switch admission(of: request, connection, at: now) {
    case .refuse(let refusal, let retryAfter):
      if refusal == .poisonRequest { counters.poisoned += 1 }
      counters.refused += 1
      actions.append(.refuse(slot: slot, refusal, retryAfter: retryAfter, first: true))
    case .repeatAnswer(let kept):
      counters.repeated += 1
      counters.answered += 1
      actions.append(.repeatAnswer(slot: slot, kept: kept))
    case .join(let primary):
      counters.joined += 1
      hold(slot)
      waiting += 1
      waitingBytes += held[slot].bytes
      held[slot].nextJoined = held[primary].nextJoined
      held[primary].nextJoined = slot
    case .compute(let attempts):
      hold(slot)
      held[slot].isPrimary = true
      held[slot].attempts = attempts
      if let key = request.key {
        held[slot].entry = known.begin(key.id, body: key.body, slot: slot) {
          actions.append(.forget($0))
        }
      }
      held[slot].deadline = now + time(for: request)
      wheel.add(slot, held[slot].deadline, at: now)
      enqueue(slot, inFront: false)
      if services[request.service].sessions.isEmpty {
        graceLook = min(graceLook, now + bounds.grace)
      }
      dispatch(request.service, at: now)
    }
  }

  private enum Admission {
    case compute(attempts: Int)
    case join(primary: Int)
    case repeatAnswer(kept: Int)
    case refuse(Refusal, retryAfter: Milliseconds?)
  }

  private func admission(
    of request: Request, _ connection: Int?, at now: Milliseconds
  ) -> Admission {
    if let connection, !hasRoom(connection, bytes: request.bytes) || isBehind(connection) {
      return .refuse(.clientLimit, retryAfter: bounds.grace / 10)
    }
    var attempts = 0
    if let key = request.key, let entry = known.find(key.id, at: now) {
      let isSame = known.body(of: entry) == key.body
      switch known.state(of: entry) {
      case .inFlight(let primary):
        guard isSame else { return .refuse(.idConflict, retryAfter: nil) }
        return hasRoom(for: request)
          ? .join(primary: primary)
          : .refuse(.overloaded, retryAfter: patience(request.service, at: now))
      case .kept:
        return isSame
          ? .repeatAnswer(kept: entry.number) : .refuse(.idConflict, retryAfter: nil)
      case .attempted(let earlier):
        if isSame { attempts = earlier }
      }
    }
    guard attempts < bounds.attempts else { return .refuse(.poisonRequest, retryAfter: nil) }
    guard !isDraining else { return .refuse(.draining, retryAfter: bounds.grace) }
    guard hasRoom(for: request) else {
      return .refuse(.overloaded, retryAfter: patience(request.service, at: now))
    }
    // An answer that comes too late is work for nothing, and under lasting overload there would be
    // no other. Ingest has back-pressure instead: it is not read while the wait is long.
    let limit = max(1, time(for: request) * 3 / 4)
    if request.peer != nil, wait(request.service, at: now) >= limit {
      return .refuse(.longWait, retryAfter: patience(request.service, at: now))
    }
    return .compute(attempts: attempts)
  }

  /// Whether who comes now waits for half the usual deadline in a queue.
  func isWaitLong(at now: Milliseconds) -> Bool {
    services.numbers.contains { wait($0, at: now) >= bounds.deadline / 2 }
  }

  /// About how long who comes now waits in the queue of a service: by its pace as long as all who
  /// wait take, and not less than the head has waited, which tells more when none leaves.
  private func wait(_ service: Int, at now: Milliseconds) -> Milliseconds {
    guard let head = services[service].queue.head else { return 0 }
    let passed = now - held[head].acceptedAt
    guard let each = services[service].pace.each else { return passed }
    return max(passed, Milliseconds(each * Double(services[service].waiting)))
  }

  /// One request is always let in, however large: its size has a bound of its own.
  func hasRoom(_ connection: Int, bytes: Int) -> Bool {
    let load = connections.load(of: connection)
    return load.requests < bounds.perConnection
      && (load.requests == 0 || load.bytes + bytes <= bounds.perConnectionBytes)
  }

  /// The same of all that waits.
  private func hasRoom(for request: Request) -> Bool {
    waiting < bounds.queued
      && (waiting == 0 || waitingBytes + request.bytes <= bounds.queuedBytes)
  }

  private func time(for request: Request) -> Milliseconds {
    min(max(request.deadline ?? bounds.deadline, 1), 60_000)
  }

  /// When it is worth coming again.
  private func patience(_ service: Int, at now: Milliseconds) -> Milliseconds {
    guard services[service].queue.head != nil else { return bounds.grace }
    return min(max(wait(service, at: now), bounds.grace / 10), bounds.deadline)
  }
}
