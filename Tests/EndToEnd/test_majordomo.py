"""Clients that speak Majordomo: RFC 7 (0.1) and RFC 18 (0.2)."""

import zmq

from harness import Server, connect, encode, expect_alive, expect_fit, expect_problem, fit

SERVICE = b"viewfence.v1"


def test_mdp_01_clients_are_answered_in_kind(threads):
    server = Server(threads=threads)
    req = connect(zmq.REQ, server.requests)
    for number in range(10):
        req.send_multipart([b"MDPC01", SERVICE, encode(fit(f"m-{number}"))])
        header, service, reply = req.recv_multipart()
        assert (header, service) == (b"MDPC01", SERVICE)
        expect_fit(reply, f"m-{number}")
    dealer = connect(zmq.DEALER, server.requests)
    dealer.send_multipart([b"", b"MDPC01", SERVICE, encode(fit("dealer"))])
    empty, header, service, reply = dealer.recv_multipart()
    assert (empty, header, service) == (b"", b"MDPC01", SERVICE)
    expect_fit(reply, "dealer")


def test_mdp_02_clients_are_answered_in_kind(threads):
    server = Server(threads=threads)
    dealer = connect(zmq.DEALER, server.requests)
    dealer.send_multipart([b"MDPC02", b"\x01", SERVICE, encode(fit("exact"))])
    header, command, service, reply = dealer.recv_multipart()
    assert (header, command, service) == (b"MDPC02", b"\x03", SERVICE)
    expect_fit(reply, "exact")
    dealer.send_multipart([b"", b"MDPC02", b"\x01", SERVICE, encode(fit("led"))])
    frames = dealer.recv_multipart()
    assert frames[-4:-1] == [b"MDPC02", b"\x03", SERVICE], frames
    expect_fit(frames[-1], "led")


def test_errors_keep_the_framing(threads):
    server = Server(threads=threads)
    dealer = connect(zmq.DEALER, server.requests)
    for message, kind in [
        ([b"MDPC02", b"\x01", SERVICE, b"nonsense"], "bad-json"),
        ([b"MDPC02", b"\x01", SERVICE], "bad-frames"),
    ]:
        dealer.send_multipart(message)
        *framing, reply = dealer.recv_multipart()
        assert framing == [b"MDPC02", b"\x03", SERVICE], framing
        expect_problem(reply, kind, None)
    dealer.send_multipart([b"", b"MDPC01", SERVICE])
    *framing, reply = dealer.recv_multipart()
    assert framing == [b"", b"MDPC01", SERVICE], framing
    expect_problem(reply, "bad-frames", None)


def test_unknown_services_are_refused(threads):
    server = Server(threads=threads)
    dealer = connect(zmq.DEALER, server.requests)
    dealer.send_multipart([b"MDPC02", b"\x01", b"echo", encode(fit("other"))])
    *framing, reply = dealer.recv_multipart()
    assert framing == [b"MDPC02", b"\x03", b"echo"]
    problem = expect_problem(reply, "unknown-service", "other" if b'"other"' in reply else None)
    assert "viewfence.v1" in problem["detail"], problem
    expect_alive(server)


def test_mmi_service_tells_what_is_served(threads):
    server = Server(threads=threads)
    req = connect(zmq.REQ, server.requests)
    for service, body, status in [
        (b"mmi.service", SERVICE, b"200"), (b"mmi.service", b"echo", b"404"),
        (b"mmi.unheard", b"of", b"501"),
    ]:  # fmt: skip
        req.send_multipart([b"MDPC01", service, body])
        *_, answer = req.recv_multipart()
        assert answer == status, (service, answer)
