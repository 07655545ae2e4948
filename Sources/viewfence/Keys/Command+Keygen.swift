import Glibc
import Operations
import ZeroMQ

extension Command {
  static let keygen = Command(
    name: "keygen", operands: "[PATH]", summary: "make a key pair for CURVE",
    details: [
      """
      Writes PATH\(KeyFile.publicSuffix), the public key, and PATH\(KeyFile.secretSuffix), the pair, \
      which only its owner can read; neither may be there before. Prints the public key. pyzmq and \
      czmq read the files as certificates.
      """,
      """
      A broker takes its own pair as --secret-key and a directory of public keys as \
      --authorized-keys: those in its directories client, worker, subscriber and ingest may ask, \
      work, listen, and push requests in. It reads them when it starts.
      """,
    ],
    examples: [
      "viewfence keygen keys/broker",
      "viewfence keygen --print | systemd-creds encrypt - broker.cred",
    ],
    flags: [
      Flag(name: "print", help: "print the pair with its secret instead, and write no file")
    ],
    offer: .file,
    run: { arguments throws(Failure) in try runKeygen(arguments) })
}

private func runKeygen(_ arguments: Arguments) throws(Failure) -> ExitCode {
  guard arguments.operands.count == (arguments.has("print") ? 0 : 1) else {
    throw Failure(.usage, "keygen needs one PATH, or --print")
  }
  guard CurveKeyPair.isSupported else {
    throw Failure(.failed, "this libzmq is built without CURVE, keys cannot be made")
  }
  let pair: CurveKeyPair
  do { pair = try CurveKeyPair() } catch { throw Failure(.failed, "\(error)") }
  guard let path = arguments.operands.first else {
    write(KeyFile.text(of: pair, withSecret: true), to: STDOUT_FILENO)
    return .ok
  }
  let secretPath = path + KeyFile.secretSuffix
  try create(secretPath, mode: 0o600, KeyFile.text(of: pair, withSecret: true))
  do {
    try create(path + KeyFile.publicSuffix, mode: 0o644, KeyFile.text(of: pair, withSecret: false))
  } catch {
    // Half a pair is of no use to anybody.
    unlink(secretPath)
    throw error
  }
  write("\(pair.publicKey.text)\n", to: STDOUT_FILENO)
  return .ok
}

/// Makes a file that was not there before.
private func create(_ path: String, mode: mode_t, _ text: String) throws(Failure) {
  let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
  guard file >= 0 else { throw Failure(.usage, "\(path): \(String(cString: strerror(errno)))") }
  defer { close(file) }
  guard write(text, to: file) else {
    unlink(path)
    throw Failure(.failed, "\(path) could not be written")
  }
}
