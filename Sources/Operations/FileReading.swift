import Glibc

/// A file that could not be read: its path, and the system's reason.
public struct FileError: Error, Equatable, CustomStringConvertible {
  public let path: String
  public let reason: String

  public var description: String { "\(path): \(reason)" }

  init(path: String, errno code: CInt = errno) {
    self.path = path
    reason = String(cString: strerror(code))
  }
}

/// The bytes of a file, or of standard input for `-`.
public func readFile(_ path: String) throws(FileError) -> [UInt8] {
  if path == "-" { return try readAll(0, path: "standard input") }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError(path: path) }
  defer { close(descriptor) }
  return try readAll(descriptor, path: path)
}

private func readAll(_ descriptor: CInt, path: String) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count == 0 { return bytes }
    if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw FileError(path: path) }
  }
}

/// The paths of the files in a directory whose names end in `suffix`, in the order of their bytes.
public func files(in directory: String, suffix: String) throws(FileError) -> [String] {
  try entries(of: directory).filter { $0.hasSuffix(suffix) }.map { "\(directory)/\($0)" }
}

/// The names in a directory in the order of their bytes, without those that begin with a dot.
public func entries(of directory: String) throws(FileError) -> [String] {
  guard let stream = opendir(directory) else { throw FileError(path: directory) }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}
