"""What a client may rely on when it sends again, and a subscriber when it comes late."""

import json

import zmq

from harness import Broker, Server, connect, encode, expect_fit, expect_problem, fit, publications


def test_the_same_id_and_body_is_answered_again_alike(threads):
    server = Server(threads=threads)
    client = connect(zmq.DEALER, server.requests)
    body = encode(fit("twice"))
    for _ in range(3):
        client.send(body)
    replies = {client.recv() for _ in range(3)}
    assert len(replies) == 1
    client.send(body)
    assert client.recv() in replies


def test_another_body_under_the_same_id_is_a_conflict(threads):
    server = Server(threads=threads)
    client = connect(zmq.DEALER, server.requests)
    client.send(encode(fit("id")))
    expect_fit(client.recv(), "id")
    client.send(encode(fit("id", width=3)))
    expect_problem(client.recv(), "id-conflict", "id")
    # Ids of another connection are others.
    other = connect(zmq.DEALER, server.requests)
    other.send(encode(fit("id", width=3)))
    expect_fit(other.recv(), "id", width=3)


def test_a_request_sent_again_is_published_once(threads):
    server = Server(threads=threads)
    client = connect(zmq.DEALER, server.requests)
    listener = late_subscriber(server, "cam/once/")
    client.send(encode(fit("first", publish="cam/once/")))
    expect_fit(client.recv(), "first")
    for _ in range(5):
        client.send(encode(fit("again", publish="cam/once/")))
        client.recv()
    client.send(encode(fit("last", publish="cam/once/")))
    client.recv()
    seen = {}
    for _, reply, _, sequence in publications(listener):
        seen.setdefault(json.loads(reply)["id"], set()).add(sequence)
        if "last" in seen:
            break
    # The last value may come twice, with the number that it had.
    assert all(len(numbers) == 1 for numbers in seen.values()), seen
    assert max(seen["last"]) == max(seen["again"]) + 1 if "again" in seen else True, seen


def late_subscriber(server: Server, topic: str) -> zmq.Socket:
    listener = connect(zmq.SUB, server.cameras)
    listener.subscribe(topic)
    return listener


def publish(server: Server, topic: str, count: int = 3) -> bytes:
    """Publishes a few cameras under a topic; returns the last reply."""
    client = connect(zmq.DEALER, server.requests)
    for number in range(count):
        client.send(encode(fit(f"{topic}{number}", width=1 + number, publish=topic)))
        reply = client.recv()
    return reply


def test_a_late_subscriber_gets_the_last_value(threads):
    server = Server(threads=threads)
    reply = publish(server, "cam/late/a/")
    assert next(publications(late_subscriber(server, "cam/late/a/")))[:2] == ("cam/late/a/", reply)


def test_a_late_subscriber_to_a_prefix_gets_the_last_value_of_each_topic(threads):
    server = Server(threads=threads)
    replies = {topic: publish(server, topic) for topic in ("cam/late/a/", "cam/late/b/")}
    stream = publications(late_subscriber(server, "cam/late/"))
    assert dict(next(stream)[:2] for _ in range(2)) == replies


def test_late_subscribers_that_come_together_get_the_last_value(threads):
    """A fleet that starts again: each of ten, not only the first of a tenth of a second."""
    server = Server(threads=threads)
    reply = publish(server, "cam/fleet/")
    fleet = [late_subscriber(server, "cam/fleet/") for _ in range(10)]
    for listener in fleet:
        assert next(publications(listener))[:2] == ("cam/fleet/", reply)


def test_one_subscriber_that_does_not_read_harms_nobody(threads):
    server = Server(threads=threads)
    stuck = connect(zmq.SUB, server.cameras, rcvhwm=1)
    stuck.subscribe("")
    client = connect(zmq.DEALER, server.requests)
    for number in range(5000):
        client.send(encode(fit(f"s-{number}", publish="cam/stuck/")))
        expect_fit(client.recv(), f"s-{number}")
    assert server.stop() == 0


def test_a_stale_deadline_is_said_so(threads):
    """Behind requests that take long, a deadline of a millisecond passes in the queue."""
    server = Server("--dispatch-timeout-ms", "60000", threads=threads)
    client = connect(zmq.DEALER, server.requests)
    heavy = [{"latitude": 10 + i % 97 / 100, "longitude": 76 + i % 89 / 100} for i in range(20_000)]
    for number in range(20):
        client.send(encode(fit(f"heavy-{number}", content={"pois": heavy}, deadline_ms=60_000)))
    client.send(encode(fit("hasty", deadline_ms=1)))
    answers = {}
    while len(answers) < 21:
        answer = json.loads(client.recv())
        answers[answer["id"]] = answer
    assert all(answers[f"heavy-{number}"]["ok"] for number in range(20))
    hasty = answers["hasty"]
    # How far the twenty have come by then is the machine's affair.
    assert hasty["ok"] or hasty["error"]["type"].endswith("deadline-exceeded"), hasty


def test_a_deadline_that_passes_in_the_queue_is_said_so():
    """Nobody works here, and the deadline comes before the second of grace is over."""
    broker = Broker()
    client = connect(zmq.DEALER, broker.requests)
    client.send(encode(fit("hasty", deadline_ms=1)))
    answer = json.loads(client.recv())
    assert answer["id"] == "hasty", answer
    assert answer["error"]["type"] == "urn:viewfence:problem:deadline-exceeded", answer
    assert answer["error"]["status"] == 504, answer
