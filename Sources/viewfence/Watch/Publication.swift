/// A message that a broker publishes: topic, reply, and where it stands in the topic's sequence.
struct Publication: Equatable {
  let topic: String
  let reply: [UInt8]
  /// Microseconds since 1970 at which the broker began to count the topic.
  let epoch: UInt64
  let sequence: UInt64

  /// Returns nil unless the frames are those of a publication.
  init?(topic: UnsafeRawBufferPointer, reply: UnsafeRawBufferPointer, count: UnsafeRawBufferPointer)
  {
    guard count.count == 16 else { return nil }
    self.topic = String(decoding: topic, as: UTF8.self)
    self.reply = Array(reply)
    epoch = UInt64(littleEndian: count.loadUnaligned(as: UInt64.self))
    sequence = UInt64(littleEndian: count.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  func line(pretty: Bool) -> String {
    let text = pretty ? PrettyJSON.format(reply) : oneLine(reply)
    return "\(oneWord(topic)) \(epoch) \(sequence)\(pretty ? "\n" : " ")\(text)\n"
  }
}
