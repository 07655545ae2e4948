import JSON
import Operations
import WireFormat
import ZeroMQ

/// What workers say, and what is said to them.
extension BrokerLoop {
  mutating func handleWorker(
    _ message: Message, _ version: Majordomo.Version, _ command: Majordomo.WorkerCommand?,
    _ rest: Range<Int>, from port: Peer.Port
  ) {
    atHand = (message, 0..<0, nil, port)
    let peer = Peer(port, message[0])
    // Whoever reaches the port for clients is no worker, unless a key says so.
    guard let command, port != .requests || has(.worker, message) else {
      state.violation(by: peer, at: now)
      return perform(version)
    }
    switch command {
    case .ready where rest.isEmpty, .partial where rest.count < 2, .final where rest.count < 2:
      state.violation(by: peer, at: now)
    case .ready:
      let offer = rest.count > 1 ? WorkerOffer(message[rest.lowerBound + 1]) : nil
      state.ready(peer, version, service: message[rest.lowerBound], offer: offer, at: now)
    case .partial, .final:
      let token = tokens.count(message[rest.lowerBound])
      atHand.body = rest.dropFirst(message[rest.lowerBound + 1].isEmpty ? 2 : 1)
      if atHand.body.count > Incoming.maximumFrames {
        state.violation(by: peer, at: now)
      } else if command == .partial {
        state.partial(from: peer, token: token, at: now)
      } else {
        state.answer(from: peer, token: token, answerKind(from: peer), at: now)
      }
    case .heartbeat: state.heartbeat(from: peer, at: now)
    case .disconnect: state.disconnect(from: peer, at: now)
    }
    perform(version)
  }

  /// Judges the answer at hand, which is the own thread's if `peer` is nil.
  mutating func answerKind(from peer: Peer?) -> BrokerState.AnswerKind {
    guard let first = atHand.body.first else { return .empty }
    guard atHand.body.count == 1 else { return .unreadable }
    let reply = atHand.message[first]
    // Workers that others wrote may order and space their members as they like.
    atHand.head =
      AnswerHead(reply)
      ?? (peer.map { state.worksForUs($0) } ?? true
        ? AnswerHead(anyOrder: reply, with: &scanner) : nil)
    guard let head = atHand.head else { return .unreadable }
    return head.isLasting ? .lasting(bytes: reply.count) : .passing
  }

  // MARK: Doing

  /// Does what was decided, and what is decided meanwhile. `version` is that of the worker whose
  /// message is at hand.
  mutating func perform(_ version: Majordomo.Version = .v02) {
    repeat {
      var index = 0
      while index < state.actions.count {
        perform(state.actions[index], version)
        index += 1
      }
      state.actions.removeAll(keepingCapacity: true)
    } while computeNext()
  }

  mutating func perform(_ action: BrokerState.Action, _ version: Majordomo.Version) {
    switch action {
    case .dispatch(let slot, let session, let token):
      if session == ownSession {
        toCompute.append(slot)
      } else if !state.session(session).isOver {
        dispatch(slot, session, token)
      }
    case .answer(let slot, let first): answer(slot, isFirst: first)
    case .partial(let slot): sendPartial(slot)
    case .refuse(let slot, let refusal, let retryAfter, let first):
      let place = places[slot]
      if refusal == .clientLimit { place.isOwed = false }
      answer(place, with: problem(refusal, retryAfter), isFirst: first)
    case .repeatAnswer(let slot, let number):
      let place = places[slot]
      place.reply.append(kept[number])
      sendLater(place)
    case .sendAgain(let connection): sendAgain(connection)
    case .keep(let number):
      while kept.count <= number { kept.append([]) }
      kept[number].removeAll(keepingCapacity: true)
      if let first = atHand.body.first {
        kept[number].append(contentsOf: atHand.message[first])
      }
    case .forget(let number):
      // Room for ordinary replies is worth keeping, for large ones it is not.
      if kept[number].capacity > 4096 { kept[number] = [] }
    case .begin(let session):
      let worker = state.session(session)
      log.write(
        .info, "worker.ready",
        [
          "worker": "\(worker.peer)", "credit": "\(worker.credit)",
          "version": "0.\(worker.version.rawValue)",
        ])
      sendCommand(worker.version.heartbeat, worker.version, to: worker.peer)
    case .heartbeat(let session):
      let worker = state.session(session)
      let error = sendCommand(worker.version.heartbeat, worker.version, to: worker.peer)
      if error == .unreachable { state.unreachable(session: session, at: now) }
    case .end(let session, let reason):
      end(session, reason)
    case .disconnectSender:
      let sender = Peer(atHand.port, atHand.message[0])
      sendCommand(version.disconnect, version, to: sender)
    }
  }

  mutating func end(_ session: Int, _ reason: BrokerState.EndReason) {
    let worker = state.session(session)
    log.write(
      reason == .left || reason == .draining ? .info : .notice, "worker.ended",
      [
        "worker": "\(worker.peer)", "reason": reason.rawValue,
        "silent_ms": "\(now - worker.lastHeard)", "left": "\(state.workerCount)",
      ])
    switch reason {
    case .silent, .slow, .garbage, .draining:
      sendCommand(worker.version.disconnect, worker.version, to: worker.peer)
    // The sender of a violation is told on the spot.
    case .left, .unreachable, .violation: break
    }
  }

  mutating func dispatch(_ slot: Int, _ session: Int, _ token: UInt64) {
    let place = places[slot]
    let worker = state.session(session)
    do {
      try sockets.with(worker.peer.port) { socket throws(ZeroMQError) in
        let timeLeft = TimeLeft(state.timeLeft(for: slot, at: now))
        if worker.isCompact {
          try worker.peer.withRoutingID { id throws(ZeroMQError) in
            try socket.send(id, more: true, wait: false)
          }
          let head = tokens.compactHead(of: token, timeLeft: timeLeft)
          try head.withBytes { bytes throws(ZeroMQError) in
            try socket.send(bytes, more: true, wait: false)
          }
        } else {
          try Self.begin(Majordomo.Version.request, worker.version, to: worker.peer, on: socket)
          try tokens.withBytes(of: token, timeLeft: worker.wantsTimeLeft ? timeLeft : nil) {
            bytes throws(ZeroMQError) in
            try socket.send(bytes, more: true, wait: false)
          }
          try socket.send(Majordomo.empty, more: true, wait: false)
        }
        for index in place.body {
          try socket.send(
            place.message, frame: index, keep: true, more: index + 1 < place.body.upperBound,
            wait: false)
        }
      }
    } catch {
      state.unreachable(session: session, slot: slot, at: now)
    }
  }

  /// - Returns: what went wrong. No room is no fault: a worker that takes nothing is found by its
  ///   silence.
  @discardableResult
  mutating func sendCommand(
    _ command: UInt8, _ version: Majordomo.Version, to peer: Peer
  ) -> ZeroMQError? {
    do {
      try sockets.with(peer.port) { socket throws(ZeroMQError) in
        try Self.begin(command, version, to: peer, more: false, on: socket)
      }
      return nil
    } catch {
      return error
    }
  }

  /// The frames of a message to a worker up to its command. Only the first can fail.
  static func begin(
    _ command: UInt8, _ version: Majordomo.Version, to peer: Peer, more: Bool = true,
    on socket: borrowing Socket
  ) throws(ZeroMQError) {
    try peer.withRoutingID { id throws(ZeroMQError) in
      try socket.send(id, more: true, wait: false)
    }
    if version == .v01 { try socket.send(Majordomo.empty, more: true, wait: false) }
    try socket.send(UnsafeRawBufferPointer(version.workerHeader), more: true, wait: false)
    try socket.send(byte: command, more: more)
  }

  // MARK: Computing on this thread

  /// - Returns: whether there was something to compute.
  mutating func computeNext() -> Bool {
    guard let handler, !toCompute.isEmpty else { return false }
    let slot = toCompute.removeFirst()
    guard state.mayCompute(slot, at: now) else { return true }
    let place = places[slot]
    bodies.removeAll(keepingCapacity: true)
    for index in place.body { bodies.append(place.message[index]) }
    writer.removeAll()
    handler(bodies, slot == scanned ? scan : nil, &writer)
    ownAnswer.removeAll()
    ownAnswer.append(writer.written)
    atHand = (ownAnswer, 0..<1, nil, .threads)
    state.answerFromOwnThread(slot, answerKind(from: nil), at: now)
    return true
  }
}
