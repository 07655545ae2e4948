import Glibc
import Testing

@testable import Operations

struct ServiceManagerTests {
  /// A bound datagram socket in the abstract namespace, closed with the value.
  private struct Listener: ~Copyable {
    let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let name = "@viewfence-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"

    init() {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: [0] + name.utf8.dropFirst())
      }
      let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
      let bound = withUnsafePointer(to: address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      precondition(bound == 0)
    }

    deinit { close(descriptor) }

    func message() -> String {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  @Test func theManagerHearsReady() {
    let listener = Listener()
    #expect(notifyServiceManager(.ready, socket: listener.name))
    #expect(listener.message() == "READY=1")
  }

  @Test func nobodyListeningIsNoFailure() {
    #expect(!notifyServiceManager(.ready, socket: "/nowhere/notify"))
    #expect(!notifyServiceManager(.stopping, socket: String(repeating: "x", count: 300)))
    #expect(!notifyServiceManager(.stopping, socket: ""))
  }
}
