"""Replies that are much longer than their requests, and clients that do not read them."""

import json
import signal

import zmq

from harness import Broker, Server, connect, encode, expect_fit, fit, until
from test_health import get


def animation(name: str) -> bytes:
    """A request of a few bytes whose reply has half a million."""
    start, end = ({"target": {"latitude": 10, "longitude": 76 + n}, "zoom": 7} for n in (0, 1))
    return encode({
        "v": 1, "id": name, "op": "animate", "viewport": {"width": 375, "height": 667},
        "camera": start, "to": end, "frames": 3600,
    })  # fmt: skip


def test_a_large_reply_that_is_asked_for_again_and_again_is_held_in_bounds(threads):
    server = Server(threads=threads)
    silent = connect(zmq.DEALER, server.requests, rcvhwm=1)
    silent.send(animation("same"))
    wanted = silent.recv()
    assert len(wanted) > 400_000 and json.loads(wanted)["ok"] is True
    healthy = connect(zmq.DEALER, server.requests)
    most = 0.0
    for number in range(100):
        for _ in range(10):
            silent.send(animation("same"))
        healthy.send(encode(fit(f"h-{number}")))
        expect_fit(healthy.recv(), f"h-{number}")
        most = max(most, server.memory_mib("RssAnon"))
    # All replies together have 500 MB.
    assert most < 250, most
    # The first 16 MiB were let out before anything had to be refused.
    for _ in range(30):
        assert silent.recv() == wanted


class LongWinded:
    """A worker that somebody else wrote; it answers `large-…` with 4 MiB and all else briefly."""

    def __init__(self, broker: Broker):
        self.socket = connect(zmq.DEALER, broker.workers)
        self.answered: list[str] = []
        self.say(b"\x01", b"viewfence.v1")

    def say(self, *frames: bytes):
        self.socket.send_multipart([b"MDPW02", *frames])

    def work(self, last: str):
        """Answers what comes, up to that request."""
        while last not in self.answered[-1:]:
            _, command, *rest = self.socket.recv_multipart()
            if command == b"\x05":
                self.say(b"\x05")
                continue
            if command == b"\x06":
                # It was given up while the test did something else on a slow machine.
                self.say(b"\x01", b"viewfence.v1")
                continue
            name = json.loads(rest[2])["id"]
            self.answered.append(name)
            text = "x" * (4 << 20) if name.startswith("large") else "brief"
            reply = encode({"v": 1, "id": name, "ok": True, "result": text})
            self.say(b"\x04", rest[0], b"", reply)


def test_large_replies_wait_in_bounds_for_who_does_not_read_and_none_is_lost():
    broker = Broker()
    worker = LongWinded(broker)
    silent = connect(zmq.DEALER, broker.requests, rcvhwm=1)
    healthy = connect(zmq.DEALER, broker.requests)
    asked = [f"large-{number}" for number in range(150)]
    most = 0.0
    for name in asked:
        for client, request in ((silent, name), (healthy, f"after-{name}")):
            client.send(encode({"v": 1, "id": request}))
        worker.work(last=f"after-{name}")
        assert json.loads(healthy.recv())["result"] == "brief"
        most = max(most, broker.memory_mib("RssAnon"))
    # All replies together have 600 MiB. What the worker answered before is owed.
    assert most < 300, most
    owed = [name for name in worker.answered if name.startswith("large")]
    assert 15 <= len(owed) < 100, owed

    got: list[str] = []

    def hear() -> dict:
        reply = json.loads(silent.recv())
        if reply["ok"]:
            got.append(reply["id"])
        else:
            assert reply["error"]["type"] == "urn:viewfence:problem:client-limit", reply["error"]
        return reply

    while len(got) < len(owed):
        hear()
    assert got == owed
    # Who reads is welcome again.
    for name in asked:
        if name not in owed:
            silent.send(encode({"v": 1, "id": name}))
            worker.work(last=name)
            while hear()["id"] != name or got[-1] != name:
                pass
    assert sorted(got) == sorted(asked)
    assert broker.stop() == 0


def end_with_replies_unread(server: Server) -> tuple[zmq.Socket, list[str]]:
    """A client that reads nothing of 14 MB, all of it with libzmq when the server is told to end."""
    silent = connect(zmq.DEALER, server.requests, rcvhwm=1, rcvbuf=1 << 16)
    asked = [f"a-{number}" for number in range(28)]
    for name in asked:
        silent.send(animation(name))
    answered = f"\nviewfence_requests_answered_total {len(asked)}\n"
    assert until(lambda: answered in get(server, "/metrics")[1])
    server.signal(signal.SIGTERM)
    server.logged("stop.draining")
    return silent, asked


def test_what_a_client_has_not_read_at_the_end_is_waited_for(threads):
    server = Server("--http", "tcp://127.0.0.1:*", "--linger-ms", "0", threads=threads)
    silent, asked = end_with_replies_unread(server)
    assert sorted(json.loads(silent.recv())["id"] for _ in asked) == sorted(asked)
    assert server.wait() == 0, server.text()


def test_what_a_client_never_read_is_said_at_the_end(threads):
    server = Server("--http", "tcp://127.0.0.1:*", "--drain-ms", "300", threads=threads)
    silent, _ = end_with_replies_unread(server)
    assert server.wait() == 1, server.text()
    silent.close()
