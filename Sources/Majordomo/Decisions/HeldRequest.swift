/// What is known of a request in a slot.
struct HeldRequest {
  var connection: Int?
  var service: Int
  var bytes: Int
  var acceptedAt: Milliseconds
  var deadline: Milliseconds = 0
  var entry: KnownRequests.Reference?
  var attempts = 0
  /// The worker that has it, and under which token.
  var session: Int?
  var token: UInt64 = 0
  /// The next of those that get the same answer.
  var nextJoined: Int?
  /// It waits, is computed or has joined nobody.
  var isPrimary = false
  var isQueued = false
  /// A worker went on computing it after its end.
  var wasComputing = false

  static var none: HeldRequest { HeldRequest(connection: nil, service: 0, bytes: 0, acceptedAt: 0) }
}
