"""Plain clients: REQ and DEALER, one request at a time and thousands at once."""

import json
import threading

import zmq

from harness import (
    Server, ask, connect, context, encode, expect_alive, expect_fit, expect_problem, fit,
)  # fmt: skip

CLIENTS, REQUESTS, WINDOW = 8, 10_000, 100


def test_req_client_is_answered(threads):
    server = Server(threads=threads)
    asker = connect(zmq.REQ, server.requests)
    for number in range(20):
        asker.send(encode(fit(f"r-{number}", width=1 + number)))
        (reply,) = asker.recv_multipart()
        expect_fit(reply, f"r-{number}", width=1 + number)


def test_dealer_gets_its_own_frames_back(threads):
    server = Server(threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    asker.send(encode(fit("bare")))
    (reply,) = asker.recv_multipart()
    expect_fit(reply, "bare")
    asker.send_multipart([b"", encode(fit("delimited"))])
    delimiter, reply = asker.recv_multipart()
    assert delimiter == b""
    expect_fit(reply, "delimited")


def test_ids_are_echoed_unchanged(threads):
    server = Server(threads=threads)
    for name in ("a", "x" * 128, "Ünïcödé ✈ \u200b", 'quote " and \\ and \n', "\u0001"):
        expect_fit(ask(server, encode(fit(name))), name)
        expect_fit(ask(server, json.dumps(fit(name), ensure_ascii=False).encode()), name)
    for name in ("", "x" * 129, "é" * 65, 7, None):
        problem = json.loads(ask(server, encode(fit(name))))
        assert problem["ok"] is False and problem["error"]["pointer"] == "/id", problem
    nameless = fit(None)
    del nameless["id"]
    problem = expect_problem(ask(server, encode(nameless)), "bad-schema", None)
    assert problem["pointer"] == "/id", problem


def pipeline(endpoint: str):
    """10,000 requests over 8 connections, many in flight on each; every answer is checked."""
    shared = context()
    askers = [connect(zmq.DEALER, endpoint, shared) for _ in range(CLIENTS)]
    poller = zmq.Poller()
    for asker in askers:
        poller.register(asker, zmq.POLLIN)
    waiting: list[dict[str, float]] = [{} for _ in askers]
    sent = answered = 0

    def send(client: int):
        nonlocal sent
        name, width = f"{client}-{sent}", 0.001 + (sent % 977) / 10
        waiting[client][name] = width
        askers[client].send(encode(fit(name, width=width)))
        sent += 1

    for client in range(CLIENTS):
        for _ in range(WINDOW):
            send(client)
    while answered < REQUESTS:
        events = dict(poller.poll(10_000))
        assert events, f"{sent - answered} of {sent} requests were not answered"
        for client, asker in enumerate(askers):
            while asker in events:
                try:
                    (reply,) = asker.recv_multipart(zmq.NOBLOCK)
                except zmq.Again:
                    break
                # Taken out once: another client's answer, or a second one, is not there.
                name = json.loads(reply)["id"]
                expect_fit(reply, name, width=waiting[client].pop(name))
                answered += 1
                if sent < REQUESTS:
                    send(client)
    assert not any(waiting)
    # Nothing more comes: the next thing that each hears is the answer to its next request.
    for client, asker in enumerate(askers):
        asker.send(encode(fit(f"last-{client}")))
        expect_fit(asker.recv(), f"last-{client}")


def test_10000_pipelined_requests_are_each_answered_once(threads):
    server = Server(threads=threads)
    pipeline(server.requests)
    expect_alive(server)
    assert server.stop() == 0


def proxy(endpoint: str) -> str:
    """A ROUTER-DEALER proxy before an endpoint; it ends with its context."""
    shared = context()
    front, back = shared.socket(zmq.ROUTER), shared.socket(zmq.DEALER)
    front.linger = back.linger = 0
    port = front.bind_to_random_port("tcp://127.0.0.1")
    back.connect(endpoint)

    def forward():
        try:
            zmq.proxy(front, back)
        except zmq.ZMQError:
            pass

    threading.Thread(target=forward, daemon=True).start()
    return f"tcp://127.0.0.1:{port}"


def test_clients_behind_proxies_are_answered(threads):
    server = Server(threads=threads)
    once = proxy(server.requests)
    for hops, endpoint in enumerate((once, proxy(once)), start=1):
        req, dealer = connect(zmq.REQ, endpoint), connect(zmq.DEALER, endpoint)
        for number in range(10):
            name = f"{hops}-{number}"
            req.send(encode(fit(name)))
            (reply,) = req.recv_multipart()
            expect_fit(reply, name)
            dealer.send(encode(fit(name)))
            (reply,) = dealer.recv_multipart()
            expect_fit(reply, name)
            dealer.send_multipart([b"", b"nonsense"])
            delimiter, reply = dealer.recv_multipart()
            assert delimiter == b""
            expect_problem(reply, "bad-json", None)


def test_10000_pipelined_requests_through_a_proxy():
    server = Server(threads=2)
    pipeline(proxy(server.requests))
