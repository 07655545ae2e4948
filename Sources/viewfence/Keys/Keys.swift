import Majordomo
import Operations
import ZeroMQ

extension Flag {
  /// What every client takes.
  static let keys = [
    Flag(
      name: "secret-key", value: "FILE", variable: "VIEWFENCE_SECRET_KEY",
      help: "the own key pair, for brokers with keys", offer: .file),
    serverKey,
  ]
  static let serverKey = Flag(
    name: "server-key", value: "FILE", variable: "VIEWFENCE_SERVER_KEY",
    help: "the public key of the brokers", offer: .file)
}

/// The keys in the files that a client or worker names; nil if it names none.
func clientKeys(secretKey: String, serverKey: String) throws(Failure) -> CurveClientKeys? {
  if secretKey.isEmpty && serverKey.isEmpty { return nil }
  guard !secretKey.isEmpty, !serverKey.isEmpty else {
    let (given, missing) =
      secretKey.isEmpty ? ("server-key", "secret-key") : ("secret-key", "server-key")
    throw Failure(.usage, "--\(given) needs --\(missing), too")
  }
  return CurveClientKeys(
    own: try KeyFile.pair(at: secretKey), server: try KeyFile.publicKey(at: serverKey))
}

func clientKeys(_ arguments: Arguments) throws(Failure) -> CurveClientKeys? {
  try clientKeys(
    secretKey: arguments.text("secret-key") ?? "", serverKey: arguments.text("server-key") ?? "")
}

/// The keys of a broker; nil if everybody may come.
///
/// `authorized` has a directory for each role that somebody has, with a file for each key.
func brokerKeys(secretKey: String, authorized: String) throws(Failure) -> BrokerKeys? {
  if secretKey.isEmpty && authorized.isEmpty { return nil }
  guard !authorized.isEmpty else {
    throw Failure(.usage, "secret_key needs authorized_keys, too: nobody could come")
  }
  guard !secretKey.isEmpty else {
    throw Failure(.usage, "authorized_keys needs secret_key, too: everybody could come")
  }
  var keys = BrokerKeys(own: try KeyFile.pair(at: secretKey))
  let names: [String]
  do { names = try entries(of: authorized) } catch {
    throw Failure(.usage, "authorized_keys: \(error)")
  }
  for name in names {
    let directory = "\(authorized)/\(name)"
    guard let role = Role(rawValue: name) else {
      let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(.usage, "authorized_keys: \(directory) is none of \(roles)")
    }
    let paths: [String]
    do { paths = try files(in: directory, suffix: KeyFile.publicSuffix) } catch {
      throw Failure(.usage, "authorized_keys: \(error)")
    }
    for path in paths { keys.add(try KeyFile.publicKey(at: path), role) }
  }
  guard keys.count > 0 else {
    throw Failure(.usage, "authorized_keys: no key is in any role's directory below \(authorized)")
  }
  return keys
}
