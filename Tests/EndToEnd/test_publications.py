"""Cameras out, and requests in from upstream stages of a pipeline."""

import json
import time

import zmq

from harness import (
    FAULTS, Server, connect, encode, expect_alive, expect_fit, fit, publications, subscribe,
)  # fmt: skip


def test_subscriber_sees_exactly_what_was_published(threads):
    server = Server(threads=threads)
    listener = subscribe(server, "cam/a/", "cam/b/")
    asker = connect(zmq.DEALER, server.requests)
    expected = {"cam/a/": [], "cam/b/": []}
    for number in range(300):
        topic = (None, "cam/a/", "cam/b/", "cam/ab/", "cam/c/")[number % 5]
        members = {"publish": topic} if topic else {}
        if number % 7 == 0:
            members["insets"] = 1000  # an error, which goes elsewhere
        asker.send(encode(fit(f"p-{number}", width=1 + number / 10, **members)))
        reply = asker.recv()
        if number % 7 != 0:
            expect_fit(reply, f"p-{number}", width=1 + number / 10)
            if topic in expected:
                expected[topic].append(reply)
    seen = {"cam/a/": [], "cam/b/": []}
    counters = {"cam/a/": [], "cam/b/": []}
    stream = publications(listener)
    for _ in range(sum(map(len, expected.values()))):
        topic, reply, epoch, sequence = next(stream)
        seen[topic].append(reply)
        counters[topic].append((epoch, sequence))
    assert seen == expected
    now = time.time() * 1e6
    for topic, pairs in counters.items():
        epochs, sequences = zip(*pairs)
        assert list(sequences) == list(range(sequences[0], sequences[0] + len(pairs))), topic
        assert sequences[0] in (0, 1), sequences[0]
        assert len(set(epochs)) == 1 and now - 120e6 < epochs[0] < now, (topic, epochs[0])
    # Nothing else came: the next thing is what is published next.
    asker.send(encode(fit("last", publish="cam/a/")))
    reply = asker.recv()
    assert next(stream)[:2] == ("cam/a/", reply)


def test_errors_are_published_under_errors(threads):
    server = Server(threads=threads)
    listener = subscribe(server, "errors/", "cam/x/")
    asker = connect(zmq.DEALER, server.requests)
    asker.send(encode(fit("bad", publish="cam/x/", insets=1000)))
    reply = asker.recv()
    assert next(publications(listener))[:2] == ("errors/cam/x/", reply)


def test_topics_must_be_well_formed_and_allowed(threads):
    server = Server(threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    for number, (topic, kind) in enumerate([
        ("cam/x", "bad-schema"), ("", "bad-schema"), ("/", "bad-schema"), (7, "bad-schema"),
        ("cam/" + "y" * 252 + "/", "bad-schema"), ("other/x/", "unauthorized"),
        ("errors/cam/x/", "unauthorized"),
    ]):  # fmt: skip
        asker.send(encode(fit(f"t-{number}", publish=topic)))
        error = json.loads(asker.recv())["error"]
        assert error["type"].endswith(kind), (topic, error)
    longest = "cam/" + "y" * 250 + "/"
    # libzmq 4.3.4 breaks the connection over a subscription of more than 245 bytes; a prefix will do.
    listener = subscribe(server, longest[:200])
    asker.send(encode(fit("long", publish=longest)))
    assert next(publications(listener))[1] == asker.recv()


def test_ingested_requests_are_published(threads):
    server = Server(threads=threads)
    listener = subscribe(server, "cam/in/", "errors/")
    source = connect(zmq.PUSH, server.ingest)
    for number in range(200):
        source.send(encode(fit(f"i-{number}", width=1 + number / 10, publish="cam/in/")))
    stream = publications(listener)
    seen = {}
    for _ in range(200):
        topic, reply, _, _ = next(stream)
        assert topic == "cam/in/", (topic, reply)
        seen[json.loads(reply)["id"]] = reply
    for number in range(200):
        expect_fit(seen[f"i-{number}"], f"i-{number}", width=1 + number / 10)
    source.send(encode(fit("refused", insets=1000, publish="cam/in/")))
    topic, reply, _, _ = next(stream)
    assert topic == "errors/cam/in/" and json.loads(reply)["id"] == "refused"


def test_ingested_requests_without_a_topic_are_refused_in_public(threads):
    server = Server(threads=threads)
    listener = subscribe(server, "errors/ingest/")
    source = connect(zmq.PUSH, server.ingest)
    stream = publications(listener)
    for body in [encode(fit("no-topic"))] + [body for body, _, _ in FAULTS]:
        source.send(body)
        topic, reply, _, _ = next(stream)
        assert topic == "errors/ingest/" and json.loads(reply)["ok"] is False, (topic, reply)
    expect_alive(server)
