import JSON
import Operations
import WireFormat

/// Says what is wrong with a document.
struct Judge {
  enum Kind: String, CaseIterable {
    case request, fence, configuration

    static let words = allCases.map(\.rawValue)
  }

  let kind: Kind
  /// Those that requests may name; nil: any name will do.
  var fences: FenceCatalog?
  var packedFrames: [[UInt8]] = []

  /// One line for each fault; none if the document is right.
  func faults(in document: [UInt8]) -> [String] {
    switch kind {
    case .request: faults(inRequest: document)
    case .fence: faults(inFence: document)
    case .configuration: faults(inConfiguration: document)
    }
  }

  private func faults(inRequest document: [UInt8]) -> [String] {
    let decoder = requestDecoder(fences: fences ?? Self.fences(namedIn: document))
    let decoded = withFrames([document] + packedFrames) { decoder.decode($0).request }
    switch decoded {
    case .failure(let problem): return [Self.line(problem)]
    case .success(let request):
      guard case .batch(let members) = request.body else { return [] }
      return members.compactMap { member in
        if case .failure(let problem) = member.operation { Self.line(problem) } else { nil }
      }
    }
  }

  private func faults(inFence document: [UInt8]) -> [String] {
    var catalog = FenceCatalog()
    do {
      try catalog.add(document)
      return []
    } catch {
      return [oneLine(error.description)]
    }
  }

  private func faults(inConfiguration document: [UInt8]) -> [String] {
    var settings = ServerSettings()
    do {
      try ConfigurationReader(ServerSettings.groups).read(file: document, into: &settings)
      return []
    } catch {
      return [oneLine(error.description)]
    }
  }

  static func line(_ problem: Problem) -> String {
    oneLine(
      "\(problem.kind.rawValue)\(problem.pointer.map { " at \($0)" } ?? ""): \(problem.detail)")
  }

  /// The world under each name of a fence in a request.
  private static func fences(namedIn document: [UInt8]) -> FenceCatalog {
    var catalog = FenceCatalog()
    for name in fenceNames(in: document) {
      // The same name twice is no matter.
      _ = try? catalog.add(world(named: name))
    }
    return catalog
  }

  private static func fenceNames(in document: [UInt8]) -> [String] {
    let names = document.withUnsafeBufferPointer { bytes in
      try? JSONReader().read(UnsafeRawBufferPointer(bytes), refusal: { $0 as any Error }) { root in
        let batch = root.member("batch").flatMap { $0.kind == .array ? $0 : nil }
        let members = (0..<(batch?.count ?? 0)).compactMap { batch?[$0] }
        return ([root] + members).compactMap { $0.member("limits")?.member("fence")?.string }
      }
    }
    return names ?? []
  }

  private static func world(named name: String) -> [UInt8] {
    var file = JSONWriter()
    file.beginObject()
    file.name("type")
    file.value("Feature")
    file.name("properties")
    file.beginObject()
    file.name("name")
    file.value(name)
    file.endObject()
    file.name("bbox")
    file.value(json: "[-180,-85,180,85]".utf8)
    file.name("geometry")
    file.null()
    file.endObject()
    return file.bytes
  }
}

/// Calls `body` with the bytes of all `frames`, which stay in place meanwhile.
func withFrames<Result>(
  _ frames: [[UInt8]], _ body: ([UnsafeRawBufferPointer]) -> Result
) -> Result {
  let copies = frames.map { frame in
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: frame.count, alignment: 8)
    copy.copyBytes(from: frame)
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return body(copies.map { UnsafeRawBufferPointer($0) })
}
