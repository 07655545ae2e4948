"""The load tool finds faults that are planted between it and a good server."""

import json
import threading
import time

import zmq

from harness import Server, context, encode, fit
from test_commands import run, written


class Meddler:
    """Passes messages on, and lets `meddle` have its way with each reply.

    `meddle` gets the number of the reply and its frames, and returns the messages that go out.
    """

    def __init__(self, server: Server, meddle):
        shared = context()
        self.front = shared.socket(zmq.ROUTER)
        self.back = shared.socket(zmq.DEALER)
        port = self.front.bind_to_random_port("tcp://127.0.0.1")
        self.back.connect(server.requests)
        self.endpoint = f"tcp://127.0.0.1:{port}"
        self.meddle = meddle
        threading.Thread(target=self.work, daemon=True).start()

    def work(self):
        poller = zmq.Poller()
        poller.register(self.front, zmq.POLLIN)
        poller.register(self.back, zmq.POLLIN)
        number = 0
        try:
            while True:
                ready = dict(poller.poll())
                if self.front in ready:
                    self.back.send_multipart(self.front.recv_multipart())
                if self.back in ready:
                    for message in self.meddle(number, self.back.recv_multipart()):
                        self.front.send_multipart(message)
                    number += 1
        except zmq.ZMQError:
            return  # the test is over


def load(meddle, *arguments: str):
    """Returns the exit status and the figures of a load through a meddler."""
    meddler = Meddler(Server(), meddle)
    with written(encode(fit("load"))) as request:
        done = run(
            "load", "--json", "--endpoint", meddler.endpoint, *arguments, request.name,
        )  # fmt: skip
    return done.returncode, json.loads(done.stdout)


def once(number: int, change):
    """A meddler that changes what goes out for one reply only."""
    return lambda n, frames: change(frames) if n == number else [frames]


def test_a_good_service_passes():
    status, figures = load(lambda _, frames: [frames], "--count", "2000")
    assert status == 0 and figures["right"] == 2000, figures


def test_one_wrong_answer_is_found():
    def a_little_off(frames):
        reply = json.loads(frames[-1])
        reply["result"]["camera"]["zoom"] += 1e-6
        return [[*frames[:-1], encode(reply)]]

    status, figures = load(once(700, a_little_off), "--count", "2000")
    assert status == 1 and (figures["wrong"], figures["right"]) == (1, 1999), figures


def test_one_lost_answer_is_found():
    status, figures = load(once(700, lambda frames: []), "--count", "2000")
    assert status == 1 and (figures["lost"], figures["right"]) == (1, 1999), figures


def test_one_doubled_answer_is_found():
    status, figures = load(once(700, lambda frames: [frames, frames]), "--count", "2000")
    assert status == 1 and (figures["doubled"], figures["right"]) == (1, 2000), figures


def test_a_stall_shows_in_an_open_loop():
    def stalled(frames):
        time.sleep(0.2)
        return [frames]

    arguments = ["--rate", "500", "--duration", "2"]
    status, figures = load(once(500, stalled), *arguments)
    assert status == 0 and figures["right"] == 1000, figures
    # A hundred requests were due meanwhile; a closed loop would count one of them.
    assert figures["p99_9_us"] > 150_000 and figures["p99_us"] > 100_000, figures


def test_workers_are_started_and_killed():
    with written(encode(fit("load"))) as request:
        done = run(
            "load", "--json", "--spawn-workers", "1,2", "--kill-every", "1", "--duration", "2",
            request.name,
        )  # fmt: skip
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (done, lines)
    assert [line["workers"] for line in lines] == [1, 2]
    assert all(line["killed"] >= 1 and line["right"] > 0 for line in lines), lines
