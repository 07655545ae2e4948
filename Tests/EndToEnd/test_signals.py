"""msg-07: a stop signal ends the process in order.

zeromq/libzmq#59, zeromq/czmq#1098, zeromq/czmq#214.
"""

import json
import signal

import zmq

from harness import Broker, Server, connect, encode, expect_alive, expect_fit, fit, free_endpoint
from test_workers import ForeignWorker, call

# Quick to read and slow to compute: the others wait when the first of fifty is answered.
HEAVY = {
    "op": "animate",
    "viewport": {"width": 375, "height": 667},
    "camera": {"target": {"latitude": 10, "longitude": 76}, "zoom": 9},
    "to": {"target": {"latitude": 10.2, "longitude": 76.1}, "zoom": 12, "viewing_angle": 30},
    "limits": {"fence": {"bounds": {"south": 9, "west": 75, "north": 11, "east": 77}}},
    "curve": "fly",
    "frames": 3600,
}


def send_heavy(server: Server, count: int) -> zmq.Socket:
    asker = connect(zmq.DEALER, server.requests)
    for number in range(count):
        asker.send(encode({"v": 1, "id": f"h-{number}", "deadline_ms": 60_000, **HEAVY}))
    return asker


def test_signals_when_idle(threads):
    """It does not wait for the time that work would have to finish."""
    for number in (signal.SIGTERM, signal.SIGINT):
        server = Server("--drain-ms", "600000", threads=threads)
        assert server.stop(number) == 0, server.text()


def test_sigterm_after_work(threads):
    server = Server(threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    for number in range(100):
        asker.send(encode(fit(f"w-{number}")))
        expect_fit(asker.recv(), f"w-{number}")
    assert server.stop() == 0, server.text()


def test_sigterm_with_50_requests_in_flight(threads):
    """Each gets its full reply or a refusal, never half a one, and exactly one."""
    server = Server("--dispatch-timeout-ms", "60000", "--drain-ms", "60000", threads=threads)
    asker = send_heavy(server, 50)
    # All were sent long before this: the broker reads them, before the signal or after it.
    replies = [asker.recv_multipart()]
    server.signal(signal.SIGTERM)
    status = server.wait(60)
    while len(replies) < 50:
        replies.append(asker.recv_multipart())
    assert not asker.poll(100), "one reply too many"
    answers = {}
    for (reply,) in replies:
        answer = json.loads(reply)
        assert answer["id"] not in answers, "answered twice"
        answers[answer["id"]] = answer
        if not answer["ok"]:
            assert answer["error"]["type"] == "urn:viewfence:problem:draining", answer
            assert answer["error"]["retry_after_ms"] > 0, answer
    assert set(answers) == {f"h-{number}" for number in range(50)}
    assert status == 0, (status, server.text())
    cameras = {str(answer["result"]) for answer in answers.values() if answer["ok"]}
    assert len(cameras) == 1, "equal requests have equal answers"


def test_a_second_signal_stops_at_once():
    """It gives up what a worker does not answer, and the exit code says so."""
    broker = Broker("--deadline-ms", "60000", "--drain-ms", "600000")
    worker = ForeignWorker(broker)
    client = call(broker, 2, b"wait for it")
    worker.take()
    broker.signal(signal.SIGTERM)
    broker.logged("stop.draining")
    broker.signal(signal.SIGTERM)
    assert broker.wait() == 1, broker.text()
    assert "stop.forced" in broker.text(), broker.text()
    client.close()


def test_a_loop_that_computes_is_ended_all_the_same(threads):
    """What takes longer than the time to finish is given up, and the exit code says so."""
    server = Server("--drain-ms", "100", "--linger-ms", "100", threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    labels = [
        {
            "latitude": 10 + i % 97 / 100,
            "longitude": 76 + i % 89 / 100,
            "footprint": {"top": i % 7 + i / 1e4},
        }
        for i in range(2000)
    ]
    # Many seconds of work for one thread or two.
    long = {"content": {"pois": labels}, "bearing": "best", "viewing_angle": 20}
    for number in range(100):
        asker.send(encode(fit(f"long-{number}", deadline_ms=60_000, **long)))
    asker.recv()
    server.signal(signal.SIGTERM)
    # The broker's own thread takes one when it has computed the one before: it gives up at most that.
    assert server.wait() in ((1,) if threads else (0, 1)), server.text()


def test_the_ports_are_free_afterwards():
    places = ["--requests", free_endpoint(), "--workers", free_endpoint()]
    for _ in range(2):
        server = Server(*places)
        expect_alive(server)
        assert server.stop() == 0
