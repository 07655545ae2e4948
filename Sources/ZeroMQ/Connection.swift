/// A socket that can be kept in a list, which a `~Copyable` one cannot. Made, used and dropped by
/// one thread.
public final class Connection {
  public let socket: Socket

  public init(_ socket: consuming Socket) { self.socket = socket }
}
