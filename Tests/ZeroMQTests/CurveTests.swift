import Testing
import ZeroMQ

@Suite struct CurveTests {
  // The server's key in the examples of zmq_curve(7), which gives its bytes, too.
  @Test func keysAreZ85() throws {
    let text = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
    let key = try #require(CurveKey(text))
    #expect(key.text == text)
    let digits = key.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
    #expect(
      digits.joined() == "54fcba24e93249969316fb617c872bb0c1d1ff14800427c594cbfacf1bc2d652")
  }

  @Test(arguments: [
    "", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf77",
    "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf\"", "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]\u{0}f77",
    "########################################", "ü23456789012345678901234567890123456789",
  ])
  func whatIsNoKeyIsNil(text: String) {
    #expect(CurveKey(text) == nil)
  }

  @Test func aSecretHasOnePublicKey() throws {
    let pair = try CurveKeyPair()
    #expect(try CurveKeyPair(secretKey: pair.secretKey) == pair)
    #expect(try CurveKeyPair() != pair)
    #expect("\(pair)" == pair.publicKey.text)
  }
}
