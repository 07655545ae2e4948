import Glibc
import Synchronization

/// Answers whether the process lives and is ready, and how it fares, over HTTP/1.0, on a thread of
/// its own.
///
/// `GET /live` is 200 while the process runs; `GET /ready` is 200 while it takes requests, else
/// 503; `GET /metrics` is what Prometheus reads. Peers that say nothing keep nobody waiting.
public final class HealthPage: Sendable {
  /// Why the page cannot be served.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Where it listens, with the real port.
  public let endpoint: String
  private let isReady = Atomic(false)
  private let listener: CInt
  private let metrics: @Sendable () -> [Metric]

  /// Listens at `endpoint`, for example `tcp://127.0.0.1:8080`; `*` stands for every address or
  /// any port. `metrics` is called on the page's thread.
  public init(
    _ endpoint: String, metrics: @escaping @Sendable () -> [Metric] = { [] }
  ) throws(Failure) {
    self.metrics = metrics
    let address = try Self.split(endpoint)
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(address.host, address.port, &hints, &found)
    guard code == 0, let first = found else {
      throw Failure(description: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(found) }

    let type = first.pointee.ai_socktype | CInt(SOCK_CLOEXEC.rawValue)
    listener = socket(first.pointee.ai_family, type, first.pointee.ai_protocol)
    guard listener >= 0 else { throw Failure(description: String(cString: strerror(errno))) }
    var yes: CInt = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
    guard bind(listener, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
      listen(listener, 128) == 0
    else {
      let reason = String(cString: strerror(errno))
      close(listener)
      throw Failure(description: reason)
    }
    let host = address.host ?? "0.0.0.0"
    // Only an address of version 6 has colons.
    let printed = host.contains(":") ? "[\(host)]" : host
    self.endpoint = "tcp://\(printed):\(Self.port(of: listener))"
    guard Thread("health", { [self] in serve() }) != nil else {
      close(listener)
      throw Failure(description: "the system has no thread left")
    }
  }

  /// Says from now on whether requests are taken.
  public func setReady(_ ready: Bool) { isReady.store(ready, ordering: .relaxed) }

  // MARK: - Connections

  /// A peer that has not asked all of its question.
  private struct Caller {
    let connection: CInt
    /// When it is waited for no longer.
    let end: Int64
    var request: [UInt8] = []
  }

  /// So many may be asking at a time; one more takes the place of who has asked longest.
  private static let callers = 64
  private static let patience: Int64 = 1000
  private static let longestRequest = 8192

  private func serve() -> Never {
    var callers: [Caller] = []
    while true {
      var items = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
      items += callers.map { pollfd(fd: $0.connection, events: Int16(POLLIN), revents: 0) }
      let left = callers.first.map { max(0, $0.end - Clock.milliseconds) }
      poll(&items, nfds_t(items.count), CInt(left ?? -1))
      let now = Clock.milliseconds
      callers = zip(callers, items.dropFirst()).compactMap { caller, item in
        var caller = caller
        let isAsking = item.revents == 0 ? now < caller.end : hear(&caller)
        if !isAsking { close(caller.connection) }
        return isAsking ? caller : nil
      }
      guard items[0].revents != 0 else { continue }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        // No descriptor is left, or the peer is gone: both pass.
        usleep(10_000)
        continue
      }
      _ = fcntl(connection, F_SETFL, O_NONBLOCK)
      if callers.count == Self.callers { close(callers.removeFirst().connection) }
      callers.append(Caller(connection: connection, end: now + Self.patience))
    }
  }

  /// Takes what has come and answers a question that is whole.
  ///
  /// - Returns: whether there is more to wait for.
  private func hear(_ caller: inout Caller) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1024)
    let count = recv(caller.connection, &chunk, chunk.count, 0)
    guard count > 0 else { return count < 0 && errno == EAGAIN }
    caller.request += chunk[..<count]
    guard Self.isWhole(caller.request) || caller.request.count >= Self.longestRequest else {
      return true
    }
    var response = Self.response(
      to: caller.request, isReady: isReady.load(ordering: .relaxed), metrics: metrics)
    // It is a few kilobytes, which a new connection has room for.
    response.withUTF8 { _ = send(caller.connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
    shutdown(caller.connection, CInt(SHUT_WR))
    return false
  }

  // MARK: - Text

  /// Whether the blank line after the header has come.
  private static func isWhole(_ request: [UInt8]) -> Bool {
    String(decoding: request, as: UTF8.self).contains("\r\n\r\n")
  }

  static func response(
    to request: [UInt8], isReady: Bool, metrics: () -> [Metric] = { [] }
  ) -> String {
    let line = request.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.count >= 2, words.count <= 3 else { return page("400 Bad Request", "bad request") }
    guard words[0] == "GET" || words[0] == "HEAD" else {
      return page("405 Method Not Allowed", "only GET and HEAD")
    }
    let text =
      switch (words[1].prefix { $0 != "?" }, isReady) {
      case ("/live", _): page("200 OK", "live")
      case ("/ready", true): page("200 OK", "ready")
      case ("/ready", false): page("503 Service Unavailable", "not ready")
      case ("/metrics", _): page("200 OK", metrics().map(\.text).joined(separator: "\n"))
      default: page("404 Not Found", "there are /live, /ready and /metrics")
      }
    guard words[0] == "HEAD", let end = text.firstRange(of: "\r\n\r\n") else { return text }
    return String(text[..<end.upperBound])
  }

  private static func page(_ status: String, _ text: String) -> String {
    """
    HTTP/1.0 \(status)\r
    Content-Type: text/plain; version=0.0.4\r
    Content-Length: \(text.utf8.count + 1)\r
    Connection: close\r
    \r
    \(text)

    """
  }

  private static func split(_ endpoint: String) throws(Failure) -> (host: String?, port: String) {
    let scheme = "tcp://"
    guard endpoint.hasPrefix(scheme), let colon = endpoint.lastIndex(of: ":"),
      endpoint.distance(from: endpoint.startIndex, to: colon) >= scheme.count,
      let port = endpoint[colon...] == ":*" ? 0 : UInt16(endpoint[colon...].dropFirst())
    else { throw Failure(description: "expected an endpoint such as tcp://127.0.0.1:8080") }
    let host = endpoint[..<colon].dropFirst(scheme.count).filter { $0 != "[" && $0 != "]" }
    return (host == "*" ? nil : host, String(port))
  }

  private static func port(of listener: CInt) -> UInt16 {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(listener, $0, &size)
      }
      // The port stands at the same place in the addresses of both versions.
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt16(bigEndian: $0.pointee.sin_port)
      }
    }
  }
}
