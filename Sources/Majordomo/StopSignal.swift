/// Something that can be waited for and says that it is time to end.
public struct StopSignal: Sendable {
  /// Can be read when a signal has come.
  let fileDescriptor: CInt
  /// Takes one signal; false if there is none.
  let take: @Sendable () -> Bool

  public init(fileDescriptor: CInt, take: @escaping @Sendable () -> Bool) {
    (self.fileDescriptor, self.take) = (fileDescriptor, take)
  }
}
