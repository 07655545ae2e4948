import Glibc

/// What a service manager wants to hear (sd_notify(3)).
public enum ServiceState: String, Sendable {
  case ready = "READY=1"
  case stopping = "STOPPING=1"
}

/// Tells systemd, or whoever set `NOTIFY_SOCKET`, how the service stands: one datagram to that
/// socket. Returns false where nobody asked or nobody heard; the service goes on all the same.
@discardableResult
public func notifyServiceManager(_ state: ServiceState) -> Bool {
  guard let path = getenv("NOTIFY_SOCKET") else { return false }
  return notifyServiceManager(state, socket: String(cString: path))
}

/// `socket` is a path, or `@name` for Linux's abstract namespace.
func notifyServiceManager(_ state: ServiceState, socket path: String) -> Bool {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  var name = Array(path.utf8)
  guard let first = name.first, name.count < MemoryLayout.size(ofValue: address.sun_path) else {
    return false
  }
  if first == UInt8(ascii: "@") { name[0] = 0 }
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
  // An abstract name is as long as the address says, so its end must not be counted.
  let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)

  let descriptor = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  let message = state.rawValue
  let sent = withUnsafePointer(to: address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      sendto(descriptor, message, message.utf8.count, CInt(MSG_NOSIGNAL), $0, length)
    }
  }
  return sent == message.utf8.count
}
