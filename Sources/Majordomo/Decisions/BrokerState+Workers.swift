/// Workers come, answer and go.
extension BrokerState {
  /// A worker offers itself. `offer` is nil for one that said nothing about it.
  mutating func ready(
    _ peer: Peer, _ version: Majordomo.Version, service name: UnsafeRawBufferPointer,
    offer: WorkerOffer?, at now: Milliseconds
  ) {
    // READY is the first command of a session and no other.
    guard sessionNumbers[peer] == nil else { return violation(by: peer, at: now) }
    guard !name.isEmpty, name.count <= 255, !name.starts(with: Majordomo.managementPrefix.utf8)
    else { return violation(by: peer, at: now) }
    guard !isDraining, let service = service(named: name) ?? addService(Array(name)) else {
      return actions.append(.disconnectSender)
    }
    let session = Session(
      peer: peer, version: version, service: service, isOurs: offer != nil,
      credit: min(max(offer?.credit ?? 1, 1), bounds.credit),
      wantsTimeLeft: offer?.wantsTimeLeft ?? false,
      isCompact: version == .v02 && offer?.isCompact ?? false, lastHeard: now)
    let number = add(session)
    if sessionNumbers.isEmpty { nextHeartbeat = now + bounds.heartbeat }
    sessionNumbers[peer] = number
    if peer.port == .threads { threadCount += 1 }
    sessionLook = min(sessionLook, nextHeartbeat, now + expiry(of: number))
    counters.sessions += 1
    actions.append(.begin(session: number))
    dispatch(service, at: now)
  }

  /// A worker gives a final answer to what it got under `token`, which is nil if it is unreadable.
  mutating func answer(
    from peer: Peer, token: UInt64?, _ kind: AnswerKind, at now: Milliseconds
  ) {
    guard let session = sign(from: peer, under: token, at: now) else { return }
    guard let token,
      let index = sessions[session].loads.firstIndex(where: { $0.token == token })
    else { return countUnasked(token) }
    // Whoever answers with garbage is always the first to be free for more.
    if kind == .unreadable, services[sessions[session].service].isOurs {
      counters.garbageAnswers += 1
      return end(session: session, .garbage, blamed: index, at: now)
    }
    let load = sessions[session].removeLoad(at: index)
    if index == 0 {
      sessions[session].learn(now - sessions[session].headSince)
      startHead(of: session, at: now)
    }
    if let slot = load.slot {
      held[slot].session = nil
      end(slot, with: kind, at: now)
    } else {
      counters.lateAnswers += 1
    }
    dispatch(sessions[session].service, at: now)
  }

  /// A worker gives part of an answer.
  mutating func partial(from peer: Peer, token: UInt64?, at now: Milliseconds) {
    guard let session = sign(from: peer, under: token, at: now) else { return }
    guard let token, let load = sessions[session].loads.first(where: { $0.token == token }) else {
      return countUnasked(token)
    }
    var next = load.slot
    while let slot = next {
      actions.append(.partial(slot: slot))
      next = held[slot].nextJoined
    }
  }

  mutating func heartbeat(from peer: Peer, at now: Milliseconds) { _ = sign(from: peer, at: now) }

  /// A worker leaves.
  mutating func disconnect(from peer: Peer, at now: Milliseconds) {
    guard let session = sessionNumbers[peer] else { return }
    end(session: session, .left, at: now)
  }

  /// A worker sent what is no command, or none that it may send now.
  mutating func violation(by peer: Peer, at now: Milliseconds) {
    counters.violations += 1
    if let session = sessionNumbers[peer] { end(session: session, .violation, at: now) }
    actions.append(.disconnectSender)
  }

  /// The socket does not take what is to be sent to a worker: a request to be dispatched, which
  /// then is no blame on it because it never arrived, or a heartbeat.
  mutating func unreachable(session: Int, slot: Int? = nil, at now: Milliseconds) {
    guard !sessions[session].isOver else { return }
    counters.unreachableWorkers += 1
    end(session: session, .unreachable, innocent: slot, at: now)
  }

  /// A sign of life, perhaps an answer.
  ///
  /// - Returns: the session; nil for a stranger.
  private mutating func sign(
    from peer: Peer, under token: UInt64? = nil, at now: Milliseconds
  ) -> Int? {
    guard let session = sessionNumbers[peer] else {
      // Who lost its session while it computed does nothing wrong, and was told. Told again, it may
      // offer itself again, which would end the session that it has by then.
      if isOver(token) {
        counters.lateAnswers += 1
      } else {
        counters.violations += 1
        actions.append(.disconnectSender)
      }
      return nil
    }
    sessions[session].lastHeard = now
    return session
  }

  /// An answer came from a worker that has nothing to answer under this token.
  private mutating func countUnasked(_ token: UInt64?) {
    if isOver(token) { counters.lateAnswers += 1 } else { counters.foreignAnswers += 1 }
  }

  /// Whether a token was given out, and what it named is over or has another one.
  private func isOver(_ token: UInt64?) -> Bool {
    guard let token, token > 0, token <= tokens else { return false }
    return !sessions.numbers.contains { sessions[$0].loads.contains { $0.token == token } }
  }

  /// A worker is gone. What it had goes to others, before all that waits; what it was computing, or
  /// what stands at `blamed`, is blamed for it.
  mutating func end(
    session: Int, _ reason: EndReason, blamed index: Int = 0, innocent: Int? = nil,
    at now: Milliseconds
  ) {
    actions.append(.end(session: session, reason))
    let service = sessions[session].service
    let loads = sessions[session].removeLoads()
    sessionNumbers[sessions[session].peer] = nil
    if sessions[session].peer.port == .threads { threadCount -= 1 }
    sessions[session].isOver = true
    sessions.giveBack(session)
    services[service].sessions.removeAll { $0 == session }
    services[service].turn = 0
    if services[service].sessions.isEmpty {
      services[service].idleSince = now
      services[service].pace = QueuePace()
      graceLook = min(graceLook, now + bounds.grace)
    }
    for load in loads.reversed() {
      guard let slot = load.slot else { continue }
      held[slot].session = nil
      counters.redispatched += 1
      enqueue(slot, inFront: true)
    }
    if index < loads.count, loads[index].slot == nil || loads[index].slot != innocent,
      let slot = loads[index].slot ?? loads[index].entry.flatMap({ known.blame($0) })
    {
      held[slot].attempts += 1
      if held[slot].attempts >= bounds.attempts {
        counters.poisoned += 1
        leaveWorker(slot)
        end(slot, refusal: .poisonRequest, at: now)
      }
    }
    dispatch(service, at: now)
  }

  private mutating func add(_ session: Session) -> Int {
    let number = sessions.insert(session)
    services[session.service].sessions.append(number)
    return number
  }

  /// - Returns: nil if there are too many.
  @discardableResult
  mutating func addService(_ name: [UInt8]) -> Int? {
    guard serviceNumbers.count < bounds.services else { return nil }
    serviceCount += 1
    let number = services.insert(ServiceQueue(name, serial: serviceCount))
    serviceNumbers[name] = number
    return number
  }

  /// A service for which nobody works and nothing waits.
  mutating func forget(service: Int) {
    serviceNumbers[services[service].name] = nil
    services[service].isOver = true
    services.giveBack(service)
  }

  // MARK: The broker's own thread as a worker

  /// Makes the calling thread a worker of the first service: it takes whatever comes and can
  /// neither be late nor leave.
  ///
  /// - Returns: the session to which its requests are dispatched.
  mutating func addOwnThread() -> Int {
    add(
      Session(
        peer: Peer(.threads, []), version: .v02, service: 0, isOurs: true, credit: .max,
        lastHeard: .max / 2))
  }

  /// Whether a request that was dispatched to the own thread can still be computed in time; if
  /// not it is over.
  mutating func mayCompute(_ slot: Int, at now: Milliseconds) -> Bool {
    guard held[slot].deadline <= now else { return true }
    expire(slot, at: now)
    return false
  }

  mutating func answerFromOwnThread(_ slot: Int, _ kind: AnswerKind, at now: Milliseconds) {
    end(slot, with: kind, at: now)
  }
}
