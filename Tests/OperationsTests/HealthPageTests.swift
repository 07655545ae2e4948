import Glibc
import Testing

@testable import Operations

struct HealthPageTests {
  private func status(_ request: String, isReady: Bool = true) -> String {
    let response = HealthPage.response(to: Array(request.utf8), isReady: isReady)
    return String(response.prefix { $0 != "\r\n" }.dropFirst("HTTP/1.0 ".count))
  }

  @Test func liveIsAlwaysWellAndReadyOnlyWhenItIs() {
    #expect(status("GET /live HTTP/1.1\r\n\r\n", isReady: false) == "200 OK")
    #expect(status("GET /ready HTTP/1.1\r\n\r\n", isReady: false) == "503 Service Unavailable")
    #expect(status("GET /ready?verbose HTTP/1.0\r\n\r\n") == "200 OK")
    #expect(status("HEAD /ready HTTP/1.0\r\n\r\n") == "200 OK")
  }

  @Test(arguments: [
    ("GET / HTTP/1.1", "404 Not Found"), ("POST /live HTTP/1.1", "405 Method Not Allowed"),
    ("", "400 Bad Request"), ("GET", "400 Bad Request"), ("\r\n\r\n", "400 Bad Request"),
    ("\u{0}\u{0}\u{0}", "400 Bad Request"), ("a b c d", "400 Bad Request"),
  ])
  func otherRequestsAreRefused(request: String, expected: String) {
    #expect(status(request) == expected)
  }

  @Test func metricsAreInTheTextFormatOfPrometheus() {
    let response = HealthPage.response(to: Array("GET /metrics HTTP/1.1".utf8), isReady: false) {
      [Metric("a_total", .counter, "Those that came.", 3), Metric("b", .gauge, "Now.", 0)]
    }
    #expect(
      response.hasSuffix(
        """
        # HELP a_total Those that came.
        # TYPE a_total counter
        a_total 3
        # HELP b Now.
        # TYPE b gauge
        b 0

        """))
    #expect(response.contains("Content-Type: text/plain; version=0.0.4\r\n"))
  }

  @Test func theContentIsAsLongAsTheHeaderSays() throws {
    let response = HealthPage.response(to: Array("GET /ready HTTP/1.0".utf8), isReady: true)
    let parts = response.split(separator: "\r\n\r\n")
    #expect(parts.count == 2)
    #expect(parts[0].contains("Content-Length: \(parts[1].utf8.count)"))
  }

  @Test func aListeningPageAnswers() throws {
    let page = try HealthPage("tcp://127.0.0.1:*")
    let port = try #require(page.endpoint.split(separator: ":").last.flatMap { UInt16($0) })
    #expect(ask(port, "GET /ready HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.0 503 "))
    page.setReady(true)
    #expect(ask(port, "GET /ready HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.0 200 "))
    #expect(throws: HealthPage.Failure.self) { try HealthPage(page.endpoint) }
  }

  @Test func anAddressOfVersion6StandsInBrackets() throws {
    let page = try HealthPage("tcp://[::1]:*")
    let port = try #require(page.endpoint.split(separator: ":").last)
    #expect(page.endpoint == "tcp://[::1]:\(port)")
  }

  @Test(arguments: ["tcp://nonsense", "ipc:///x", "tcp://127.0.0.1:99999999", "tcp:", ""])
  func aWrongEndpointIsRefused(endpoint: String) {
    #expect(throws: HealthPage.Failure.self) { try HealthPage(endpoint) }
  }

  private func ask(_ port: UInt16, _ request: String) -> String {
    let connection = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0, send(connection, request, request.utf8.count, 0) > 0 else { return "" }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = recv(connection, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
