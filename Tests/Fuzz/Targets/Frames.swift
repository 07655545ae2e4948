import WireFormat
import ZeroMQ

@testable import Majordomo

/// What a message of any frames is taken for stays inside it.
///
/// Each frame begins with its length in one byte; FF stands for all that is left.
func judgeFrames(_ bytes: UnsafeRawBufferPointer) -> String? {
  var source = ByteSource(bytes)
  let message = Message(capacity: 17)
  while !source.isAtEnd, message.count < message.capacity {
    let length = source.byte()
    message.append(source.prefix(length == 0xFF ? bytes.count : Int(length)))
  }
  for index in 0..<message.count {
    _ = AnswerHead(message[index])
    _ = RequestEnvelope.scan(message[index])
    _ = TokenMint(epoch: 1).count(message[index])
  }
  return faultOfRouterMessage(message) ?? faultOfDealerMessage(message)
}

private func faultOfRouterMessage(_ message: Message) -> String? {
  switch Incoming(message) {
  case .request(let framing, let kept, let service, let body):
    guard 1...body.lowerBound ~= kept, !body.isEmpty, body.upperBound == message.count,
      body.count <= Incoming.maximumFrames
    else { return "a request at \(kept) with the body \(body) of \(message.count)" }
    guard (service == nil) == (framing == .plain) else { return "a plain request to a service" }
    guard service.map({ kept + 1..<body.lowerBound ~= $0 }) ?? true else {
      return "a service outside the frames"
    }
  case .badRequest(_, let kept, let service):
    guard 1..<message.count ~= kept, service.map({ kept..<message.count ~= $0 }) ?? true else {
      return "a bad request at \(kept) of \(message.count)"
    }
  case .worker(_, _, let rest):
    guard rest.upperBound == message.count, rest.lowerBound > 1 else { return "a rest \(rest)" }
  case .nothing:
    guard message.count <= 1 else { return "nothing in \(message.count) frames" }
  }
  return nil
}

private func faultOfDealerMessage(_ message: Message) -> String? {
  let incoming = WorkerIncoming(message)
  guard incoming.command == .request else { return nil }
  let isInside =
    !incoming.address.isEmpty && incoming.address.upperBound + 1 == incoming.body.lowerBound
    && incoming.body.upperBound == message.count
  return isInside ? nil : "a request from \(incoming.address) with the body \(incoming.body)"
}
