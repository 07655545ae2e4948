/// The outlines of the last envelopes, by their text.
///
/// Requests of one screen differ in their ids and lists, which envelopes do not have: the judgement
/// of json-c on the same text is the same. Bounded: 64 envelopes of up to 2 KiB.
struct OutlineMemory {
  private struct Slot {
    let text: [UInt8]
    let outline: OperationOutline
  }

  private var slots: [Slot?] = Array(repeating: nil, count: 64)

  /// The outline that was kept for the same `envelope`.
  func outline(of envelope: UnsafeRawBufferPointer) -> OperationOutline? {
    guard let slot = slots[place(of: envelope)], slot.text.count == envelope.count,
      slot.text.withUnsafeBytes({ isEqual($0, envelope) })
    else { return nil }
    return slot.outline
  }

  mutating func keep(_ outline: OperationOutline, of envelope: UnsafeRawBufferPointer) {
    guard envelope.count <= 2048 else { return }
    slots[place(of: envelope)] = Slot(text: Array(envelope), outline: outline)
  }

  /// Two envelopes at one place cost a parse, no more: the text decides.
  private func place(of envelope: UnsafeRawBufferPointer) -> Int {
    var hash = UInt64(truncatingIfNeeded: envelope.count)
    var offset = 0
    while offset + 8 <= envelope.count {
      hash ^= envelope.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash &*= 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset += 8
    }
    for byte in envelope[offset...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: (hash ^ hash >> 29) % UInt64(slots.count))
  }
}

/// Whether two texts of the same length are the same, eight bytes at a time.
private func isEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
  var offset = 0
  while offset + 8 <= one.count {
    guard
      one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    else { return false }
    offset += 8
  }
  return (offset..<one.count).allSatisfy { one[$0] == other[$0] }
}
