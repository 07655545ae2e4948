"""CURVE: who has no key for a port, or the wrong one, is not let in, and harms nobody."""

import asyncio
import json
import os
import pathlib
import re
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

import zmq
import zmq.auth
from zmq.utils.monitor import recv_monitor_message

import harness
from harness import (
    ROOT, Broker, Process, Server, Skip, binary, clean_environment, connect, encode, expect_alive,
    expect_fit, expect_problem, fit, free_endpoint, raw, until,
)  # fmt: skip
from test_commands import run, written
from test_health import get

ROLES = ("client", "worker", "subscriber", "ingest")
# Which roles may come to which port.
OPEN = {
    "requests": {"client", "worker"},
    "workers": {"worker"},
    "cameras": {"subscriber"},
    "ingest": {"ingest"},
}
KINDS = {"requests": zmq.DEALER, "workers": zmq.DEALER, "cameras": zmq.SUB, "ingest": zmq.PUSH}


class Keys:
    """A directory with the pairs of a broker, of one peer of each role, and of a stranger."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.directory.name)
        for name in ("broker", "stranger"):
            self.make(name)
        for role in ROLES:
            (self.path / "authorized" / role).mkdir(parents=True)
            self.make(role)
            self.authorize(role, role)

    def make(self, name: str):
        done = run("keygen", str(self.path / name))
        assert done.returncode == 0, done

    def authorize(self, name: str, role: str):
        text = (self.path / f"{name}.key").read_text()
        (self.path / "authorized" / role / f"{name}.key").write_text(text)

    def pair(self, name: str) -> tuple[bytes, bytes]:
        """As others read it."""
        return zmq.auth.load_certificate(self.path / f"{name}.key_secret")

    def broker(self) -> tuple[str, ...]:
        """The flags of a broker."""
        return (
            "--secret-key", str(self.path / "broker.key_secret"),
            "--authorized-keys", str(self.path / "authorized"),
        )  # fmt: skip

    def flags(self, name: str) -> tuple[str, ...]:
        """The flags of a client or worker."""
        return (
            "--secret-key", str(self.path / f"{name}.key_secret"),
            "--server-key", str(self.path / "broker.key"),
        )  # fmt: skip

    def options(self, name: str, server: str = "broker") -> dict:
        """The options of a socket of pyzmq."""
        public, secret = self.pair(name)
        return {
            "curve_publickey": public,
            "curve_secretkey": secret,
            "curve_serverkey": self.pair(server)[0],
        }


def is_let_in(endpoint: str, kind: int, **options) -> bool:
    """Whether a handshake succeeds; libzmq tells what comes of it."""
    made = harness.context().socket(kind)
    made.linger = 0
    for name, value in options.items():
        setattr(made, name, value)
    events = made.get_monitor_socket(
        zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_HANDSHAKE_FAILED_AUTH
        | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        | zmq.EVENT_DISCONNECTED
    )  # fmt: skip
    made.connect(endpoint)
    assert events.poll(harness.PATIENCE_MS), "the handshake did not end"
    event = recv_monitor_message(events)["event"]
    made.disable_monitor()
    made.close()
    return event == zmq.EVENT_HANDSHAKE_SUCCEEDED


def ask(server: Server, keys: Keys, name: str, who: str = "client"):
    """A request of a peer with a key gets its right answer."""
    asker = connect(zmq.DEALER, server.requests, **keys.options(who))
    asker.send(encode(fit(name)))
    expect_fit(asker.recv(), name)
    asker.close()


def figure(server: Server, name: str, least: int) -> int:
    """A counter of the metrics, once it is that large: they are put out after each turn."""

    def value() -> int:
        found = re.search(rf"^viewfence_{name}_total (\d+)$", get(server, "/metrics")[1], re.M)
        return int(found[1])

    until(lambda: value() >= least)
    return value()


# Key files.


def test_keygen_makes_files_that_others_read():
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "kiosk"
        done = run("keygen", str(path))
        assert done.returncode == 0 and not done.stderr, done
        secret, public = path.with_suffix(".key_secret"), path.with_suffix(".key")
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600
        assert stat.S_IMODE(public.stat().st_mode) & ~0o644 == 0
        pair = zmq.auth.load_certificate(secret)
        assert zmq.auth.load_certificate(public) == (pair[0], None)
        assert zmq.curve_public(pair[1]) == pair[0]
        assert done.stdout == pair[0] + b"\n"
        assert pair[1] not in public.read_bytes()

        # What is there stays as it is, whichever half it is.
        for kept, other in ((secret, public), (public, secret)):
            other.unlink()
            before = kept.read_bytes()
            again = run("keygen", str(path))
            assert again.returncode == 2 and str(kept).encode() in again.stderr, again
            assert kept.read_bytes() == before and not other.exists()
            other.touch()


def test_keygen_prints_a_secret_only_if_asked():
    done = run("keygen", "--print")
    with written(done.stdout) as file:
        public, secret = zmq.auth.load_certificate(file.name)
    assert zmq.curve_public(secret) == public
    for arguments in (["keygen"], ["keygen", "--print", "kiosk"], ["keygen", "a", "b"]):
        assert run(*arguments).returncode == 2, arguments
    assert run("keygen", "/nowhere/kiosk").returncode == 2


def test_keys_that_others_made_are_taken():
    keys = Keys()
    _, secret = zmq.auth.create_certificates(keys.path, "theirs", {"name": "kiosk"})
    os.chmod(secret, 0o600)
    keys.authorize("theirs", "client")
    server = Server(*keys.broker())
    ask(server, keys, "theirs", who="theirs")
    call = run(
        "call", "--endpoint", server.requests, *keys.flags("theirs"),
        given=encode(fit("theirs")) + b"\n",
    )  # fmt: skip
    assert call.returncode == 0, call
    expect_fit(call.stdout, "theirs")


def test_keys_that_cannot_be_are_named():
    keys = Keys()
    secret, authorized = keys.path / "broker.key_secret", keys.path / "authorized"
    readable, writable = (keys.path / f"{name}.key_secret" for name in ("readable", "writable"))
    for path, mode in ((readable, 0o644), (writable, 0o602)):
        path.write_text(secret.read_text())
        path.chmod(mode)
    mixed = keys.path / "mixed.key_secret"
    ours, others = (keys.pair(name)[0].decode() for name in ("broker", "client"))
    mixed.write_text(secret.read_text().replace(ours, others))
    mixed.chmod(0o600)
    strange, broken, empty = (keys.path / name for name in ("strange", "broken", "empty"))
    (empty / "client").mkdir(parents=True)
    (strange / "clients").mkdir(parents=True)
    (broken / "client").mkdir(parents=True)
    (broken / "client" / "torn.key").write_text(f'public-key = "{ours[:-5]}"\n')
    for flags, named in [
        (["--secret-key", secret], "authorized_keys"),
        (["--authorized-keys", authorized], "secret_key"),
        (["--secret-key", keys.path / "none", "--authorized-keys", authorized], "none"),
        (["--secret-key", keys.path / "broker.key", "--authorized-keys", authorized], "secret-key"),
        (["--secret-key", readable, "--authorized-keys", authorized], "others can read or write"),
        (["--secret-key", writable, "--authorized-keys", authorized], "others can read or write"),
        (["--secret-key", mixed, "--authorized-keys", authorized], "mixed.key_secret"),
        (["--secret-key", secret, "--authorized-keys", keys.path / "none"], "none"),
        (["--secret-key", secret, "--authorized-keys", strange], "clients"),
        (["--secret-key", secret, "--authorized-keys", broken], "torn.key"),
        (["--secret-key", secret, "--authorized-keys", empty], "no key is in any role"),
    ]:
        done = run("broker", *map(str, flags))
        assert done.returncode == 2 and named.encode() in done.stderr, (flags, done)
        assert keys.pair("broker")[1] not in done.stderr, done
    example = str(ROOT / "config/examples/info.json")
    for command in (["call"], ["watch"], ["load", example], ["worker"]):
        for half, other in ((0, b"server-key"), (2, b"secret-key")):
            done = run(*command, *keys.flags("client")[half : half + 2])
            assert done.returncode == 2 and other in done.stderr, (command, done)


def test_a_libzmq_without_curve_is_named():
    keys = Keys()
    with tempfile.TemporaryDirectory() as directory:
        library = f"{directory}/without.so"
        source = b"int zmq_has(const char *name) { return 0; }"
        try:
            subprocess.run(
                ["cc", "-shared", "-fPIC", "-x", "c", "-o", library, "-"], input=source, check=True
            )
        except (OSError, subprocess.CalledProcessError) as error:
            raise Skip(f"no C compiler: {error}")
        environment = {"LD_PRELOAD": library}
        for arguments in (
            ["keygen", "--print"], ["broker", *keys.broker()], ["call", *keys.flags("client")],
        ):  # fmt: skip
            done = run(*arguments, environment=environment)
            assert done.returncode == 1 and b"without CURVE" in done.stderr, done


# Every role.


def test_every_role_does_its_work(threads):
    keys = Keys()
    server = Server(*keys.broker(), threads=threads)
    listener = connect(zmq.SUB, server.cameras, **keys.options("subscriber"))
    listener.subscribe("cam/pushed/")
    pusher = connect(zmq.PUSH, server.ingest, **keys.options("ingest"))
    # Whoever comes late gets the last camera, so that no order is needed.
    pusher.send(encode(fit("pushed", publish="cam/pushed/")))
    topic, reply, _ = listener.recv_multipart()
    assert topic == b"cam/pushed/"
    expect_fit(reply, "pushed")
    ask(server, keys, "asked")
    assert server.stop() == 0, server.text()


def test_who_only_works_may_not_ask(threads):
    keys = Keys()
    server = Server(*keys.broker(), threads=threads)
    listener = connect(zmq.SUB, server.cameras, **keys.options("subscriber"))
    listener.subscribe("")
    asker = connect(zmq.DEALER, server.requests, **keys.options("client"))

    def publish(topic: str):
        asker.send(encode(fit(topic, publish=topic)))
        expect_fit(asker.recv(), topic)
        return listener.poll(50)

    assert until(lambda: publish("cam/first/"))
    for endpoint in (server.requests, server.workers):
        worker = connect(zmq.DEALER, endpoint, **keys.options("worker"))
        worker.send(encode(fit("asked", publish="cam/asked/")))
        problem = expect_problem(worker.recv(), "unauthorized", "asked")
        assert problem["status"] == 403 and "client" in problem["detail"], problem
        worker.send_multipart([b"MDPC02", b"\x01", b"viewfence.v1", encode(fit("asked"))])
        *framing, reply = worker.recv_multipart()
        assert framing == [b"MDPC02", b"\x03", b"viewfence.v1"]
        expect_problem(reply, "unauthorized", "asked")
        worker.send_multipart([b"MDPC02", b"\x01", b"mmi.service", b"viewfence.v1"])
        assert b"unauthorized" in worker.recv_multipart()[-1]
    keys.authorize("worker", "client")
    again = Server(*keys.broker(), threads=threads)
    ask(again, keys, "asked", who="worker")
    # Nothing of what was refused is told to those who listen.
    publish("cam/last/")
    while (topic := listener.recv_multipart()[0]) == b"cam/first/":
        pass
    assert topic == b"cam/last/"


def test_commands_and_workers_of_ours_have_keys():
    keys = Keys()
    broker = Broker(*keys.broker())
    worker = Process("worker", "--broker", broker.workers, "--threads", "2", *keys.flags("worker"))
    assert worker.line() == "ready"
    watch = Process(
        "watch", "--endpoint", broker.cameras, "--count", "1", *keys.flags("subscriber"),
        "cam/watched/",
    )  # fmt: skip
    call = run(
        "call", "--endpoint", broker.requests,
        given=encode(fit("called", publish="cam/watched/")) + b"\n",
        environment={
            "VIEWFENCE_SECRET_KEY": str(keys.path / "client.key_secret"),
            "VIEWFENCE_SERVER_KEY": str(keys.path / "broker.key"),
        },
    )  # fmt: skip
    assert call.returncode == 0, call
    expect_fit(call.stdout, "called")
    assert watch.line().startswith("cam/watched/ ")
    load = run(
        "load", "--endpoint", broker.requests, "--count", "500", *keys.flags("client"),
        str(ROOT / "config/examples/fit-tilted.json"),
    )  # fmt: skip
    assert load.returncode == 0, load
    worker.signal(signal.SIGTERM)
    assert worker.wait() == 0, worker.text()
    assert broker.stop() == 0, broker.text()


def test_the_module_for_python_has_keys():
    sys.path.append(str(ROOT / "Tests/Clients/python"))
    import viewfence

    keys = Keys()
    server = Server(*keys.broker())

    def load(name: str) -> viewfence.Keys:
        path = keys.path / f"{name}.key_secret"
        return viewfence.Keys.load(str(path), str(keys.path / "broker.key"))

    members = {name: value for name, value in fit(None).items() if name not in ("v", "id", "op")}

    async def work():
        async with (
            viewfence.AsyncClient(server.requests, keys=load("client"), timeout=10) as client,
            viewfence.AsyncSubscriber(server.cameras, "cam/", keys=load("subscriber")) as subscriber,
        ):
            await client.request("fit", publish="cam/module/", **members)
            return await asyncio.wait_for(subscriber.receive(), 10)

    with (
        viewfence.Client(server.requests, keys=load("client"), timeout=10) as client,
        viewfence.Subscriber(server.cameras, "cam/", keys=load("subscriber")) as subscriber,
    ):
        assert client.request("fit", publish="cam/module/", **members)["fits"]
        assert subscriber.receive(timeout=10).topic == "cam/module/"
        assert asyncio.run(work()).topic == "cam/module/"
    with viewfence.Client(server.requests, keys=load("stranger"), timeout=0.1, tries=2) as client:
        try:
            client.request("info")
        except viewfence.NobodyAnswered:
            pass
        else:
            raise AssertionError("a stranger was answered")
    try:
        viewfence.Keys.load(str(keys.path / "client.key"), str(keys.path / "broker.key"))
    except ValueError:
        pass
    else:
        raise AssertionError("a public key was taken for a secret")


def test_a_load_with_a_broker_of_its_own_needs_no_key():
    keys = Keys()
    example = str(ROOT / "config/examples/fit-tilted.json")
    load = run("load", "--spawn-workers", "1", "--count", "100", *keys.flags("client"), example)
    assert load.returncode == 0, load
    environment = {
        "VIEWFENCE_SECRET_KEY": str(keys.path / "client.key_secret"),
        "VIEWFENCE_SERVER_KEY": str(keys.path / "broker.key"),
        "VIEWFENCE_AUTHORIZED_KEYS": str(keys.path / "authorized"),
    }
    load = run("load", "--spawn-workers", "1", "--count", "100", example, environment=environment)
    assert load.returncode == 0, load


def test_a_key_with_several_roles_has_them_all():
    keys = Keys()
    keys.authorize("subscriber", "client")
    server = Server(*keys.broker())
    ask(server, keys, "both", who="subscriber")
    assert is_let_in(server.cameras, zmq.SUB, **keys.options("subscriber"))
    assert not is_let_in(server.ingest, zmq.PUSH, **keys.options("subscriber"))


# Who is not let in.


def test_a_key_opens_the_ports_of_its_role_only(threads):
    keys = Keys()
    server = Server(*keys.broker(), "--http", "tcp://127.0.0.1:*", threads=threads)
    refused = 0
    for port, kind in KINDS.items():
        for name in (*ROLES, "stranger"):
            is_open = name in OPEN[port]
            refused += not is_open
            endpoint = server.endpoints[port]
            assert is_let_in(endpoint, kind, **keys.options(name)) == is_open, (port, name)
    # libzmq asks again only after a while, if at all.
    assert figure(server, "keys_refused", refused) >= refused
    log = server.logged("key.refused port=requests address=127.0.0.1 key=")
    ask(server, keys, "after")
    assert server.stop() == 0, log
    assert keys.pair("broker")[1].decode() not in server.text()


def test_whoever_proves_no_key_is_not_let_in(threads):
    keys = Keys()
    server = Server(*keys.broker(), "--http", "tcp://127.0.0.1:*", threads=threads)
    for port, kind in KINDS.items():
        endpoint = server.endpoints[port]
        # NULL and PLAIN, and a CURVE that means somebody else.
        assert not is_let_in(endpoint, kind)
        assert not is_let_in(endpoint, kind, plain_username=b"client", plain_password=b"client")
        mistaken = keys.options("client", server="stranger")
        assert not is_let_in(endpoint, kind, **mistaken)
        # A peer of pyzmq may hang up before it has said that it speaks NULL.
        peer = raw(endpoint)
        peer.sendall(greeting(b"NULL"))
        assert is_hung_up(peer)
    assert figure(server, "handshakes_broken", 8) >= 8
    server.logged("handshake.broken port=requests")
    ask(server, keys, "after")


def test_commands_without_the_right_key_are_answered_by_nobody():
    keys = Keys()
    server = Server(*keys.broker())
    for flags in ((), keys.flags("stranger"), keys.flags("subscriber")):
        call = run(
            "call", "--endpoint", server.requests, "--timeout", "300", *flags,
            given=encode(fit("no")) + b"\n",
        )  # fmt: skip
        assert call.returncode == 3 and not call.stdout, call
    # A client with keys does not speak to a broker without.
    open_server = Server()
    call = run(
        "call", "--endpoint", open_server.requests, "--timeout", "300", *keys.flags("client"),
        given=encode(fit("no")) + b"\n",
    )  # fmt: skip
    assert call.returncode == 3 and not call.stdout, call
    ask(server, keys, "after")


def test_only_keys_of_workers_work():
    keys = Keys()
    broker = Broker(*keys.broker(), "--http", "tcp://127.0.0.1:*", "--grace-ms", "100")
    worker = Process("worker", "--broker", broker.workers, *keys.flags("client"))
    assert figure(broker, "keys_refused", 1) >= 1
    assert worker.alive()
    asker = connect(zmq.DEALER, broker.requests, **keys.options("client"))
    asker.send(encode(fit("lonely")))
    expect_problem(asker.recv(), "no-worker", "lonely")
    # On the port for clients it is the key that tells.
    for version, disconnect, heartbeat in ((1, b"\x05", b"\x04"), (2, b"\x06", b"\x05")):
        empty = [b""] if version == 1 else []
        header = [*empty, b"MDPW0%d" % version]
        thief = connect(zmq.DEALER, broker.requests, **keys.options("client"))
        thief.send_multipart([*header, b"\x01", b"stolen"])
        assert thief.recv_multipart() == [*header, disconnect]
        service = b"by key %d" % version
        honest = connect(zmq.DEALER, broker.requests, **keys.options("worker"))
        honest.send_multipart([*header, b"\x01", service])
        answer = honest.recv_multipart()
        assert answer == [*header, heartbeat], answer
        asker.send_multipart([b"MDPC02", b"\x01", service, b"question"])
        while (frames := honest.recv_multipart())[len(header)] != b"\x02":
            pass
        address = frames[len(header) + 1]
        honest.send_multipart([*header, b"\x03" if version == 1 else b"\x04", address, b"", b"yes"])
        assert asker.recv_multipart() == [b"MDPC02", b"\x03", service, b"yes"]
    asker.send_multipart([b"MDPC02", b"\x01", b"stolen", b"body"])
    *_, answer = asker.recv_multipart()
    assert json.loads(answer)["error"]["type"].endswith("unknown-service"), answer


def greeting(mechanism: bytes) -> bytes:
    return b"\xff" + bytes(8) + b"\x7f\x03\x00" + mechanism.ljust(20, b"\0") + bytes(32)


def is_hung_up(peer: socket.socket) -> bool:
    """Whether the other side ends the connection, whatever it says before."""
    try:
        while peer.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


def test_a_worker_comes_in_by_itself_once_its_key_is_let_in():
    keys = Keys()
    (keys.path / "authorized/worker/worker.key").unlink()
    first = Broker(*keys.broker(), "--http", "tcp://127.0.0.1:*")
    worker = Process(
        "worker", "--broker", first.workers, "--heartbeat-ms", "300", "--expiry-ms", "1000",
        *keys.flags("worker"),
    )  # fmt: skip
    # It was refused, and tries again with a connection of its own.
    assert figure(first, "keys_refused", 2) >= 2
    first.signal(signal.SIGKILL)
    first.child.wait()
    keys.authorize("worker", "worker")
    second = Broker(*keys.broker(), "--workers", first.workers)
    assert worker.line(30_000) == "ready"
    ask(second, keys, "at last")


def zmtp_frame(body: bytes, flags: int = 0) -> bytes:
    return struct.pack(">BB", flags, len(body)) + body


def test_nobody_makes_himself_a_worker_by_a_name_of_his_own(threads):
    # ZMTP lets a peer send properties, and libzmq shows them beside those that a handler gave.
    server = Server(threads=threads)
    peer = raw(server.requests)
    peer.sendall(greeting(b"NULL"))
    properties = b"".join(
        bytes([len(name)]) + name + struct.pack(">I", len(value)) + value
        for name, value in ((b"Socket-Type", b"DEALER"), (b"User-Id", b"worker"))
    )
    peer.sendall(zmtp_frame(b"\x05READY" + properties, flags=4))
    answer = b""
    while b"\x05READY" not in answer:
        answer += peer.recv(4096)
    peer.sendall(b"".join(
        zmtp_frame(frame, flags=more)
        for frame, more in ((b"MDPW02", 1), (b"\x01", 1), (b"stolen", 0))
    ))  # fmt: skip
    answer = answer[answer.index(b"\x05READY") :]
    while len(command := answer.partition(zmtp_frame(b"MDPW02", 1))[2][:3]) < 3:
        answer += peer.recv(4096)
    assert command == zmtp_frame(b"\x06"), answer
    expect_alive(server)


GREETING = greeting(b"CURVE")
HELLO = b"\x05HELLO\x01\x00" + bytes(192)


def test_a_flood_at_the_door_stops_nobody(threads):
    keys = Keys()
    begun = time.monotonic()
    server = Server(*keys.broker(), "--http", "tcp://127.0.0.1:*", threads=threads)
    asker = connect(zmq.DEALER, server.requests, **keys.options("client"))
    open_ends = []
    for number in range(200):
        for beginning in (
            b"", b"GET / HTTP/1.1\r\n\r\n", GREETING, GREETING[:40], bytes(64),
            GREETING + zmtp_frame(HELLO, flags=4),
            GREETING + zmtp_frame(b"\x08INITIATE" + bytes(200), flags=4),
            GREETING + zmtp_frame(b"\xffgarbage" * 20, flags=4),
        ):  # fmt: skip
            end = raw(list(server.endpoints.values())[number % 4])
            open_ends.append(end)
            try:
                end.sendall(beginning)
            except OSError:
                pass
        if number % 10 == 0:
            asker.send(encode(fit(f"f-{number}")))
            expect_fit(asker.recv(), f"f-{number}")
        # Some stay, most go.
        while len(open_ends) > 100:
            open_ends.pop(0).close()
    strangers = [
        connect(KINDS[port], server.endpoints[port], **keys.options("stranger"))
        for port in KINDS
        for _ in range(25)
    ]
    figure(server, "keys_refused", 100)
    ask(server, keys, "after")
    assert server.stop() == 0, server.text()
    # What strangers cause fills no log: one line a second.
    assert server.text().count("key.refused") <= time.monotonic() - begun + 1, server.text()
    for end in (*open_ends, *strangers):
        end.close()


def test_ports_that_others_reach_are_warned_of():
    free = "tcp://127.0.0.1:0"
    everywhere = "tcp://0.0.0.0:0"
    server = Server("--requests", everywhere, "--cameras", free)
    server.logged("warning port.open port=requests")
    assert server.stop() == 0
    assert "port=cameras" not in server.text(), server.text()
    keys = Keys()
    server = Server("--requests", everywhere, *keys.broker())
    assert server.stop() == 0
    assert "port.open" not in server.text(), server.text()


def test_the_commands_of_the_readme_work():
    text = (ROOT / "README.md").read_text().partition("\n## Keys\n")[2]
    block, snippet = (
        text.partition(f"```{language}\n")[2].partition("```")[0] for language in ("sh", "python")
    )
    requests, workers, cameras, ingest = (free_endpoint() for _ in range(4))
    with tempfile.TemporaryDirectory() as directory:
        os.symlink(os.path.abspath(binary()), f"{directory}/viewfence")
        environment = clean_environment({
            "PATH": f"{directory}:{os.environ['PATH']}",
            "VIEWFENCE_REQUESTS": requests, "VIEWFENCE_WORKERS": workers,
            "VIEWFENCE_CAMERAS": cameras, "VIEWFENCE_INGEST": ingest, "VIEWFENCE_BROKER": workers,
        })  # fmt: skip
        for line in block.splitlines():
            if line.endswith(" &"):
                command = f"cd {directory} && exec {line[:-2]}"
                begun = Process("-c", command, program=("sh",), environment=environment)
                assert begun.line().startswith("ready"), begun.text()
            else:
                done = subprocess.run(
                    line, shell=True, cwd=directory, env=environment, capture_output=True
                )
                assert done.returncode == 0, (line, done)
        assert json.loads(done.stdout)["id"] == "r-2", done
        snippet = snippet.replace("tcp://127.0.0.1:5555", requests) + (
            'socket.send_json({"v": 1, "id": "r-3", "op": "info"}); print(socket.recv().decode())'
        )
        done = subprocess.run(
            [sys.executable, "-c", snippet], cwd=directory, capture_output=True, timeout=30
        )
        assert json.loads(done.stdout)["id"] == "r-3", done
