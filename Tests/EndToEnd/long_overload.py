"""Ten times what the workers can do: what is accepted is done as fast as ever, the rest told so."""

import json
import math
import pathlib
import tempfile
import threading
import time

import zmq

from harness import Process, Server, connect, encode, fit

SECONDS = 30
# The grace of one `deadline_ms`, and what the asking process itself may be late.
LATEST = 6
CLIENTS = 20


def star(corners: int) -> dict:
    """A fence that takes milliseconds to keep a view in, and no bytes to name."""
    ring = [
        [
            round(76 + (0.55 + 0.45 * (i % 2)) * math.cos(2 * math.pi * i / corners), 5),
            round(10 + (0.55 + 0.45 * (i % 2)) * math.sin(2 * math.pi * i / corners), 5),
        ]
        for i in range(corners)
    ]
    return {
        "type": "Feature",
        "properties": {"name": "star", "fence_mode": "viewport"},
        "geometry": {"type": "Polygon", "coordinates": [[*ring, ring[0]]]},
    }


def heavy(name: str) -> bytes:
    target = {"latitude": 11, "longitude": 77}
    camera = {"target": target, "zoom": 9, "bearing": 33, "viewing_angle": 30}
    request = {"op": "clamp", "camera": camera, "limits": {"fence": "star"}}
    made = {**fit(name), **request}
    return encode({key: value for key, value in made.items() if key not in {"insets", "content"}})


class Asker:
    """Many clients in one thread; keeps what was answered and how long it took."""

    def __init__(self, server: Server):
        self.sockets = [connect(zmq.DEALER, server.requests, sndhwm=0) for _ in range(CLIENTS)]
        self.poller = zmq.Poller()
        for each in self.sockets:
            self.poller.register(each, zmq.POLLIN)
        self.asked: dict[str, float] = {}
        self.sent = 0
        self.answers: list[tuple[float, dict]] = []

    def ask(self):
        name = str(self.sent)
        self.sockets[self.sent % CLIENTS].send(heavy(name))
        self.asked[name] = time.monotonic()
        self.sent += 1

    def hear(self, patience_ms: int):
        """Takes what has come; every answer is to a question of ours that had none."""
        for each, _ in self.poller.poll(patience_ms):
            while each.poll(0):
                answer = json.loads(each.recv())
                self.answers.append((time.monotonic() - self.asked.pop(answer["id"]), answer))


class Watcher:
    """The most memory that a process has, looked at four times a second."""

    def __init__(self, process: Process):
        self.most_mib = 0.0
        self._process = process
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self):
        while not self._over.wait(0.25):
            self.most_mib = max(self.most_mib, self._process.memory_mib("VmRSS"))

    def stop(self) -> float:
        self._over.set()
        self._thread.join()
        return self.most_mib


def accepted_at_once(server: Server) -> float:
    """Answers a second if there is always just enough to do."""
    asker, begun = Asker(server), time.monotonic()
    while time.monotonic() < begun + SECONDS / 3:
        while len(asker.asked) < 4:
            asker.ask()
        asker.hear(1000)
    return len(asker.answers) / (time.monotonic() - begun)


def test_ten_times_what_the_workers_can_do():
    with tempfile.TemporaryDirectory() as fences:
        pathlib.Path(fences, "star.geojson").write_text(json.dumps(star(100)))
        server = Server("--fences", fences)
    peak = accepted_at_once(server)
    asker, watcher, begun = Asker(server), Watcher(server), time.monotonic()
    while (elapsed := time.monotonic() - begun) < SECONDS:
        while asker.sent < 10 * peak * elapsed:
            asker.ask()
        asker.hear(1)
    done = sum(answer["ok"] for _, answer in asker.answers)
    while asker.asked and time.monotonic() < begun + SECONDS + LATEST:
        asker.hear(100)
    memory = watcher.stop()

    took = [seconds for seconds, answer in asker.answers if answer["ok"]]
    right = [answer["result"] for _, answer in asker.answers if answer["ok"]]
    refused = sorted(seconds for seconds, answer in asker.answers if not answer["ok"])
    problems = [answer["error"] for _, answer in asker.answers if not answer["ok"]]
    kinds = {problem["type"].rpartition(":")[2] for problem in problems}
    said = (
        f"peak {peak:.0f}/s, offered {asker.sent / SECONDS:.0f}/s, accepted {done / SECONDS:.0f}/s "
        f"in at most {max(took):.2f} s; {len(refused)} refused as {', '.join(sorted(kinds))}, 99 % "
        f"in {1000 * refused[len(refused) * 99 // 100]:.1f} ms; memory at most {memory:.0f} MiB"
    )
    assert not asker.asked, said
    assert all(each == right[0] for each in right), said
    assert kinds <= {"overloaded", "client-limit", "deadline-exceeded"}, said
    # What had to be given up late is the exception; whoever is refused learns when to come again.
    late = sum(problem["status"] == 504 for problem in problems)
    assert late < len(right) / 10, said
    assert all(p["retry_after_ms"] > 0 for p in problems if p["status"] != 504), said
    assert len(refused) > 5 * len(right), said
    assert done / SECONDS > 0.9 * peak, said
    assert max(took) < LATEST and memory < 100, said
    return said
