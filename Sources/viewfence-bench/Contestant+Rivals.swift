/// The same job by other means. Each does what a careful user of its tools would write.
extension Contestant {
  static func prototype(_ programs: RivalPrograms) -> Contestant {
    c(
      "C and json-c", does: "a ROUTER, json-c with one parser, a reply by snprintf",
      flags: ["--job", "fit"], programs)
  }

  static func burstingPrototype(_ programs: RivalPrograms) -> Contestant {
    c(
      "C and json-c, bursts", does: "the same; takes all that waits, then sends all replies",
      flags: ["--job", "fit", "--burst", "1"], programs)
  }

  static func threadedPrototype(
    _ programs: RivalPrograms, threads: Int = 1, target: Double? = nil
  ) -> Contestant {
    c(
      "C and json-c, \(threads) thread\(threads == 1 ? "" : "s")",
      does: "the same behind zmq_proxy, over inproc",
      flags: ["--job", "fit", "--burst", "1", "--threads", "\(threads)"], programs, target: target)
  }

  static func pyzmq(_ programs: RivalPrograms) -> Contestant {
    Contestant(
      name: "pyzmq", does: "a REP in Python with the json module",
      client: [programs.program("zmq_client"), "--delimiter", "1"], target: 4,
      needs: "python3 and python3-zmq"
    ) { server throws(BenchError) in
      try server.start(["python3", programs.script("pyzmq_server.py")])
    }
  }

  static func grpcUnary(_ programs: RivalPrograms) -> Contestant {
    grpc("gRPC C++, async unary", "async", "unary", target: 2, programs)
  }

  static func grpcStream(_ programs: RivalPrograms) -> Contestant {
    grpc("gRPC C++, callback stream", "callback", "stream", target: 1.5, programs)
  }

  private static func grpc(
    _ name: String, _ server: String, _ client: String, target: Double, _ programs: RivalPrograms
  ) -> Contestant {
    Contestant(
      name: name,
      does: server == "async"
        ? "protobuf; a call a request from completion queues"
        : "protobuf; one stream in both directions, answered by a reactor",
      client: [programs.program("grpc_client"), "--mode", client], target: target,
      needs: "libgrpc++-dev, libprotobuf-dev and protobuf-compiler-grpc"
    ) { processes throws(BenchError) in
      try processes.start([programs.program("grpc_server"), "--mode", server])
    }
  }

  static func nats(_ programs: RivalPrograms) -> Contestant {
    Contestant(
      name: "NATS", does: "nats-server, and a worker in C with json-c; both count as server",
      client: [programs.program("nats_client")], target: 5, needs: "nats-server and libnats-dev"
    ) { server throws(BenchError) in
      let listens = try server.start(
        ["nats-server", "-a", "127.0.0.1", "-p", "-1", "-l", "/dev/stdout"],
        ready: "Listening for client connections")
      let url = "nats://" + (listens.text.split(separator: " ").last ?? "")
      _ = try server.start([programs.program("nats_worker"), "--connect", url])
      let version = try Child(["nats-server", "--version"]).line()?.split(separator: "v").last
      return ReadyLine("ready requests=\(url) version=\(version ?? "")")
    }
  }

  static func node(_ programs: RivalPrograms) -> Contestant {
    Contestant(
      name: "node, HTTP", does: "HTTP/1.1 with a connection for each request in flight, JSON.parse",
      client: [programs.program("http_client")], needs: "nodejs"
    ) { server throws(BenchError) in
      try server.start(["node", programs.script("http_server.mjs")])
    }
  }
}
