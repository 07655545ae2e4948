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
    case sendTimeout
    case receiveTimeout
    /// Bytes of one frame; a peer that sends more is cut off.
    case maximumFrameSize
    /// 1: a ROUTER reports what it cannot send instead of losing it.
    case routerMandatory
    /// 1: an XPUB reports every subscription, not only a topic's first.
    case xpubVerbose
    /// 1: an XPUB waits for the slowest subscriber instead of leaving messages out.
    case xpubNoDrop
    /// 1: messages wait for finished connections only.
    case immediate
    /// Milliseconds between attempts to connect, and the most that they grow to.
    case reconnectInterval
    case maximumReconnectInterval
    /// 1: addresses may be IPv6.
    case ipv6

    var code: CInt {
      switch self {
      case .linger: ZMQ_LINGER
      case .sendHighWaterMark: ZMQ_SNDHWM
      case .receiveHighWaterMark: ZMQ_RCVHWM
      case .sendTimeout: ZMQ_SNDTIMEO
      case .receiveTimeout: ZMQ_RCVTIMEO
      case .maximumFrameSize: ZMQ_MAXMSGSIZE
      case .routerMandatory: ZMQ_ROUTER_MANDATORY
      case .xpubVerbose: ZMQ_XPUB_VERBOSE
      case .xpubNoDrop: ZMQ_XPUB_NODROP
      case .immediate: ZMQ_IMMEDIATE
      case .reconnectInterval: ZMQ_RECONNECT_IVL
      case .maximumReconnectInterval: ZMQ_RECONNECT_IVL_MAX
      case .ipv6: ZMQ_IPV6
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

  /// (`ZMQ_UNSUBSCRIBE`)
  public func unsubscribe(from topic: String) throws(ZeroMQError) {
    try check(zmq_setsockopt(raw, ZMQ_UNSUBSCRIBE, topic, topic.utf8.count))
  }

  /// The name by which a ROUTER will know this socket: 1 ... 255 bytes, the first not 0.
  /// (`ZMQ_ROUTING_ID`)
  public func setRoutingID(_ bytes: [UInt8]) throws(ZeroMQError) {
    try check(zmq_setsockopt(raw, ZMQ_ROUTING_ID, bytes, bytes.count))
  }
}
