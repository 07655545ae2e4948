/// What happened to what a broker sent by itself, and to what it sent for others.
public struct DeliveryCounters: Hashable, Sendable {
  /// Replies that had to wait because their client did not read; refusals and partial answers that
  /// it did not get because too many waited; and replies that it did not get because it is gone.
  public var delayed = 0
  public var withoutRoom = 0
  public var toNobody = 0
  public var published = 0
  /// Requests that were refused as they were read, before they were accepted: their frames, size or
  /// service are wrong, their key does not have the role, or what was pushed in has no topic.
  public var unaccepted = 0

  public init() {}
}
