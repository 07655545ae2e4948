import CZeroMQ

extension Socket {
  /// A number that a socket can be told. Most act at the next `bind` or `connect`: set them before.
  public enum Option: Sendable {
    /// Milliseconds that unsent messages live on after the socket; -1 for ever.
    case linger
    /// Messages to one peer that may wait; 0 would mean no bound.
    case sendHighWaterMark
    case receiveHighWaterMark
    /// Milliseconds that a call waits; -1 for ever.
    case receiveTimeout
    /// Bytes of one frame; a peer that sends more is cut off.
    case maximumFrameSize
    /// 1: a ROUTER reports what it cannot send instead of losing it.
    case routerMandatory
    /// 1: an XPUB reports every subscription, not only a topic's first.
    case xpubVerbose
    /// 1: an XPUB waits for the slowest subscriber instead of leaving messages out.
    case xpubNoDrop

    var code: CInt {
      switch self {
      case .linger: ZMQ_LINGER
      case .sendHighWaterMark: ZMQ_SNDHWM
      case .receiveHighWaterMark: ZMQ_RCVHWM
      case .receiveTimeout: ZMQ_RCVTIMEO
      case .maximumFrameSize: ZMQ_MAXMSGSIZE
      case .routerMandatory: ZMQ_ROUTER_MANDATORY
      case .xpubVerbose: ZMQ_XPUB_VERBOSE
      case .xpubNoDrop: ZMQ_XPUB_NODROP
      }
    }
  }

  /// (`zmq_setsockopt`)
  public func set(_ option: Option, to value: Int) throws(ZeroMQError) {
    if option == .maximumFrameSize {
      var wide = Int64(value)
      try check(zmq_setsockopt(raw, option.code, &wide, MemoryLayout<Int64>.size))
    } else {
      var narrow = CInt(clamping: value)
      try check(zmq_setsockopt(raw, option.code, &narrow, MemoryLayout<CInt>.size))
    }
  }

  /// Asks for all messages that begin with `topic`; with "" for all. (`ZMQ_SUBSCRIBE`)
  public func subscribe(to topic: String) throws(ZeroMQError) {
    try check(zmq_setsockopt(raw, ZMQ_SUBSCRIBE, topic, topic.utf8.count))
  }
}
