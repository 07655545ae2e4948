import JSON

/// The strict scan of a request's JSON frame: what a broker needs of it, and what a decoder on the
/// same thread goes on from. Keeps its room from frame to frame.
public final class RequestScan {
  let reader: JSONReader
  /// What is wrong with the frame that was scanned last.
  private(set) var fault: JSONError?
  /// Also of a frame that goes wrong, as far as it goes; valid as long as its bytes.
  private(set) var message = MessageReader()
  private(set) var envelope = RequestEnvelope.unreadable

  /// The long lists are taken out also for a broker that does not read them: what repeats in them is
  /// found to be right faster than it is judged.
  public init() {
    reader = JSONReader(takingOut: Excerpts.names, settingAside: MessageReader.names)
  }

  @discardableResult
  public func scan(_ body: UnsafeRawBufferPointer) -> RequestEnvelope {
    fault = nil
    do throws(JSONError) { try reader.scan(body) } catch { fault = error }
    message = MessageReader(body, scanned: reader.scanner)
    envelope = RequestEnvelope(
      isWellFormed: fault == nil && trimmed(body).first == UInt8(ascii: "{"), id: message.id,
      deadlineMilliseconds: message.deadline, publish: message.publish,
      traceparent: message.traceparent)
    return envelope
  }
}
