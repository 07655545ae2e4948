"""A million publications beside a subscriber that stopped reading."""

import multiprocessing
import struct

import zmq

from harness import PATIENCE_MS, Server, connect, fit
from loading import begin_load, figures

PUBLICATIONS = 1_000_000
# What the listener can take though the machine does other work besides.
LOAD = ("--clients", "16", "--rate", "15000", "--count", str(PUBLICATIONS), "--duration", "3000")


def listen(endpoint: str, told):
    """Counts what comes under `cam/mall-1/`, and what is missing or strange."""
    listener = zmq.Context().socket(zmq.SUB)
    listener.linger = 0
    listener.rcvtimeo = PATIENCE_MS
    # What it has not taken yet waits here; a mark would be for it to miss what is beyond.
    listener.rcvhwm = 0
    listener.connect(endpoint)
    listener.subscribe("cam/mall-1/")
    got = missing = strange = 0
    last = None
    while got < PUBLICATIONS:
        try:
            topic, _, counters = listener.recv_multipart()
        except zmq.Again:
            break
        if topic != b"cam/mall-1/":
            strange += 1
            continue
        _, sequence = struct.unpack("<QQ", counters)
        if last is None:
            told.put("hears")
        else:
            missing += sequence - last - 1
            got += 1
        last = sequence
    told.put((got, missing, strange))


def test_a_million_publications_beside_a_stalled_subscriber():
    server = Server()
    stalled = connect(zmq.SUB, server.cameras, rcvhwm=1, rcvbuf=4096)
    stalled.subscribe("")
    told = multiprocessing.get_context("spawn").Queue()
    healthy = multiprocessing.get_context("spawn").Process(
        target=listen, args=(server.cameras, told), daemon=True
    )
    healthy.start()
    client = connect(zmq.REQ, server.requests)
    while told.empty():
        client.send_json(fit("first", publish="cam/mall-1/"))
        client.recv()
        healthy.join(0.01)
    told.get()
    # The neighbour whose name begins alike.
    client.send_json(fit("neighbour", publish="cam/mall-10/"))
    client.recv()
    before = server.memory_mib("VmRSS")
    result = figures(begin_load([server], *LOAD, request=fit("load", publish="cam/mall-1/")))
    got, missing, strange = told.get(timeout=60)
    after = server.memory_mib("VmHWM")
    said = (
        f"{result['right']} answered, {result['throughput_per_s']:.0f}/s; heard {got}, missing "
        f"{missing}, strange {strange}; memory {before:.0f} MiB before, at most {after:.0f} MiB"
    )
    assert result["right"] == PUBLICATIONS and result["lost"] == 0, result
    assert (missing, strange) == (0, 0) and got >= PUBLICATIONS - 1, said
    assert after < before + 32, said
    return said
