"""The page for those who watch over the process."""

import signal
import urllib.error
import urllib.request

import zmq

from harness import Server, connect, encode, fit, raw, until


def get(server: Server, path: str):
    """The status and text of a page, whatever proxy is set."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    url = server.endpoints["http"].replace("tcp://", "http://") + path
    try:
        with opener.open(url, timeout=30) as page:
            return page.status, page.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_live_and_ready(threads):
    server = Server("--http", "tcp://127.0.0.1:*", threads=threads)
    assert get(server, "/live") == (200, "live\n")
    assert get(server, "/ready") == (200, "ready\n")
    assert get(server, "/other")[0] == 404
    assert server.stop(signal.SIGTERM) == 0


def test_metrics_count_what_happened(threads):
    server = Server("--http", "tcp://127.0.0.1:*", threads=threads)
    asker = connect(zmq.DEALER, server.requests)
    for number in range(50):
        asker.send(encode(fit(f"m-{number}", publish="cam/m/")))
        asker.recv()
    # Seventeen frames are refused before they are accepted.
    asker.send_multipart([b"{}"] * 17)
    assert b"bad-frames" in asker.recv()
    # The figures are put out at the end of a turn, a little after the last reply of it.
    assert until(lambda: "\nviewfence_requests_unaccepted_total 1\n" in get(server, "/metrics")[1])
    status, text = get(server, "/metrics")
    figures = dict(line.split() for line in text.splitlines() if not line.startswith("#"))
    assert status == 200 and text.count("# TYPE ") == len(figures) > 15
    assert figures["viewfence_requests_accepted_total"] == "50", figures
    assert figures["viewfence_requests_answered_total"] == "50", figures
    assert figures["viewfence_requests_unaccepted_total"] == "1", figures
    assert figures["viewfence_cameras_published_total"] == "50", figures
    assert figures["viewfence_requests_in_flight"] == "0", figures


def test_peers_that_say_nothing_keep_nobody_waiting():
    """Each was waited for a second, one after the other, and a probe in vain."""
    server = Server("--http", "tcp://127.0.0.1:*")
    page = server.endpoints["http"]
    silent = [raw(page) for _ in range(80)]
    silent[0].send(b"GET /li")
    assert get(server, "/live")[0] == 200
    for peer in silent:
        peer.close()
    assert get(server, "/ready")[0] == 200
