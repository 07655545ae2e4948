import Glibc

/// The programs of `rivals/`, beside this one. They are built when their sources are newer.
struct RivalPrograms {
  /// A group of programs that stand or fall together, as in the Makefile.
  enum Group: String {
    case zmq, grpc, nats, http
  }

  private let directory: String
  private let sources: String

  init() throws(BenchError) {
    sources =
      String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex))
      + "/rivals"
    directory = Self.own("rivals")
    guard mkdir(directory, 0o755) == 0 || errno == EEXIST else {
      throw BenchError("\(directory): errno \(errno)")
    }
  }

  /// What lies beside this program under `name`.
  static func own(_ name: String) -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count)
    let own = String(
      decoding: path.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + name
  }

  /// Builds a group; what the compiler says is in a file beside the programs.
  func build(_ group: Group) throws(BenchError) {
    let log = "\(directory)/\(group.rawValue).log"
    let make = try Child([
      "sh", "-c", #"make -s -C "$1" OUT="$2" "$3" >"$4" 2>&1"#, "sh", sources, directory,
      group.rawValue, log,
    ])
    guard make.wait() == 0 else { throw BenchError("it cannot be built (\(log))") }
  }

  /// A program that was built.
  func program(_ name: String) -> String { "\(directory)/\(name)" }
  /// A source that is run as it is.
  func script(_ name: String) -> String { "\(sources)/\(name)" }
}
