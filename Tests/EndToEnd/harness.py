"""Starts `viewfence`, and speaks to it as somebody else's client would."""

import json
import math
import os
import pathlib
import random
import select
import signal
import socket
import struct
import subprocess
import threading
import time

import zmq

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Failures wait this long; what works answers in milliseconds.
PATIENCE_MS = 30_000

_running: list["Process"] = []
_contexts: list[zmq.Context] = []


class Skip(Exception):
    """The test cannot be run here, and why."""


def binary() -> str:
    """The program under test: VIEWFENCE_BINARY, else the newer of the two builds."""
    named = os.environ.get("VIEWFENCE_BINARY")
    if named:
        return named
    builds = [ROOT / ".build" / kind / "viewfence" for kind in ("release", "debug")]
    built = [path for path in builds if path.exists()]
    if not built:
        raise SystemExit("viewfence is not built: swift build")
    return str(max(built, key=lambda path: path.stat().st_mtime))


def clean_environment(added: dict[str, str] | None = None) -> dict[str, str]:
    """The environment without settings of whoever runs the tests."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("VIEWFENCE_")}
    return {**kept, "SWIFT_BACKTRACE": "enable=no", **(added or {})}


class Process:
    """A child whose output can be waited for."""

    def __init__(
        self,
        *arguments: str,
        environment: dict[str, str] | None = None,
        program: tuple[str, ...] | None = None,
        stdin: int = subprocess.DEVNULL,
        directory: str | None = None,
    ):
        self.child = subprocess.Popen(
            [*(program or (binary(),)), *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=clean_environment(environment),
            cwd=directory,
        )
        _running.append(self)
        self.log = b""
        self._pending = b""
        # The log is read all the time, or a full pipe would stop the child.
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()

    def _read_log(self):
        for chunk in iter(lambda: self.child.stderr.read1(65536), b""):
            self.log = (self.log + chunk)[-(1 << 20) :]

    def has_line(self) -> bool:
        """Whether there is something to read at once."""
        return b"\n" in self._pending or bool(select.select([self.child.stdout], [], [], 0)[0])

    def line(self, patience_ms: int = PATIENCE_MS) -> str:
        """The next line of standard output, without its end."""
        deadline = time.monotonic() + patience_ms / 1000
        while b"\n" not in self._pending:
            left = max(0, deadline - time.monotonic())
            if not select.select([self.child.stdout], [], [], left)[0]:
                raise AssertionError(f"no line in {patience_ms} ms; log: {self.text()}")
            chunk = self.child.stdout.read1(65536)
            if not chunk:
                raise AssertionError(f"output ended, exit {self.wait()}: {self.text()}")
            self._pending += chunk
        line, self._pending = self._pending.split(b"\n", 1)
        return line.decode()

    def logged(self, part: str) -> str:
        """Waits until the log has `part`; returns the log."""
        assert until(lambda: part in self.text()), f"{part!r} is not in the log: {self.text()}"
        return self.text()

    def text(self) -> str:
        return self.log.decode(errors="replace")

    def signal(self, number: int):
        self.child.send_signal(number)

    def wait(self, seconds: float = PATIENCE_MS / 1000) -> int:
        """The exit status; the number of a signal that ended it, negative."""
        status = self.child.wait(timeout=seconds)
        # What it wrote at last is in its log, too.
        self._reader.join(timeout=seconds)
        return status

    def alive(self) -> bool:
        return self.child.poll() is None

    def cpu_seconds(self) -> float:
        """The time for which processors were at work for it."""
        # The name before may hold spaces and parentheses.
        stat = pathlib.Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mib(self, which: str) -> float:
        """`VmRSS`: the memory in use; `VmHWM`: the most that ever was."""
        status = pathlib.Path(f"/proc/{self.child.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(which))
        return int(line.split()[1]) / 1024


class Server(Process):
    """`viewfence serve` on free ports."""

    command = "serve"

    def __init__(self, *arguments: str, threads: int | None = 1):
        free = "tcp://127.0.0.1:0"
        settings = {"--requests": free, "--workers": free, "--cameras": free, "--ingest": free}
        if threads is not None:
            settings["--threads"] = str(threads)
        settings.update(zip(arguments[::2], arguments[1::2]))
        super().__init__(self.command, *(word for pair in settings.items() for word in pair))
        words = self.line().split()
        assert words[0] == "ready", words
        self.endpoints = dict(word.split("=", 1) for word in words[1:])
        self.requests = self.endpoints["requests"]
        self.workers = self.endpoints["workers"]
        self.cameras = self.endpoints["cameras"]
        self.ingest = self.endpoints["ingest"]

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.signal(number)
        return self.wait()


class Broker(Server):
    """`viewfence broker` on free ports; `arguments` are pairs of a flag and its value."""

    command = "broker"

    def __init__(self, *arguments: str):
        super().__init__(*arguments, threads=None)


class Worker(Process):
    """`viewfence worker` at these brokers, taken by the first of them."""

    def __init__(self, *brokers: Server, threads: int = 1):
        words = [word for broker in brokers for word in ("--broker", broker.workers)]
        super().__init__("worker", "--threads", str(threads), *words)
        assert self.line() == "ready"


def stop_everything():
    """Ends what a test left behind, whether it passed or not."""
    for made in _contexts:
        made.destroy(linger=0)
    _contexts.clear()
    for process in _running:
        if process.alive():
            process.child.kill()
        process.child.wait()
    _running.clear()


def until(holds) -> bool:
    """Asks again and again until it holds, or a failure is certain."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.005)
    return bool(held)


def free_endpoint() -> str:
    """An endpoint that nobody has, at a port that the system gives to nobody who asks for any."""
    lowest = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0]
    while True:
        port = random.randrange(10_000, int(lowest))
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return f"tcp://127.0.0.1:{port}"
            except OSError:
                continue


def context() -> zmq.Context:
    """A context that ends with the test."""
    made = zmq.Context()
    _contexts.append(made)
    return made


def connect(kind: int, endpoint: str, within: zmq.Context | None = None, **options) -> zmq.Socket:
    """A socket that gives up after a while instead of hanging the tests."""
    made = (within or context()).socket(kind)
    made.linger = 0
    made.rcvtimeo = made.sndtimeo = PATIENCE_MS
    for name, value in options.items():
        setattr(made, name, value)
    made.connect(endpoint)
    return made


def raw(endpoint: str) -> socket.socket:
    """A bare TCP connection to an endpoint."""
    host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
    return socket.create_connection((host, int(port)), timeout=PATIENCE_MS / 1000)


def subscribe(server: Server, *topics: str) -> zmq.Socket:
    """A subscriber whose subscriptions are in force.

    The publisher takes subscriptions in order, so the last one, to a topic of its own, tells
    about the others: it is published to until something comes.
    """
    listener = connect(zmq.SUB, server.cameras)
    probe = f"cam/probe-{id(listener)}/"
    for topic in (*topics, probe):
        listener.subscribe(topic)
    asker = connect(zmq.DEALER, server.requests)
    for number in range(200):
        asker.send(encode(fit(f"probe-{number}", publish=probe)))
        asker.recv()
        if listener.poll(50):
            break
    else:
        raise AssertionError("the subscription never came into force")
    return listener


def publications(listener: zmq.Socket, patience_ms: int = PATIENCE_MS):
    """What comes and is no probe: topic, bytes, epoch, sequence."""
    while listener.poll(patience_ms):
        topic, reply, counters = listener.recv_multipart()
        if not topic.startswith(b"cam/probe-"):
            yield topic.decode(), reply, *struct.unpack("<QQ", counters)
    raise AssertionError("nothing more was published")


# Requests and their right answers.


def encode(request: dict) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode()


def fit(name: str | None, width: float = 2.5, **members) -> dict:
    """Two places on a parallel, `width` degrees apart, into 375 x 667 points."""
    places = [{"latitude": 10, "longitude": 76}, {"latitude": 10, "longitude": 76 + width}]
    return {
        "v": 1,
        "id": name,
        "op": "fit",
        "viewport": {"width": 375, "height": 667},
        "insets": 0,
        "content": {"pois": places},
        **members,
    }


def expect_fit(reply: bytes, name: str, width: float = 2.5):
    """Checks a reply to `fit` against the closed form."""
    answer = json.loads(reply)
    assert answer["v"] == 1 and answer["id"] == name and answer["ok"] is True, answer
    camera = answer["result"]["camera"]
    zoom = min(21, math.log2(375 / (256 * width / 360)))
    assert abs(camera["zoom"] - zoom) < 1e-9, (camera, zoom)
    assert abs(camera["target"]["latitude"] - 10) < 1e-9, camera
    assert abs(camera["target"]["longitude"] - (76 + width / 2)) < 1e-9, camera
    assert answer["result"]["fits"] is True, answer


def expect_problem(reply: bytes, kind: str, name: str | None) -> dict:
    """Checks an error reply; returns its problem. Of text that is no JSON the id may be read."""
    answer = json.loads(reply)
    assert answer["v"] == 1 and answer["ok"] is False, answer
    assert answer["id"] == name or kind == "bad-json" and answer["id"] is None, answer
    assert answer["error"]["type"] == f"urn:viewfence:problem:{kind}", answer
    return answer["error"]


def ask(server: Server, body: bytes) -> bytes:
    """The reply to one request over a connection of its own."""
    asker = connect(zmq.REQ, server.requests)
    asker.send(body)
    (reply,) = asker.recv_multipart()
    asker.close()
    return reply


def expect_alive(server: Server):
    """A good request right after gets its right answer."""
    assert server.alive(), server.text()
    expect_fit(ask(server, encode(fit("alive"))), "alive")


# Faults, each with the problem that names it and the id that can be read.
FAULTS = [
    (b"not json", "bad-json", None),
    (b"[]", "bad-schema", None),
    (b"{}", "bad-schema", None),
    (encode(fit("latin", x_name="@")).replace(b"@", b"\xff"), "bad-json", "latin"),
    (encode(fit("cut"))[:-1], "bad-json", "cut"),
    (encode(fit("two")) * 2, "bad-json", "two"),
    (encode(fit("deep", x_deep="@")).replace(b'"@"', b"[" * 50 + b"]" * 50), "bad-json", "deep"),
    (encode(fit("misspelt", inset=4)), "bad-schema", "misspelt"),
    (encode(fit("text", viewport={"width": "4", "height": 3})), "bad-schema", "text"),
    (encode(fit("room", insets=400)), "no-room", "room"),
    (encode({**fit("op"), "op": "levitate"}), "unknown-op", "op"),
]
