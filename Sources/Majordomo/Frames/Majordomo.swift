import JSON
import ZeroMQ

/// Words of the Majordomo protocol: ZeroMQ RFC 7 (MDP/0.1) and RFC 18 (MDP/0.2).
enum Majordomo {
  enum Version: UInt8, Sendable {
    case v01 = 1
    case v02 = 2
  }

  static var empty: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }

  /// What a worker says.
  enum WorkerCommand: Sendable { case ready, partial, final, heartbeat, disconnect }

  /// The prefix of services that the broker itself answers (RFC 8).
  static let managementPrefix = "mmi."
}

extension Majordomo.Version {
  var clientHeader: StaticString { self == .v01 ? "MDPC01" : "MDPC02" }
  var workerHeader: StaticString { self == .v01 ? "MDPW01" : "MDPW02" }

  /// The version in a header of client or worker; nil if `frame` is none.
  static func client(_ frame: UnsafeRawBufferPointer) -> Self? { header(frame, "MDPC0") }
  static func worker(_ frame: UnsafeRawBufferPointer) -> Self? { header(frame, "MDPW0") }

  private static func header(_ frame: UnsafeRawBufferPointer, _ name: StaticString) -> Self? {
    guard frame.count == 6, frame.starts(with: UnsafeRawBufferPointer(name)) else { return nil }
    return Self(rawValue: frame[5] &- UInt8(ascii: "0"))
  }

  // 0.2 put the partial answer before the final one, which moved the others.
  static let ready: UInt8 = 1
  static let request: UInt8 = 2
  var final: UInt8 { self == .v01 ? 3 : 4 }
  var heartbeat: UInt8 { self == .v01 ? 4 : 5 }
  var disconnect: UInt8 { self == .v01 ? 5 : 6 }
  static let partial: UInt8 = 3

  /// Commands of an 0.2 client's frames; 0.1 has none.
  static let clientRequest: UInt8 = 1
  static let clientPartial: UInt8 = 2
  static let clientFinal: UInt8 = 3

  /// - Returns: nil for a number that is no command of a worker.
  func workerCommand(_ number: UInt8) -> Majordomo.WorkerCommand? {
    switch number {
    case Self.ready: .ready
    case final: .final
    case heartbeat: .heartbeat
    case disconnect: .disconnect
    case Self.partial: self == .v02 ? .partial : nil
    default: nil
    }
  }
}

extension Socket {
  /// Sends a frame of one byte if there is room.
  func send(byte: UInt8, more: Bool = false) throws(ZeroMQError) {
    try withUnsafeBytes(of: byte) { bytes throws(ZeroMQError) in
      try send(bytes, more: more, wait: false)
    }
  }
}
