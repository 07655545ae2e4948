/// Requests come to their ends.
extension BrokerState {
  mutating func end(_ slot: Int, with kind: AnswerKind, at now: Milliseconds) {
    if kind == .empty || kind == .unreadable && services[held[slot].service].isOurs {
      return end(slot, refusal: .workerFailed, at: now)
    }
    if let entry = held[slot].entry {
      if case .lasting(let bytes) = kind, bytes <= bounds.keptBytes {
        actions.append(.keep(entry.number))
        known.end(entry, .kept(bytes: bytes), at: now) { actions.append(.forget($0)) }
      } else {
        forget(entry, of: slot, at: now)
      }
    }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      counters.answered += 1
      actions.append(.answer(slot: each, first: each == slot))
    }
    release(slot)
  }

  mutating func end(
    _ slot: Int, refusal: Refusal, retryAfter: Milliseconds? = nil, at now: Milliseconds
  ) {
    if let entry = held[slot].entry { forget(entry, of: slot, at: now) }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      counters.refused += 1
      actions.append(
        .refuse(slot: each, refusal, retryAfter: retryAfter, first: each == slot))
    }
    release(slot)
  }

  /// There is no reply to keep, but the attempts count on if the request comes again.
  private mutating func forget(
    _ entry: KnownRequests.Reference, of slot: Int, at now: Milliseconds
  ) {
    if held[slot].attempts > 0 || held[slot].wasComputing {
      known.end(entry, .attempted(held[slot].attempts), at: now) { actions.append(.forget($0)) }
    } else {
      known.drop(entry)
    }
  }

  mutating func hold(_ slot: Int) {
    inFlight += 1
    if let connection = held[slot].connection {
      connections.take(connection, bytes: held[slot].bytes)
    }
  }

  mutating func release(_ slot: Int) {
    wheel.remove(slot, held[slot].deadline)
    if held[slot].isQueued { dequeue(slot) }
    var next: Int? = slot
    while let each = next {
      next = held[each].nextJoined
      inFlight -= 1
      if each != slot {
        waiting -= 1
        waitingBytes -= held[each].bytes
      }
      if let connection = held[each].connection {
        connections.give(connection, bytes: held[each].bytes)
      }
      held[each] = .none
    }
  }

  mutating func makeRoom(for slot: Int) {
    while held.count <= slot { held.append(.none) }
    order.makeRoom(for: slot)
    wheel.makeRoom(for: slot)
  }
}
