/// What is fuzzed, by its name for `Tests/Fuzz/run`.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// The strict scan and json-c behind it.
  case scan
  /// A whole request: frames in, one reply out.
  case answer
  /// The camera core, past all checks of the wire: fits, what else moves a camera, animations.
  case fit, move, animate
  /// The frames of Majordomo and plain messages.
  case frames
  /// The decisions of a broker.
  case broker

  /// Bytes in; what went wrong, or nil. Used by one thread.
  func judge() -> (UnsafeRawBufferPointer) -> String? {
    switch self {
    case .scan: judgeScan
    case .answer: AnswerJudge().judge
    case .fit: judgeFit
    case .move: judgeMove
    case .animate: judgeAnimate
    case .frames: judgeFrames
    case .broker: judgeBroker
    }
  }
}
