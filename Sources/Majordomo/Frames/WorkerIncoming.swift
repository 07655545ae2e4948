import ZeroMQ

/// What the frames of a message on a worker's DEALER mean.
struct WorkerIncoming: Equatable {
  /// Nil for what is no command.
  var command: WorkerState.Command?
  /// The client's address, which is sent back as it is; several frames if somebody stands between.
  var address = 0..<0
  var body = 0..<0
  /// What stands for the address where header and command are in it.
  var compactHead: CompactHead?
  /// How long the answer may take; nil if the broker did not say.
  var timeLeft: TimeLeft?

  init() {}

  init(_ message: Message) {
    if message.count > 0, let head = CompactHead(message[0]) {
      guard head.command == Majordomo.Version.request, message.excess == 0 else { return }
      (command, compactHead) = (.request, head)
      body = 1..<message.count
      timeLeft = head.withAddress { TimeLeft(address: $0) }
      return
    }
    var index = 0
    // 0.1 has an empty frame in front; some brokers send it with 0.2 too.
    if message.count > 1, message[0].isEmpty { index = 1 }
    guard message.count > index + 1, message[index + 1].count == 1, message.excess == 0,
      let version = Majordomo.Version.worker(message[index])
    else { return }
    let number = message[index + 1][0]
    let rest = index + 2..<message.count
    switch number {
    case Majordomo.Version.request:
      guard let delimiter = rest.first(where: { message[$0].isEmpty }),
        delimiter > rest.lowerBound
      else { return }
      command = .request
      address = rest.lowerBound..<delimiter
      body = delimiter + 1..<rest.upperBound
      timeLeft = TimeLeft(address: message[delimiter - 1])
    case version.heartbeat: command = .heartbeat
    case version.disconnect: command = .disconnect
    default: break
    }
  }
}
