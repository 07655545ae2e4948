import Foundation
import Testing
import ZeroMQ

@testable import viewfence

struct KeyFileTests {
  @Test func whatIsWrittenIsRead() throws {
    let pair = try CurveKeyPair()
    let secret = KeyFile(KeyFile.text(of: pair, withSecret: true))
    #expect(secret.publicKey == pair.publicKey && secret.secretKey == pair.secretKey)
    let open = KeyFile(KeyFile.text(of: pair, withSecret: false))
    #expect(open.publicKey == pair.publicKey && open.secretKey == nil)
  }

  // As zmq.auth.create_certificates of pyzmq writes it, with a key that has `=` and `#`.
  @Test func certificatesOfOthersAreRead() throws {
    let key = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
    let file = KeyFile(
      """
      #   ****  Generated on 2026-01-01 by pyzmq  ****
      #   public-key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"

      metadata
          name = "kiosk"
          public = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
      curve
          public-key = "\(key)"\r
      \tsecret-key="D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"
      """)
    #expect(file.publicKey?.text == key)
    #expect(file.secretKey?.text == "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs")
  }

  @Test(arguments: ["", "public-key", "public-key = ", "public-key = \"\"", "=", "\u{0}=\u{0}"])
  func whatIsNoKeyIsNone(text: String) {
    let file = KeyFile(text)
    #expect(file.publicKey == nil && file.secretKey == nil)
  }

  @Test func halfTheKeysAreRefused() {
    #expect(throws: Failure(.usage, "secret_key needs authorized_keys, too: nobody could come")) {
      try brokerKeys(secretKey: "a", authorized: "")
    }
    #expect(throws: Failure(.usage, "authorized_keys needs secret_key, too: everybody could come"))
    {
      try brokerKeys(secretKey: "", authorized: "a")
    }
    #expect(throws: Failure(.usage, "--secret-key needs --server-key, too")) {
      try clientKeys(secretKey: "a", serverKey: "")
    }
    #expect(throws: Failure(.usage, "--server-key needs --secret-key, too")) {
      try clientKeys(secretKey: "", serverKey: "a")
    }
  }

  @Test func noKeysAreNoKeys() throws {
    #expect(try brokerKeys(secretKey: "", authorized: "") == nil)
    #expect(try clientKeys(secretKey: "", serverKey: "") == nil)
  }
}
