"""Packed coordinates in a further frame, and batches."""

import json
import math
import random
import struct

import zmq

from harness import (
    Server, connect, encode, expect_alive, expect_fit, expect_problem, fit, publications, subscribe,
)  # fmt: skip
from test_clients import proxy


def places(count: int, seed: int = 1) -> list[tuple[float, float]]:
    """Longitude and latitude of places in a part of Europe."""
    source = random.Random(seed)
    return [(source.uniform(-5, 20), source.uniform(40, 55)) for _ in range(count)]


def packed(name: str, count: int, **members) -> bytes:
    coordinates = {"frame": 1, "encoding": "f64le", "dims": 2, "count": count}
    return encode(fit(name, content={"coordinates": {**coordinates, **members}}))


def pack(points) -> bytes:
    return b"".join(struct.pack("<dd", *point) for point in points)


def test_packed_places_fit_like_the_same_in_json(threads):
    server = Server(threads=threads)
    points = places(2000)
    pois = [{"latitude": latitude, "longitude": longitude} for longitude, latitude in points]
    dealer = connect(zmq.DEALER, server.requests)
    dealer.send(encode(fit("json", content={"pois": pois})))
    wanted = json.loads(dealer.recv())
    assert wanted["ok"] is True, wanted
    for endpoint in (server.requests, proxy(server.requests)):
        for start in ([], [b""], [b"", b"MDPC01", b"viewfence.v1"]):
            client = connect(zmq.DEALER, endpoint)
            client.send_multipart([*start, packed("packed", 2000), pack(points)])
            *_, reply = client.recv_multipart()
            assert json.loads(reply)["result"] == wanted["result"], reply


def test_a_million_packed_places_are_answered():
    server = Server()
    points = places(1 << 20)
    west, east = min(p[0] for p in points), max(p[0] for p in points)
    client = connect(zmq.REQ, server.requests)
    client.send_multipart([packed("million", len(points)), pack(points)])
    answer = json.loads(client.recv())
    camera = answer["result"]["camera"]
    assert answer["result"]["fits"] is True
    assert abs(camera["zoom"] - math.log2(375 / (256 * (east - west) / 360))) < 1e-9
    assert abs(camera["target"]["longitude"] - (west + east) / 2) < 1e-9
    client.send_multipart([packed("more", len(points) + 1), pack([*points, (0, 0)])])
    expect_problem(client.recv(), "too-large", "more")


def test_bad_packed_frames_are_named(threads):
    server = Server(threads=threads)
    good = pack([(11.5, 48.1), (11.7, 48.2)])
    client = connect(zmq.REQ, server.requests)
    for number, (frames, kind, pointer) in enumerate([
        ([packed("@", 2), good[:-1]], "bad-coordinates", "/content/coordinates"),
        ([packed("@", 3), good], "bad-coordinates", "/content/coordinates"),
        ([packed("@", 2), pack([(11.5, 48.1), (math.nan, 48.2)])], "bad-coordinates", None),
        ([packed("@", 2), pack([(11.5, 48.1), (math.inf, 48.2)])], "bad-coordinates", None),
        ([packed("@", 2), pack([(11.5, 48.1), (48.2, 111.7)])], "bad-coordinates", None),
        ([packed("@", 2), good, good], "bad-frames", None),
        ([packed("@", 2)], "bad-frames", "/content/coordinates"),
        ([packed("@", 2, frame=2), good], "bad-frames", None),
        ([packed("@", 2, dims=3), good], "bad-schema", "/content/coordinates/dims"),
        ([packed("@", 2, encoding="f32le"), good], "bad-schema", "/content/coordinates/encoding"),
        ([packed("@", -2), good], "bad-schema", "/content/coordinates/count"),
        ([encode(fit("@")), good], "bad-frames", None),
    ]):  # fmt: skip
        name = f"n-{number}"
        client.send_multipart([frames[0].replace(b"@", name.encode()), *frames[1:]])
        (reply,) = client.recv_multipart()
        problem = expect_problem(reply, kind, name)
        assert pointer is None or problem["pointer"].startswith(pointer), (number, problem)
    expect_alive(server)


def test_batches_are_answered_in_order(threads):
    server = Server(threads=threads)
    members = [{"id": f"m-{number}", **inner(width=1 + number % 100)} for number in range(1024)]
    members[7] = {**inner(), "insets": 1000}
    client = connect(zmq.REQ, server.requests)
    client.send(encode({"v": 1, "id": "batch", "batch": members}))
    answer = json.loads(client.recv())
    assert answer["v"] == 1 and answer["id"] == "batch" and answer["ok"] is True
    results = answer["results"]
    assert len(results) == 1024
    for number, result in enumerate(results):
        if number == 7:
            assert result["id"] == "batch" and result["ok"] is False
            assert result["error"]["type"].endswith("no-room")
            assert result["error"].get("pointer", "/batch/7").startswith("/batch/7")
        else:
            whole = json.dumps({"v": 1, **result}).encode()
            expect_fit(whole, f"m-{number}", width=1 + number % 100)
    client.send(encode({"v": 1, "id": "long", "batch": members + members[:1]}))
    assert expect_problem(client.recv(), "bad-schema", "long")["pointer"] == "/batch"


def test_a_batch_is_published_as_one():
    server = Server()
    listener = subscribe(server, "cam/batch/")
    client = connect(zmq.REQ, server.requests)
    batch = [inner(), inner(width=5)]
    client.send(encode({"v": 1, "id": "b", "publish": "cam/batch/", "batch": batch}))
    assert next(publications(listener))[:2] == ("cam/batch/", client.recv())


def inner(width: float = 2.5) -> dict:
    """A fit as a member of a batch."""
    whole = fit("", width=width)
    return {name: value for name, value in whole.items() if name not in ("v", "id")}
