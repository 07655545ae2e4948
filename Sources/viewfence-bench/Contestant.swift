/// A server under test, and the client that loads it.
struct Contestant {
  let name: String
  /// What it does for a request.
  let does: String
  /// The client's program and flags, without those that all have.
  let client: [String]
  /// Sends back what comes, so that its replies are not looked at.
  var isEcho = false
  /// What viewfence's rate over its own should be at least.
  var target: Double?
  /// What it takes beyond what viewfence is built with; it is left out where that is missing.
  var needs: String?
  /// Starts its processes; the answer says `requests=`, and `version=` if that is worth telling.
  let start: (inout Server) throws(BenchError) -> ReadyLine
}
