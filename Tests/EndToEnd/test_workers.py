"""Brokers and workers in processes of their own, ours and those that others wrote."""

import json
import signal
import time

import zmq

from harness import (
    PATIENCE_MS, Broker, Server, Worker, ask, connect, encode, expect_alive, expect_fit,
    expect_problem, fit, free_endpoint, until,
)  # fmt: skip
from test_clients import pipeline

ECHO = b"echo"
# A request waits for the next worker however long a busy machine takes to start it.
PATIENT = ("--grace-ms", "60000", "--deadline-ms", "60000")


class ForeignWorker:
    """A worker after RFC 7 (0.1) or RFC 18 (0.2), as somebody else would write it."""

    def __init__(self, broker: Server, version: int = 2, service: bytes = ECHO):
        self.version = version
        self.header = b"MDPW0%d" % version
        self.socket = connect(zmq.DEALER, broker.workers)
        self.send(b"\x01", service)
        # Taken once the broker says so; its word and a client's request come on two sockets.
        asker = connect(zmq.REQ, broker.requests)
        assert until(lambda: self.is_taken(asker, service))

    @staticmethod
    def is_taken(asker: zmq.Socket, service: bytes) -> bool:
        asker.send_multipart([b"MDPC01", b"mmi.service", service])
        return asker.recv_multipart()[-1] == b"200"

    def send(self, command: bytes, *rest: bytes):
        empty = [b""] if self.version == 1 else []
        self.socket.send_multipart([*empty, self.header, command, *rest])

    def take(self) -> tuple[bytes, list[bytes]]:
        """The next request: the client's address and the body."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < deadline:
            frames = self.socket.recv_multipart()
            if self.version == 1:
                assert frames.pop(0) == b""
            assert frames[0] == self.header, frames
            if frames[1] == b"\x02":
                assert frames[3] == b"", frames
                return frames[2], frames[4:]
            # What else a broker says is a heartbeat, and it wants one.
            assert frames[1] == self.heartbeat, frames
            self.send(self.heartbeat)
        raise AssertionError("no request came")

    @property
    def heartbeat(self) -> bytes:
        return b"\x04" if self.version == 1 else b"\x05"

    def answer(self, client: bytes, *body: bytes):
        self.send(b"\x03" if self.version == 1 else b"\x04", client, b"", *body)


def call(broker: Server, version: int, *body: bytes) -> zmq.Socket:
    """A client of the echo service that has sent its request."""
    client = connect(zmq.DEALER, broker.requests)
    start = [b"", b"MDPC01"] if version == 1 else [b"MDPC02", b"\x01"]
    client.send_multipart([*start, ECHO, *body])
    return client


def reply(client: zmq.Socket, version: int) -> list[bytes]:
    frames = client.recv_multipart()
    start = [b"", b"MDPC01", ECHO] if version == 1 else [b"MDPC02", b"\x03", ECHO]
    assert frames[: len(start)] == start, frames
    return frames[len(start) :]


def test_broker_and_workers_in_processes_of_their_own():
    broker = Broker()
    workers = [Worker(broker, threads=2) for _ in range(2)]
    pipeline(broker.requests)
    for worker in workers:
        worker.signal(signal.SIGTERM)
        assert worker.wait() == 0, worker.text()
    assert broker.stop() == 0, broker.text()


def test_without_a_worker_the_answer_is_no_worker():
    broker = Broker("--grace-ms", "100")
    problem = expect_problem(ask(broker, encode(fit("lonely"))), "no-worker", "lonely")
    assert problem["retry_after_ms"] > 0
    Worker(broker)
    expect_alive(broker)


def test_a_killed_worker_costs_no_request():
    broker = Broker("--dispatch-timeout-ms", "60000")
    first, second = Worker(broker), Worker(broker)
    client = connect(zmq.DEALER, broker.requests)
    # Heavy enough that both workers have some in hand when the first answer comes.
    places = [{"latitude": 10, "longitude": 76 + i % 89 / 100} for i in range(5000)]
    for number in range(60):
        body = fit(f"k-{number}", content={"pois": places}, deadline_ms=60_000)
        client.send(encode(body))
    answers = [json.loads(client.recv())]
    first.signal(signal.SIGKILL)
    while len(answers) < 60:
        answers.append(json.loads(client.recv()))
    assert {answer["id"] for answer in answers} == {f"k-{number}" for number in range(60)}
    assert len({str(answer["result"]) for answer in answers}) == 1
    client.send(encode(fit("next")))
    expect_fit(client.recv(), "next")
    assert second.alive()


def test_foreign_workers_and_clients_of_both_versions(threads):
    server = Server(threads=threads)
    for version in (1, 2):
        worker = ForeignWorker(server, version)
        for client_version in (1, 2):
            client = call(server, client_version, b"opaque", b"", b"\xff\x00")
            address, body = worker.take()
            assert body == [b"opaque", b"", b"\xff\x00"]
            worker.answer(address, *body, b"more")
            assert reply(client, client_version) == [b"opaque", b"", b"\xff\x00", b"more"]
        worker.send(b"\x05" if version == 1 else b"\x06")
    expect_alive(server)


def test_partials_go_to_clients_of_version_2():
    server = Server()
    worker = ForeignWorker(server)
    client = call(server, 2, b"much")
    address, _ = worker.take()
    for part in (b"a", b"b"):
        worker.send(b"\x03", address, b"", part)
        assert client.recv_multipart() == [b"MDPC02", b"\x02", ECHO, part]
    worker.answer(address, b"end")
    assert reply(client, 2) == [b"end"]


def test_forged_and_late_answers_reach_nobody(threads):
    server = Server(threads=threads)
    honest, liar = ForeignWorker(server), ForeignWorker(server, service=b"liar")
    client = call(server, 2, b"question")
    address, _ = honest.take()
    # Another worker answers for it, and with addresses that are nobody's.
    for forged in (address, bytes(16), b"", b"x" * 300):
        liar.answer(forged, b"lie")
    honest.answer(address, b"truth")
    assert reply(client, 2) == [b"truth"]
    honest.answer(address, b"again")
    expect_alive(server)
    assert client.poll(200) == 0, client.recv_multipart()


def test_a_request_in_the_hand_of_a_vanished_worker_goes_to_the_next():
    server = Server(*PATIENT)
    gone = ForeignWorker(server)
    client = call(server, 2, b"precious")
    gone.take()
    gone.socket.close()
    heir = ForeignWorker(server)
    address, body = heir.take()
    assert body == [b"precious"]
    heir.answer(address, b"saved")
    assert reply(client, 2) == [b"saved"]


def test_a_request_that_costs_three_workers_is_poison():
    broker = Broker("--dispatch-timeout-ms", "60000", *PATIENT)
    client = connect(zmq.DEALER, broker.requests)
    client.send(encode(fit("poison", deadline_ms=30_000)))
    for _ in range(3):
        worker = ForeignWorker(broker, service=b"viewfence.v1")
        worker.take()
        worker.socket.close()
    expect_problem(client.recv(), "poison-request", "poison")
    Worker(broker)
    expect_alive(broker)


def test_worker_commands_are_not_obeyed_on_the_request_port(threads):
    server = Server(threads=threads)
    for version, disconnect in ((1, b"\x05"), (2, b"\x06")):
        peer = connect(zmq.DEALER, server.requests)
        empty = [b""] if version == 1 else []
        peer.send_multipart([*empty, b"MDPW0%d" % version, b"\x01", b"stolen"])
        assert peer.recv_multipart() == [*empty, b"MDPW0%d" % version, disconnect]
    client = connect(zmq.DEALER, server.requests)
    client.send_multipart([b"MDPC02", b"\x01", b"stolen", b"body"])
    *_, answer = client.recv_multipart()
    assert json.loads(answer)["error"]["type"].endswith(("unknown-service", "no-worker")), answer


def test_a_worker_finds_its_broker_again():
    endpoint = free_endpoint()
    first = Broker("--workers", endpoint)
    worker = Worker(first)
    expect_alive(first)
    first.signal(signal.SIGKILL)
    first.child.wait()
    # The request waits until the worker is back.
    second = Broker("--workers", endpoint, *PATIENT)
    expect_alive(second)
    assert worker.alive()
