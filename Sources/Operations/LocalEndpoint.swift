import Glibc

/// What has to be done before an `ipc://` address is bound: libzmq takes the path away from a
/// living process without a word, and lets everybody in who can reach it.
///
/// The directory of the path is made for this user alone if it is missing; the lock is on a file
/// beside the path.
///
/// - Returns: nil for addresses that are not paths.
public func lockFile(for endpoint: String) throws(LockFile.Failure) -> LockFile? {
  let scheme = "ipc://"
  guard endpoint.hasPrefix(scheme), !endpoint.hasPrefix(scheme + "@"),
    !endpoint.hasPrefix(scheme + "*")
  else { return nil }
  let path = String(endpoint.dropFirst(scheme.count))
  if let slash = path.lastIndex(of: "/"), slash != path.startIndex {
    let directory = String(path[..<slash])
    if mkdir(directory, 0o700) != 0 && errno != EEXIST {
      throw LockFile.Failure(path: directory, code: errno)
    }
  }
  return try LockFile(path + ".lock")
}

/// Whether only this machine reaches an address that a socket is bound to.
public func isLocal(_ endpoint: String) -> Bool {
  !endpoint.hasPrefix("tcp://")
    || ["tcp://127.", "tcp://[::1]:"].contains { endpoint.hasPrefix($0) }
}
