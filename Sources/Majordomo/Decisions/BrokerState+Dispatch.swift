/// Requests go to workers.
extension BrokerState {
  /// Sends what waits to who has credit.
  mutating func dispatch(_ service: Int, at now: Milliseconds) {
    while let slot = services[service].queue.head, let session = worker(for: service) {
      guard held[slot].deadline > now else {
        expire(slot, at: now)
        continue
      }
      if let connection = held[slot].connection, isBehind(connection) {
        end(slot, refusal: .unread, retryAfter: bounds.grace / 10, at: now)
        continue
      }
      dequeue(slot)
      if services[service].waiting > 0 { services[service].pace.leave(at: now) }
      held[slot].session = session
      counters.dispatched += 1
      tokens += 1
      // The own thread needs no list: it is at hand.
      if sessions[session].isWorker {
        sessions[session].take(
          Session.Load(
            token: tokens, slot: slot, entry: held[slot].entry, bytes: held[slot].bytes))
        held[slot].token = tokens
        if sessions[session].loads.count == 1 { startHead(of: session, at: now) }
      }
      actions.append(.dispatch(slot: slot, session: session, token: tokens))
    }
  }

  /// The worker with the least to do that has credit, beginning after the one that was last.
  mutating func worker(for service: Int) -> Int? {
    let count = services[service].sessions.count
    var best: (index: Int, load: Int)?
    for step in 0..<count {
      let sum = services[service].turn + step
      let index = sum < count ? sum : sum - count
      let session = services[service].sessions[index]
      guard sessions[session].hasCredit else { continue }
      let load = sessions[session].loads.count
      if load < best?.load ?? .max { best = (index, load) }
      if load == 0 { break }
    }
    guard let best else { return nil }
    services[service].turn = best.index + 1 < count ? best.index + 1 : 0
    return services[service].sessions[best.index]
  }

  mutating func startHead(of session: Int, at now: Milliseconds) {
    sessions[session].headSince = now
    sessionLook = min(sessionLook, headLimit(of: session), nextProbe(of: session))
  }

  mutating func enqueue(_ slot: Int, inFront: Bool) {
    if inFront {
      order.prepend(slot, to: &services[held[slot].service].queue)
    } else {
      order.append(slot, to: &services[held[slot].service].queue)
    }
    held[slot].isQueued = true
    services[held[slot].service].waiting += 1
    waiting += 1
    waitingBytes += held[slot].bytes
  }

  mutating func dequeue(_ slot: Int) {
    order.remove(slot, from: &services[held[slot].service].queue)
    held[slot].isQueued = false
    services[held[slot].service].waiting -= 1
    if services[held[slot].service].waiting == 0 { services[held[slot].service].pace = QueuePace() }
    waiting -= 1
    waitingBytes -= held[slot].bytes
  }

  /// The request's end comes before the worker's answer. The worker keeps its load: until it
  /// answers it cannot be given more than its credit.
  mutating func leaveWorker(_ slot: Int) {
    guard let session = held[slot].session else { return }
    held[slot].session = nil
    let token = held[slot].token
    guard let index = sessions[session].loads.firstIndex(where: { $0.token == token }) else {
      return
    }
    sessions[session].leaveLoad(at: index)
    held[slot].wasComputing = true
  }
}
