"""Nothing that a peer sends can stop the process."""

import os
import random
import socket
import struct

import zmq

from harness import (
    Server, ask, connect, context, encode, expect_alive, expect_fit, expect_problem, fit, raw,
)  # fmt: skip

PORTS = ("requests", "workers", "cameras", "ingest")
# ZMTP 3.0 with the NULL mechanism, as a DEALER says it: greeting and READY.
GREETING = b"\xff" + bytes(8) + b"\x7f" + b"\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
READY = b"\x05READY" + b"\x0bSocket-Type" + struct.pack(">I", 6) + b"DEALER"
HANDSHAKE = GREETING + b"\x04" + bytes([len(READY)]) + READY


def send_raw(endpoint: str, data: bytes):
    """Writes all of `data` unless the other side hangs up first, and reads what comes back."""
    with raw(endpoint) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass
        except OSError:
            pass


def sender(server: Server, port: str, within: zmq.Context | None = None) -> zmq.Socket:
    """A socket of a kind that the port talks to."""
    kind = {"cameras": zmq.XSUB, "ingest": zmq.PUSH}.get(port, zmq.DEALER)
    return connect(kind, server.endpoints[port], within)


def test_random_bytes_on_every_port(threads):
    server = Server(threads=threads)
    seed = int.from_bytes(os.urandom(4), "big")
    print(f"        seed {seed}")
    source = random.Random(seed)
    for port in PORTS:
        endpoint = server.endpoints[port]
        for size in (0, 1, 9, 10, 11, 63, 64, 65, 1000, 100_000):
            send_raw(endpoint, source.randbytes(size))
            send_raw(endpoint, HANDSHAKE + source.randbytes(size))
        # A frame that says it is longer than any memory, and one message of many frames.
        send_raw(endpoint, HANDSHAKE + b"\x02" + struct.pack(">Q", 1 << 62) + b"x" * 1000)
        send_raw(endpoint, HANDSHAKE + b"\x03" + struct.pack(">Q", (1 << 64) - 1))
        send_raw(endpoint, HANDSHAKE + b"\x01\x00" * 20_000 + b"\x00\x00")
        expect_alive(server)
    assert server.stop() == 0


def odd_messages() -> list[list[bytes]]:
    good = encode(fit("good"))
    service = b"viewfence.v1"
    return [
        [b""], [b"", b""], [b"", b"", b""], [b"", b"", good], [b"x"] * 200, [b""] * 200,
        [b"\0" * 5] * 20 + [good], [good, b""], [good, b"packed?"], [good] + [b""] * 14,
        [b"\0", good], [b"\0" * 255, b"", good], [b"\1cam/"], [b"\1"], [b"\0"], [b"\2"],
        [b"MDPC01"], [b"MDPC02"], [b"MDPC02", b"\1"], [b"", b"MDPC01"],
        [b"", b"MDPC01", service], [b"MDPC02", b"\1", service], [b"MDPC02", b"\1", b"", b""],
        [b"MDPC02", b"\x09", service, good], [b"MDPC02", b"", b"", b""],
        [b"MDPW02"], [b"MDPW02", b""], [b"MDPW02", b"\1"], [b"MDPW02", b"\1", service],
        [b"MDPW02", b"\2", b"", b"", b""], [b"MDPW02", b"\3", b"x" * 16, b"", b"{}"],
        [b"MDPW02", b"\4", b"x" * 16, b"", b"{}"], [b"MDPW02", b"\4"], [b"MDPW02", b"\5"],
        [b"MDPW02", b"\6"], [b"MDPW02", b"\xff" * 300], [b"", b"MDPW01", b"\1", b"echo"],
        [b"", b"MDPW01", b"\3", b"who", b"", b"{}"], [b"", b"MDPW01", b"\4"], [b"", b"MDPW01"],
    ]  # fmt: skip


def test_odd_frames_on_every_port(threads):
    server = Server(threads=threads)
    for port in PORTS:
        for message in odd_messages():
            peer = sender(server, port)
            peer.send_multipart(message)
            # Gone only once it is sent.
            peer.close(linger=1000)
        expect_alive(server)
    assert server.stop() == 0


def test_every_odd_message_gets_one_answer(threads):
    """All but the words of workers, which are no requests."""
    server = Server(threads=threads)
    for message in odd_messages():
        if any(frame.startswith(b"MDPW") for frame in message):
            continue
        peer = connect(zmq.DEALER, server.requests)
        peer.send_multipart(message)
        peer.send(encode(fit("after")))
        replies = [peer.recv_multipart()[-1] for _ in range(2)]
        assert sum(b'"id":"after"' in reply for reply in replies) == 1, (message, replies)
        peer.send(encode(fit("last")))
        expect_fit(peer.recv(), "last")
        peer.close()


def test_more_than_16_frames_are_refused(threads):
    server = Server(threads=threads)
    for count in (17, 200):
        peer = connect(zmq.DEALER, server.requests)
        peer.send_multipart([encode(fit("many"))] + [b"x"] * (count - 1))
        *_, reply = peer.recv_multipart()
        expect_problem(reply, "bad-frames", "many" if b'"many"' in reply else None)
    expect_alive(server)


def test_deep_nesting_is_refused_at_once(threads):
    server = Server(threads=threads)
    for body in (b"[" * 1000, b"[" * 175_000, b'{"a":' * 100_000, b"[" * 3_000_000):
        expect_problem(ask(server, body), "bad-json", None)
    expect_alive(server)


def test_64_mib_harm_nobody(threads):
    """msg-06: refused by a reply or by hanging up, and others are served meanwhile.

    zeromq/libzmq#1045, chainflip-io/chainflip-backend#6673, lbryio/lbry-sdk#2820.
    """
    server = Server(threads=threads)
    before = server.memory_mib("VmRSS")
    shared = context()
    bystander = connect(zmq.DEALER, server.requests, shared)
    name = encode(fit("big", x_name="@")).replace(b"@", b"n" * (64 << 20))
    for port in PORTS:
        for body in (b" " * (64 << 20), name):
            peer = sender(server, port, shared)
            events = peer.get_monitor_socket(zmq.EVENT_DISCONNECTED)
            peer.send(body)
            if port == "requests":
                poller = zmq.Poller()
                poller.register(peer, zmq.POLLIN)
                poller.register(events, zmq.POLLIN)
                ready = dict(poller.poll(20_000))
                assert ready, "neither refused nor hung up on"
                if peer in ready:
                    expect_problem(peer.recv(), "too-large", None)
            for number in range(20):
                bystander.send(encode(fit(f"{port}-{number}")))
                expect_fit(bystander.recv(), f"{port}-{number}")
            peer.disable_monitor()
            peer.close()
    peak = server.memory_mib("VmHWM")
    assert peak - before < 16 + 100, f"{before} MiB before, {peak} MiB at most"
    expect_alive(server)
    assert server.stop() == 0


def test_the_documented_limit_is_the_limit(threads):
    """msg-06: 0.9 times the 4 MiB that a JSON frame may have is answered, 1.1 times is not."""
    server = Server(threads=threads)
    limit = 4 << 20

    def padded(size: int) -> bytes:
        body = encode(fit("size", x_pad="@"))
        return body.replace(b"@", b"p" * (size - len(body) + 1))

    for size in (limit * 9 // 10, limit):
        assert len(padded(size)) == size
        expect_fit(ask(server, padded(size)), "size")
    for size in (limit + 1, limit * 11 // 10, 5_000_000):
        reply = ask(server, padded(size))
        expect_problem(reply, "too-large", "size" if b'"size"' in reply else None)
    expect_alive(server)
