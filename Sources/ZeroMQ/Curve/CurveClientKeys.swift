/// What a client proves itself with, and to whom alone it speaks.
public struct CurveClientKeys: Hashable, Sendable {
  public let own: CurveKeyPair
  public let server: CurveKey

  public init(own: CurveKeyPair, server: CurveKey) { (self.own, self.server) = (own, server) }
}
