"""Nothing is lost while workers and brokers are killed, and one hangs."""

import random
import signal
import threading

from harness import Broker, Process, Server, Worker
from loading import begin_load, figures

REQUESTS = 200_000
# Slow enough for a good number of kills.
CLIENTS = ("--clients", "8", "--rate", "4000", "--count", str(REQUESTS), "--duration", "3000")


class Killer:
    """Every so often kills one of several processes and puts another in its place."""

    def __init__(self, seconds: float, victims: int, replace):
        self.kills = 0
        self._failure: Exception | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(
            target=self._work, args=(seconds, victims, replace), daemon=True
        )
        self._thread.start()

    def _work(self, seconds, victims, replace):
        choice = random.Random(5)
        try:
            while not self._over.wait(seconds):
                replace(choice.randrange(victims))
                self.kills += 1
        except Exception as failure:
            self._failure = failure

    def stop(self):
        self._over.set()
        self._thread.join()
        if self._failure:
            raise self._failure


def kill(process: Process):
    process.signal(signal.SIGKILL)
    process.wait()


def hanging_worker(*brokers: Server) -> Worker:
    """Taken by the brokers, then deaf: what it gets must go to others."""
    worker = Worker(*brokers)
    worker.signal(signal.SIGSTOP)
    return worker


def expect_all_right(load: Process, killer: Killer) -> str:
    result = figures(load)
    killer.stop()
    assert result["right"] == REQUESTS, result
    assert result["refused"] == result["doubled"] == result["lost"] == 0, result
    assert killer.kills >= 10, "the load was over too soon"
    return (
        f"{REQUESTS} requests, {killer.kills} kills, {result['sent_again']} sent again, "
        f"{result['throughput_per_s']:.0f}/s, slowest {result['max_us'] / 1e6:.2f} s"
    )


def test_workers_are_killed_and_one_hangs():
    broker = Broker()
    workers = [Worker(broker) for _ in range(3)]
    hanging_worker(broker)

    def replace(number):
        kill(workers[number])
        workers[number] = Worker(broker)

    load = begin_load([broker], *CLIENTS, "--timeout", "30000")
    return expect_all_right(load, Killer(1, len(workers), replace))


def test_one_of_two_brokers_is_killed():
    brokers = [Broker(), Broker()]
    for _ in range(3):
        Worker(*brokers)
    hanging_worker(*brokers)
    there = ["--requests", brokers[1].requests, "--workers", brokers[1].workers]

    def replace(_):
        kill(brokers[1])
        brokers[1] = Broker(*there)

    load = begin_load(brokers, *CLIENTS, "--timeout", "3000")
    return expect_all_right(load, Killer(3, 1, replace))
