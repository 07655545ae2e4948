/// What a broker came to listen on: real addresses, nil where it is off.
public struct BoundEndpoints: Hashable, Sendable {
  public var requests, workers, cameras, ingest: String?
}
