import Glibc

/// The C programs of `rivals/`, built anew for a run.
struct Rivals {
  let server, client: String

  /// Builds them with the C compiler `cc` into a directory of their own.
  init() throws(BenchError) {
    let sources = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex))
    var template = Array("/tmp/viewfence-bench-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw BenchError("mkdtemp: errno \(errno)") }
    let directory = String(cString: made)
    server = directory + "/server"
    client = directory + "/client"
    try Rivals.build(server, ["server.c", "fit.c"], in: sources, with: ["-ljson-c", "-lm"])
    try Rivals.build(client, ["client.c"], in: sources, with: [])
  }

  private static func build(
    _ program: String, _ files: [String], in sources: String, with libraries: [String]
  ) throws(BenchError) {
    let arguments =
      ["cc", "-O3", "-o", program] + files.map { "\(sources)/rivals/\($0)" } + ["-lzmq"] + libraries
    let compiler = try Child(arguments)
    while compiler.line() != nil {}
    guard compiler.wait() == 0 else {
      throw BenchError("cc failed; it needs gcc or clang, libzmq3-dev and libjson-c-dev")
    }
  }
}
