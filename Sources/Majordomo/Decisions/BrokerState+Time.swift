/// Time passes.
extension BrokerState {
  /// To be called when `nextLook` is reached, after all messages that wait were read: a worker
  /// whose heartbeat is there is not silent.
  mutating func tick(at now: Milliseconds) {
    expireDeadlines(at: now)
    if now >= sessionLook { lookAtSessions(at: now) }
    if now >= graceLook { lookAtGrace(at: now) }
    for connection in unsent.due(at: now) { actions.append(.sendAgain(connection: connection)) }
    known.expire(at: now) { actions.append(.forget($0)) }
  }

  /// From now on new requests are refused, and new workers too.
  mutating func drain() { isDraining = true }

  /// Gives up what is still in flight and sends the workers away.
  ///
  /// - Returns: how many requests were given up.
  mutating func endDrain(at now: Milliseconds) -> Int {
    isDraining = true
    let abandoned = inFlight
    for slot in held.indices where held[slot].isPrimary {
      leaveWorker(slot)
      end(slot, refusal: .draining, retryAfter: bounds.grace, at: now)
    }
    for connection in unsent.connections { actions.append(.sendAgain(connection: connection)) }
    for session in sessions.numbers where sessions[session].isWorker {
      actions.append(.end(session: session, .draining))
    }
    return abandoned
  }

  mutating func expireDeadlines(at now: Milliseconds) {
    while let slot = wheel.due(at: now) { expire(slot, at: now) }
  }

  mutating func expire(_ slot: Int, at now: Milliseconds) {
    counters.expired += 1
    leaveWorker(slot)
    end(slot, refusal: .deadlineExceeded, at: now)
  }

  private mutating func lookAtSessions(at now: Milliseconds) {
    sessionLook = .max
    guard !sessionNumbers.isEmpty else { return }
    let isBeat = now >= nextHeartbeat
    if isBeat { nextHeartbeat = now + bounds.heartbeat }
    for session in sessions.numbers where sessions[session].isWorker {
      let silence = now - sessions[session].lastHeard
      if silence >= expiry(of: session) {
        counters.silentWorkers += 1
        end(session: session, .silent, at: now)
        continue
      }
      if now >= headLimit(of: session) {
        counters.slowWorkers += 1
        end(session: session, .slow, at: now)
        continue
      }
      let isProbe = now >= nextProbe(of: session)
      if isProbe { sessions[session].probedAt = now }
      if isBeat || isProbe { actions.append(.heartbeat(session: session)) }
      sessionLook = min(
        sessionLook, sessions[session].lastHeard + expiry(of: session), headLimit(of: session),
        nextProbe(of: session))
    }
    if !sessionNumbers.isEmpty { sessionLook = min(sessionLook, nextHeartbeat) }
  }

  func expiry(of session: Int) -> Milliseconds {
    sessions[session].isOurs ? bounds.expiry : bounds.foreignExpiry
  }

  /// When the head of a worker's queue has been computed too long. A thread of this process cannot
  /// vanish: on a busy machine it is only slow, and its silence tells when it hangs.
  func headLimit(of session: Int) -> Milliseconds {
    guard sessions[session].peer.port != .threads, services[sessions[session].service].isOurs,
      !sessions[session].loads.isEmpty
    else {
      return .max
    }
    return sessions[session].headSince + bounds.dispatchTimeout
  }

  func nextProbe(of session: Int) -> Milliseconds {
    guard !sessions[session].loads.isEmpty else { return .max }
    return max(sessions[session].headSince, sessions[session].probedAt) + bounds.probe
  }

  private mutating func lookAtGrace(at now: Milliseconds) {
    graceLook = .max
    for service in services.numbers where services[service].isIdle {
      while let slot = services[service].queue.head {
        let limit = max(held[slot].acceptedAt, services[service].idleSince) + bounds.grace
        guard limit <= now else {
          graceLook = min(graceLook, limit)
          break
        }
        end(slot, refusal: .noWorker, retryAfter: bounds.grace, at: now)
      }
      // The first one is there with or without workers. Who asks for another one while its worker
      // comes back is told that there is none, and not that there is no such service.
      guard service != 0, services[service].queue.isEmpty else { continue }
      let end = services[service].idleSince + bounds.keptMilliseconds
      if end <= now { forget(service: service) } else { graceLook = min(graceLook, end) }
    }
  }
}
