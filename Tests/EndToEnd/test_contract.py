"""Replies of a real server, held against the shipped schemas."""

import json
import pathlib
import random
import sys

import zmq

from harness import Server, ask, connect, expect_alive

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests" / "Differential"))

import check_schemas  # noqa: E402
import contract  # noqa: E402
import generate  # noqa: E402

FENCES = str(ROOT / "config" / "fences")
SEED = 4
REQUESTS = 400


def serve(**options):
    return Server("--fences", FENCES, **options)


def expect_valid(reply: bytes, request):
    """Checks that a reply is strict JSON and one by the schema; returns it."""
    value = contract.read_strictly(reply)
    try:
        contract.require_valid(value, "reply")
    except contract.Refused as refused:
        raise AssertionError(f"{refused}: {reply[:1000]!r} to {request!r:.2000}") from None
    return value


def test_examples_are_answered_by_the_schema():
    server = serve()
    for path in sorted((ROOT / "config" / "examples").glob("*.json")):
        reply = expect_valid(ask(server, path.read_bytes()), path.name)
        assert reply["ok"] is not path.name.startswith("error"), (path.name, reply)


def test_right_requests_are_understood_and_wrong_ones_refused(threads):
    server = serve(threads=threads)
    for request in check_schemas.RIGHT:
        reply = expect_valid(ask(server, json.dumps(request).encode()), request)
        outcomes = reply.get("results", [reply])
        assert all(o["ok"] or o["error"]["status"] == 422 for o in outcomes), (request, reply)
    for request in check_schemas.WRONG:
        reply = expect_valid(ask(server, json.dumps(request).encode()), request)
        outcomes = reply.get("results", [reply])
        assert not all(outcome["ok"] for outcome in outcomes), (request, reply)
    expect_alive(server)


def test_whatever_comes_is_answered_once_by_the_schema(threads):
    """From a seed; many of the requests are right, with numbers at their limits."""
    server = serve(threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    source = random.Random(SEED)
    sent = {}
    for number in range(REQUESTS):
        request = generate.request(source) | {"id": f"g-{number}", "deadline_ms": 60000}
        request.pop("publish", None)
        if source.random() < 0.3:
            request = generate.changed(source, request)
            if not isinstance(request, dict) or request.get("id") != f"g-{number}":
                continue
        asker.send(json.dumps(request).encode())
        sent[f"g-{number}"] = request
        # Few at once: what is asked here may take long to compute.
        while len(sent) > 8:
            receive(asker, sent)
    while sent:
        receive(asker, sent)
    assert not asker.poll(50), "one reply too many"
    expect_alive(server)


def receive(asker, sent):
    reply = expect_valid(asker.recv(), sent)
    request = sent.pop(reply["id"])
    is_right = contract.judge(json.dumps(request).encode(), fences=check_schemas.fences()) is None
    outcomes = reply.get("results", [reply])
    refused = [o["error"] for o in outcomes if not o["ok"] and o["error"]["status"] in (400, 404)]
    # How many frames an animation has may only show when it is computed.
    refused = [e for e in refused if "animation frames" not in e["detail"]]
    assert is_right == (not refused), (request, reply)
    broken = [o["error"] for o in outcomes if not o["ok"] and o["error"]["status"] >= 500]
    assert not broken, (request, broken)
