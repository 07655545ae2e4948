import WireFormat
import ZeroMQ

/// What the frames of a message on a broker's ROUTER mean. Frame 0 is the routing id.
enum Incoming: Equatable {
  enum Framing: Equatable {
    case plain
    case majordomo(Majordomo.Version)
  }

  /// A client asks. The frames before `kept` are repeated in front of the reply; `service` is the
  /// frame that names it (plain clients name none), `body` the rest.
  case request(Framing, kept: Int, service: Int?, body: Range<Int>)
  /// A client's frames that are no request; what was understood of them frames the reply.
  case badRequest(Framing, kept: Int, service: Int?)
  /// A worker reports. `rest` are the frames after the command, or those of a compact answer from its
  /// head on; nil is a command that is none.
  case worker(Majordomo.Version, Majordomo.WorkerCommand?, rest: Range<Int>)
  /// No frame at all.
  case nothing

  /// The most frames after the routing id.
  static let maximumFrames = RequestDecoder.maximumFrameCount
  /// A worker's answer of so many frames has an address in front: the routing id, an empty frame, the
  /// header, a command, the client's address and another empty frame.
  static let capacity = maximumFrames + 6
  private static let maximumHops = 8

  init(_ message: Message) {
    let end = message.count
    var index = 1
    var hops = 0
    guard end > 1 else {
      self = .nothing
      return
    }
    while true {
      if index + 1 < end && message[index].isEmpty { index += 1 }
      let frame = message[index]
      let isLast = index + 1 == end
      if let version = Majordomo.Version.client(frame) {
        self = Self.client(version, message, at: index)
        break
      }
      if let version = Majordomo.Version.worker(frame), hops == 0 {
        self = Self.worker(version, message, at: index)
        return
      }
      if index == 1, let head = CompactHead(frame) {
        let isAnswer = head == head.ofAnswer && message.excess == 0
        self = .worker(.v02, isAnswer ? .final : nil, rest: index..<end)
        return
      }
      if hops < Self.maximumHops, !isLast,
        frame.first == 0 || message[index + 1].isEmpty && !Self.mayBeRequest(frame)
      {
        hops += 1
        index += 1
        continue
      }
      self = .request(.plain, kept: index, service: nil, body: index..<end)
      break
    }
    let isTooLong = message.excess > 0 || end - 1 > Self.maximumFrames
    if isTooLong, case .request(let framing, let kept, let service, _) = self {
      self = .badRequest(framing, kept: kept, service: service)
    }
  }

  private static func client(
    _ version: Majordomo.Version, _ message: Message, at header: Int
  ) -> Incoming {
    let framing = Framing.majordomo(version)
    var next = header + 1
    if version == .v02 {
      guard next < message.count, message[next].elementsEqual([Majordomo.Version.clientRequest])
      else { return .badRequest(framing, kept: header, service: nil) }
      next += 1
    }
    guard next < message.count else { return .badRequest(framing, kept: header, service: nil) }
    guard next + 1 < message.count else {
      return .badRequest(framing, kept: header, service: next)
    }
    return .request(framing, kept: header, service: next, body: next + 1..<message.count)
  }

  private static func worker(
    _ version: Majordomo.Version, _ message: Message, at header: Int
  ) -> Incoming {
    let rest = min(header + 2, message.count)..<message.count
    guard header + 1 < message.count, message[header + 1].count == 1, message.excess == 0 else {
      return .worker(version, nil, rest: rest)
    }
    return .worker(version, version.workerCommand(message[header + 1][0]), rest: rest)
  }

  /// The frame begins like JSON and is not the four bytes by which a REQ client tells replies apart
  /// (ZMQ_REQ_CORRELATE); those count up, and so through every beginning.
  private static func mayBeRequest(_ frame: UnsafeRawBufferPointer) -> Bool {
    if frame.count == 4 { return false }
    switch frame.first {
    case UInt8(ascii: "{"), 0x20, 0x09, 0x0A, 0x0D: return true
    default: return false
    }
  }
}
