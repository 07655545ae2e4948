import Glibc
import Operations
import ZeroMQ

/// A key of CURVE in a file, as pyzmq and czmq write and read it (a certificate in ZPL, RFC 4): a
/// line `public-key = "…"` and, in the file for its owner alone, `secret-key = "…"`.
struct KeyFile: Equatable {
  /// What the names of files with public keys, and with pairs, end in.
  static let publicSuffix = ".key"
  static let secretSuffix = ".key_secret"

  var publicKey, secretKey: CurveKey?

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      // Z85 has `=` and `#` too.
      let parts = line.split(separator: "=", maxSplits: 1).map {
        $0.filter { !" \t\"".contains($0) }
      }
      guard parts.count == 2, let key = CurveKey(parts[1]) else { continue }
      switch parts[0] {
      case "public-key": publicKey = key
      case "secret-key": secretKey = key
      default: break
      }
    }
  }

  /// The text of the file for everybody, or of the one for its owner.
  static func text(of pair: CurveKeyPair, withSecret: Bool) -> String {
    let secret = withSecret ? "\n    secret-key = \"\(pair.secretKey.text)\"" : ""
    let kind = withSecret ? "A secret: for its owner alone." : "Public: for all who are to know it."
    return """
      # CURVE key of viewfence. \(kind)
      curve
          public-key = "\(pair.publicKey.text)"\(secret)

      """
  }

  // MARK: Reading

  /// The public key in the file at `path`.
  static func publicKey(at path: String) throws(Failure) -> CurveKey {
    guard let key = KeyFile(try text(at: path)).publicKey else {
      throw Failure(.usage, "\(path): expected a line public-key = \"…\" with 40 characters of Z85")
    }
    return key
  }

  /// The pair in the file at `path`, which nobody but its owner and group may read.
  static func pair(at path: String) throws(Failure) -> CurveKeyPair {
    guard CurveKeyPair.isSupported else {
      throw Failure(.failed, "this libzmq is built without CURVE, keys cannot be used")
    }
    let file = KeyFile(try text(at: path))
    guard let secretKey = file.secretKey else {
      throw Failure(.usage, "\(path): expected a line secret-key = \"…\" with 40 characters of Z85")
    }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & (S_IROTH | S_IWOTH) != 0 {
      throw Failure(.usage, "\(path): others can read or write this secret; chmod 600 it")
    }
    let pair: CurveKeyPair
    do { pair = try CurveKeyPair(secretKey: secretKey) } catch {
      throw Failure(.failed, "\(path): \(error)")
    }
    guard file.publicKey == nil || file.publicKey == pair.publicKey else {
      throw Failure(.usage, "\(path): the public key is not that of the secret key")
    }
    return pair
  }

  private static func text(at path: String) throws(Failure) -> String {
    String(decoding: try contents(of: path), as: UTF8.self)
  }
}
