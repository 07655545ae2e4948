// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "viewfence",
  products: [.executable(name: "viewfence", targets: ["viewfence"])],
  targets: [
    // C libraries, and the Linux calls that Swift cannot import.
    .target(name: "CZeroMQ", linkerSettings: [.linkedLibrary("zmq")]),
    .target(name: "CJSON", linkerSettings: [.linkedLibrary("json-c")]),
    .target(name: "CSchema"),
    .target(name: "CPlatform", cSettings: [.define("_GNU_SOURCE")]),

    // The pure core: places in, camera out. Its C is one loop, compiled for several processors.
    .target(name: "CVectors"),
    .target(name: "CameraCore", dependencies: ["CVectors"], swiftSettings: strict),

    // Thin wrappers.
    .target(name: "ZeroMQ", dependencies: ["CZeroMQ"], swiftSettings: strict),
    .target(name: "JSON", dependencies: ["CJSON"], swiftSettings: strict),

    // What is said, how it travels, and what is done.
    .target(name: "WireFormat", dependencies: ["CameraCore", "JSON"], swiftSettings: strict),
    .target(name: "Operations", dependencies: ["CPlatform", "JSON"], swiftSettings: strict),
    .target(
      name: "Majordomo", dependencies: ["ZeroMQ", "JSON", "WireFormat", "Operations"],
      swiftSettings: strict),
    .target(
      name: "ViewportService", dependencies: ["CameraCore", "JSON", "Operations", "WireFormat"],
      swiftSettings: strict),

    .executableTarget(
      name: "viewfence",
      dependencies: [
        "CSchema", "CameraCore", "JSON", "Majordomo", "Operations", "ViewportService", "WireFormat",
        "ZeroMQ",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "viewfence-bench",
      dependencies: ["CameraCore", "JSON", "Majordomo", "Operations", "ViewportService", "ZeroMQ"],
      exclude: ["rivals"], swiftSettings: strict),

    .testTarget(
      name: "CameraCoreTests", dependencies: ["CVectors", "CameraCore", "Operations"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "ZeroMQTests", dependencies: ["ZeroMQ"], swiftSettings: strict),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON", "Operations"], exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "WireFormatTests", dependencies: ["CameraCore", "JSON", "WireFormat"],
      swiftSettings: strict),
    .testTarget(
      name: "MajordomoTests",
      dependencies: ["Majordomo", "JSON", "Operations", "WireFormat", "ZeroMQ"],
      swiftSettings: strict),
    .testTarget(
      name: "ViewportServiceTests",
      dependencies: ["CameraCore", "JSON", "ViewportService", "WireFormat"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(name: "OperationsTests", dependencies: ["Operations"], swiftSettings: strict),
    .testTarget(
      name: "viewfenceTests",
      dependencies: [
        "CameraCore", "JSON", "Majordomo", "Operations", "ViewportService", "WireFormat",
        "viewfence",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["CameraCore", "JSON", "Majordomo", "ViewportService", "WireFormat", "ZeroMQ"],
      path: "Tests/Fuzz", exclude: ["LibFuzzer", "corpus", "json.dictionary", "run"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6])
