/// What a worker says of itself in the frame after READY, which only ours send:
/// `{"credit":32,"time_left":true,"compact":true}`.
struct WorkerOffer: Equatable {
  /// How many requests it may hold at once.
  var credit = 1
  /// It wants to be told how long the answer to each request may take.
  var wantsTimeLeft = false
  /// It understands a `CompactHead`.
  var isCompact = false

  init(credit: Int, wantsTimeLeft: Bool, isCompact: Bool = false) {
    (self.credit, self.wantsTimeLeft, self.isCompact) = (credit, wantsTimeLeft, isCompact)
  }

  /// Takes out what is understood.
  init(_ frame: UnsafeRawBufferPointer) {
    if let value = Self.value(of: #""credit""#, in: frame) {
      let digits = value.prefix { (0x30...0x39).contains($0) }
      credit = digits.count < 10 ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : 1
    }
    wantsTimeLeft = Self.isTrue(#""time_left""#, in: frame)
    isCompact = Self.isTrue(#""compact""#, in: frame)
  }

  var text: String {
    #"{"credit":\#(credit),"time_left":\#(wantsTimeLeft),"compact":\#(isCompact)}"#
  }

  private static func isTrue(_ name: String, in frame: UnsafeRawBufferPointer) -> Bool {
    value(of: name, in: frame)?.starts(with: "true".utf8) ?? false
  }

  private static func value(
    of name: String, in frame: UnsafeRawBufferPointer
  ) -> Slice<UnsafeRawBufferPointer>? {
    let name = Array(name.utf8)
    // Who sends more than that sends something else.
    let frame = UnsafeRawBufferPointer(rebasing: frame.prefix(256))
    guard let start = frame.indices.first(where: { frame[$0...].starts(with: name) }) else {
      return nil
    }
    return frame[(start + name.count)...].drop { $0 == 0x20 || $0 == UInt8(ascii: ":") }
  }
}
