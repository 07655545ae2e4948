/// viewfence in its shapes, and servers over ZeroMQ beside it.
extension Contestant {
  private static let free = "tcp://127.0.0.1:0"
  private static let viewfence = RivalPrograms.own("viewfence")
  private static let endpoints = [
    "--requests", free, "--workers", free, "--cameras", free, "--ingest", free,
  ]

  /// Broker and workers in one process.
  static func serve(threads: Int, _ programs: RivalPrograms, target: Double? = nil) -> Contestant {
    Contestant(
      name: "viewfence serve --threads \(threads)",
      does: threads == 0
        ? "checks, computes and answers JSON on the broker's thread"
        : "the same on \(threads == 1 ? "a thread" : "\(threads) threads") behind the broker's",
      client: [programs.program("zmq_client")], target: target
    ) { server throws(BenchError) in
      try server.start([viewfence, "serve", "--threads", "\(threads)"] + endpoints)
    }
  }

  /// A broker and `workers` processes of one thread each.
  static func broker(workers: Int, _ programs: RivalPrograms) -> Contestant {
    Contestant(
      name: "viewfence broker, \(workers) workers",
      does: "the broker and \(workers) processes of viewfence worker, over tcp",
      client: [programs.program("zmq_client")]
    ) { server throws(BenchError) in
      let ready = try server.start([viewfence, "broker"] + endpoints)
      for _ in 0..<workers {
        _ = try server.start([
          viewfence, "worker", "--threads", "1", "--broker", ready["workers"] ?? "",
        ])
      }
      return ready
    }
  }

  /// A server in C over ZeroMQ: one process.
  static func c(
    _ name: String, does: String, flags: [String] = [], _ programs: RivalPrograms,
    isEcho: Bool = false, target: Double? = nil
  ) -> Contestant {
    Contestant(
      name: name, does: does, client: [programs.program("zmq_client")], isEcho: isEcho,
      target: target
    ) { server throws(BenchError) in
      try server.start([programs.program("zmq_server")] + flags)
    }
  }

  /// A bare zmq_proxy over tcp and `workers` processes that `command` starts for its back.
  static func proxy(
    _ name: String, does: String, workers: Int, _ programs: RivalPrograms, isEcho: Bool = false,
    target: Double? = nil, worker command: @escaping (_ back: String) -> [String]
  ) -> Contestant {
    Contestant(
      name: name, does: does, client: [programs.program("zmq_client")], isEcho: isEcho,
      target: target
    ) { server throws(BenchError) in
      let ready = try server.start([
        programs.program("zmq_server"), "--back", "tcp://127.0.0.1:*",
      ])
      for _ in 0..<workers { _ = try server.start(command(ready["workers"] ?? "")) }
      return ready
    }
  }

  /// What the transport alone costs.
  static func echo(_ programs: RivalPrograms, target: Double?) -> Contestant {
    c(
      "bare C echo", does: "a ROUTER that sends the request back", programs, isEcho: true,
      target: target)
  }
}
