"""Broker, workers and clients in networks of their own, whose links are cut and healed."""

import json
import pathlib
import signal
import subprocess
import sys

from harness import Process, Skip, binary, until

CLIENT = pathlib.Path(__file__).with_name("link_client.py")
# Cut links are found by silence, so that this decides how long the test takes.
TIMES = ("--heartbeat-ms", "200", "--expiry-ms", "800")


class Network:
    """A network namespace without a name: it ends with the process that holds it, which ends with
    its input, and so with the test, however that ends."""

    def __init__(self):
        try:
            self.holder = Process(
                "-c", "echo held; exec cat", program=("unshare", "--net", "sh"),
                stdin=subprocess.PIPE,
            )  # fmt: skip
            assert self.holder.line() == "held"
            self.run("ip", "link", "set", "lo", "up")
        except (OSError, AssertionError, subprocess.CalledProcessError) as error:
            raise Skip(f"network namespaces are not permitted here: {error}")

    @property
    def inside(self) -> tuple[str, ...]:
        """What runs a program in it, which ends with the test, too."""
        network = f"--net=/proc/{self.holder.child.pid}/ns/net"
        return ("nsenter", network, "setpriv", "--pdeathsig", "KILL")

    def run(self, *command: str):
        subprocess.run([*self.inside, *command], check=True, capture_output=True)


class Link:
    """A cable between the broker's network and another one."""

    def __init__(self, center: Network, network: Network, number: int):
        self.center, self.name = center, f"vf{number}"
        self.address = f"10.83.{number}.1"
        far = f"vf{number}-far"
        pid = str(network.holder.child.pid)
        try:
            center.run("ip", "link", "add", self.name, "type", "veth", "peer", far, "netns", pid)
        except subprocess.CalledProcessError as error:
            raise Skip(f"links cannot be made here: {error.stderr.decode().strip()}")
        center.run("ip", "address", "add", f"{self.address}/24", "dev", self.name)
        network.run("ip", "address", "add", f"10.83.{number}.2/24", "dev", far)
        network.run("ip", "link", "set", far, "up")
        self.heal()

    def cut(self):
        self.center.run("ip", "link", "set", self.name, "down")

    def heal(self):
        self.center.run("ip", "link", "set", self.name, "up")


class Bench:
    """A broker, two workers and two clients, each in a network of its own."""

    def __init__(self):
        center = Network()
        networks = [Network() for _ in range(4)]
        self.links = [Link(center, network, number) for number, network in enumerate(networks)]
        self.broker = Process(
            binary(), "broker", "--requests", "tcp://0.0.0.0:5555", "--workers",
            "tcp://0.0.0.0:5556", "--cameras", "off", "--ingest", "off", "--log", "info",
            # While all links are cut nobody works, and nobody is to be refused for it.
            "--grace-ms", "60000",
            # Each cut costs a request a worker, and so does a machine that is too busy for signs of
            # life: that is no fault of the request.
            "--attempts", "100", *TIMES, program=center.inside,
        )  # fmt: skip
        assert self.broker.line().startswith("ready ")
        self.workers, self.clients, self.answers = [], [], [0, 0]
        for link, network in zip(self.links[:2], networks[:2]):
            worker = Process(
                binary(), "worker", "--threads", "1", "--broker", f"tcp://{link.address}:5556",
                *TIMES, program=network.inside,
            )  # fmt: skip
            assert worker.line() == "ready", worker.text()
            self.workers.append(worker)
        for link, network, name in zip(self.links[2:], networks[2:], "ab"):
            self.clients.append(Process(
                sys.executable, str(CLIENT), f"tcp://{link.address}:5555", name,
                program=network.inside, stdin=subprocess.PIPE,
            ))  # fmt: skip

    def count(self, event: str) -> int:
        """How often the broker has said so."""
        return self.broker.text().count(f" {event} ")

    def present(self) -> int:
        """How many workers the broker has."""
        return self.count("worker.ready") - self.count("worker.ended")

    def wait_until(self, holds):
        assert until(holds), self.broker.text()[-2000:]

    def wait_for_answers(self, client: int):
        """Until the client has a hundred answers that it had not when this began, which is more
        than could have been on their way."""
        process = self.clients[client]
        while process.has_line():
            self.answers[client] = int(process.line())
        enough = self.answers[client] + 100
        while self.answers[client] < enough:
            self.answers[client] = int(process.line(30_000))

    # What happens to the links; each ends when all is well again.

    def cut_a_worker(self, worker: int):
        """It is given up, the other one does its work, and it comes back."""
        ended = self.count("worker.ended")
        self.links[worker].cut()
        self.wait_until(lambda: self.count("worker.ended") > ended)
        self.wait_for_answers(0)
        self.wait_for_answers(1)
        self.links[worker].heal()
        self.wait_until(lambda: self.present() == 2)

    def cut_a_client(self, client: int):
        """The other one is served meanwhile, and then it gets all that it asked for."""
        self.links[2 + client].cut()
        self.wait_for_answers(1 - client)
        self.links[2 + client].heal()
        self.wait_for_answers(client)

    def cut_all(self):
        """As when a switch begins anew."""
        for link in self.links:
            link.cut()
        self.wait_until(lambda: self.present() == 0)
        for link in self.links:
            link.heal()
        self.wait_until(lambda: self.present() == 2)
        self.wait_for_answers(0)
        self.wait_for_answers(1)

    def blink(self, link: int):
        """Too short for most to be given up."""
        self.links[link].cut()
        self.links[link].heal()
        self.wait_for_answers(0)
        self.wait_for_answers(1)
        self.wait_until(lambda: self.present() == 2)

    def finish(self) -> int:
        """Checks that each request had its one right answer; returns how many there were."""
        total = 0
        for client in self.clients:
            client.child.stdin.close()
        for client in self.clients:
            while not (line := client.line(60_000)).startswith("{"):
                pass
            outcome = json.loads(line)
            assert outcome["twice"] == 0 and not outcome["wrong"], outcome
            assert client.wait() == 0, client.text()
            total += outcome["sent"]
        for worker in self.workers:
            worker.signal(signal.SIGTERM)
            assert worker.wait() == 0, worker.text()
        self.broker.signal(signal.SIGTERM)
        assert self.broker.wait() == 0, self.broker.text()
        return total


def test_links_that_are_cut_cost_no_request():
    bench = Bench()
    bench.cut_a_worker(0)
    bench.cut_a_client(0)
    bench.cut_all()
    bench.blink(1)
    return f"{bench.finish()} requests"
