#!/usr/bin/env python3
"""Tests of viewfence.py against a real server, and against brokers that refuse or keep silent.

test_viewfence.py REQUESTS CAMERAS INGEST    (check.py starts the server)
"""

import asyncio
import json
import struct
import sys
import threading
import unittest
import uuid

import numpy
import viewfence
import zmq

REQUESTS = CAMERAS = None
PHONE = {"width": 390, "height": 844}
# The middle of a fit is the middle in Mercator; these two places lie on one parallel, so it is theirs.
PARALLEL = [(10.0, 50.0), (11.0, 50.0)]


class Broker(threading.Thread):
    """Answers with the replies it is given, one a request; None is silence. Keeps the ids it has got."""

    def __init__(self, *replies):
        super().__init__(daemon=True)
        self.replies, self.ids = replies, []
        self.socket = zmq.Context.instance().socket(zmq.ROUTER)
        self.socket.linger = 1000
        port = self.socket.bind_to_random_port("tcp://127.0.0.1")
        self.endpoint = f"tcp://127.0.0.1:{port}"
        self.start()

    def run(self):
        with self.socket:
            for reply in self.replies:
                if not self.socket.poll(5000):
                    return
                identity, body, *_ = self.socket.recv_multipart()
                self.ids.append(json.loads(body)["id"])
                if reply is not None:
                    self.socket.send_multipart([identity, json.dumps({"v": 1, "id": self.ids[-1], **reply}).encode()])


DRAINING = {"ok": False, "error": {"type": "urn:viewfence:problem:draining", "title": "Draining", "status": 503,
                                   "detail": "going", "retry_after_ms": 1}}  # fmt: skip


def fit(**more):
    return {"viewport": PHONE, "insets": 20, **more}


class Packing(unittest.TestCase):
    def test_arrays_and_pairs_give_the_same_little_endian_bytes(self):
        bytes_of_pairs = struct.pack("<4d", 10, 50, 11, 50)
        array = numpy.array(PARALLEL)
        turned = numpy.array([[10.0, 11.0], [50.0, 50.0]]).T  # not in C order
        big_endian, whole = array.astype(">f8"), array.astype("i4")
        for places in (PARALLEL, array, turned, big_endian, whole):
            announced, body = viewfence.pack(places)
            self.assertEqual(body, bytes_of_pairs)
            self.assertEqual(announced, {"frame": 1, "encoding": "f64le", "dims": 2, "count": 2})

    def test_another_shape_is_an_error(self):
        for places in (numpy.zeros(4), numpy.zeros((2, 3)), [(1, 2, 3)]):
            with self.assertRaises(ValueError):
                viewfence.pack(places)


class Requests(unittest.TestCase):
    def setUp(self):
        self.client = viewfence.Client(REQUESTS)
        self.addCleanup(self.client.close)

    def test_a_fit_of_an_array_and_of_pois_agree(self):
        pois = [{"latitude": latitude, "longitude": longitude} for longitude, latitude in PARALLEL]
        packed = self.client.request("fit", places=numpy.array(PARALLEL), **fit())
        plain = self.client.request("fit", content={"pois": pois}, **fit())
        self.assertEqual(packed["camera"], plain["camera"])
        self.assertAlmostEqual(plain["camera"]["target"]["longitude"], 10.5, delta=1e-9)
        self.assertAlmostEqual(plain["camera"]["target"]["latitude"], 50, delta=1e-9)

    def test_an_error_reply_is_a_problem_that_names_the_member(self):
        with self.assertRaises(viewfence.Problem) as caught:
            self.client.request("fit", places=PARALLEL, viewport=PHONE, insets={"botom": 1})
        problem = caught.exception
        self.assertEqual((problem.type, problem.status, problem.pointer), ("bad-schema", 400, "/insets/botom"))
        self.assertIn("/insets/botom", str(problem))

    def test_nan_is_not_sent(self):
        with self.assertRaises(ValueError):
            self.client.request("fit", places=PARALLEL, viewport={"width": float("nan"), "height": 1})

    def test_majordomo_of_both_versions_gives_the_same_answer(self):
        plain = self.client.request("fit", places=PARALLEL, **fit())
        for version in ("0.1", "0.2"):
            with viewfence.Client(REQUESTS, majordomo=version) as client:
                self.assertEqual(client.request("fit", places=PARALLEL, **fit()), plain)

    def test_without_an_answer_the_same_id_goes_to_the_next_endpoint(self):
        silent = Broker(None)
        with viewfence.Client(silent.endpoint, REQUESTS, timeout=1) as client:
            self.assertTrue(client.request("fit", places=PARALLEL, **fit())["fits"])
        silent.join()

    def test_a_broker_that_is_going_sends_the_client_to_the_next(self):
        first, second = Broker(DRAINING), Broker({"ok": True, "result": {"version": "1"}})
        with viewfence.Client(first.endpoint, second.endpoint) as client:
            self.assertEqual(client.request("info"), {"version": "1"})
        first.join()
        second.join()
        self.assertEqual(first.ids, second.ids)

    def test_if_all_brokers_are_going_their_problem_is_raised(self):
        with viewfence.Client(Broker(DRAINING, DRAINING, DRAINING).endpoint) as client:
            with self.assertRaises(viewfence.Problem) as caught:
                client.request("info")
        self.assertEqual(caught.exception.status, 503)

    def test_nobody_answers(self):
        with viewfence.Client(Broker(None, None, None).endpoint, timeout=0.05) as client:
            with self.assertRaises(viewfence.NobodyAnswered):
                client.request("info")


class AtOnce(unittest.IsolatedAsyncioTestCase):
    async def test_five_hundred_requests_at_once_each_get_their_own_answer(self):
        async with viewfence.AsyncClient(REQUESTS, timeout=20) as client:
            middles = [-80 + i / 4 for i in range(500)]
            pairs = [[(middle - 0.5, 50.0), (middle + 0.5, 50.0)] for middle in middles]
            results = await asyncio.gather(*(client.request("fit", places=pair, **fit()) for pair in pairs))
        for middle, result in zip(middles, results, strict=True):
            self.assertAlmostEqual(result["camera"]["target"]["longitude"], middle, delta=1e-9)

    async def test_without_an_answer_the_same_id_goes_to_the_next_endpoint(self):
        silent = Broker(None, None)
        async with viewfence.AsyncClient(silent.endpoint, REQUESTS, timeout=1) as client:
            both = await asyncio.gather(*(client.request("fit", places=PARALLEL, **fit()) for _ in range(2)))
        self.assertTrue(all(result["fits"] for result in both))
        silent.join()
        self.assertEqual(len(set(silent.ids)), 2)

    async def test_a_problem_is_raised_where_it_belongs(self):
        async with viewfence.AsyncClient(REQUESTS) as client:
            good, bad = await asyncio.gather(
                client.request("fit", places=PARALLEL, **fit()), client.request("fitt"), return_exceptions=True
            )
        self.assertTrue(good["fits"])
        self.assertEqual(bad.type, "unknown-op")

    async def test_a_subscriber_sees_every_publication_in_order(self):
        topic = f"cam/python/{uuid.uuid4().hex}/"
        async with viewfence.AsyncClient(REQUESTS) as client, viewfence.AsyncSubscriber(CAMERAS, topic) as subscriber:
            first = await client.request("fit", places=PARALLEL, publish=topic, **fit())
            publication = await asyncio.wait_for(subscriber.receive(), 5)
            self.assertEqual(publication.reply["result"], first)
            for _ in range(20):
                await client.request("fit", places=PARALLEL, publish=topic, **fit())
            sequences = [publication.sequence]
            async for publication in subscriber:
                # The last value that was kept may come a second time.
                if publication.sequence > sequences[-1]:
                    sequences.append(publication.sequence)
                if len(sequences) == 21:
                    break
            self.assertEqual(sequences, list(range(sequences[0], sequences[0] + 21)))


class Subscribing(unittest.TestCase):
    def test_who_comes_late_gets_the_last_value(self):
        topic = f"cam/python/{uuid.uuid4().hex}/"
        with viewfence.Client(REQUESTS) as client:
            result = client.request("fit", places=PARALLEL, publish=topic, **fit())
        with viewfence.Subscriber(CAMERAS, topic) as subscriber:
            publication = subscriber.receive(timeout=5)
        self.assertEqual(publication.topic, topic)
        self.assertEqual(publication.reply["result"], result)

    def test_nothing_published_is_none(self):
        with viewfence.Subscriber(CAMERAS, f"cam/python/{uuid.uuid4().hex}/") as subscriber:
            self.assertIsNone(subscriber.receive(timeout=0.05))


if __name__ == "__main__":
    REQUESTS, CAMERAS, _ = sys.argv[1:]
    unittest.main(argv=sys.argv[:1], verbosity=0)
