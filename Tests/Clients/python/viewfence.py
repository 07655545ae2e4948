"""A client for viewfence: map cameras over ZeroMQ.

    from viewfence import Client

    with Client("tcp://127.0.0.1:5555") as client:
        fitted = client.request(
            "fit",
            viewport={"width": 390, "height": 844},
            content={"pois": [{"latitude": -33.8703, "longitude": 151.2089}]},
        )
        print(fitted["camera"])

`Client` is for plain programs, `AsyncClient` for asyncio; `Subscriber` and `AsyncSubscriber` yield
what is published. Large sets of places go as packed frames: pass `places=` an array of shape
(n, 2), longitude first. Needs pyzmq; numpy only for arrays.

For brokers that let in only known keys each takes `keys=Keys.load("kiosk.key_secret", "broker.key")`,
files of `viewfence keygen`.

A request is answered once. Without an answer in time it is sent again with the same id, to the next
endpoint of the list: operations are pure, so that is always safe.
"""

from __future__ import annotations

import asyncio
import json
import struct
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import zmq
import zmq.asyncio
import zmq.auth

__all__ = [
    "AsyncClient", "AsyncSubscriber", "Client", "Keys", "NobodyAnswered", "Problem", "Publication", "Subscriber",
    "pack",
]  # fmt: skip

Frames = Sequence[bytes]
SERVICE = b"viewfence.v1"
HEADERS: Mapping[str | None, list[bytes]] = {
    None: [],
    "0.1": [b"", b"MDPC01", SERVICE],
    "0.2": [b"MDPC02", b"\x01", SERVICE],
}


class Keys(NamedTuple):
    """The own CURVE key pair and the broker's public key, each 40 characters of Z85."""

    public: bytes
    secret: bytes
    server: bytes

    @classmethod
    def load(cls, own: str, server: str) -> Keys:
        """Reads the file of the own pair and that of the broker's public key. Raises `ValueError`."""
        public, secret = zmq.auth.load_certificate(own)
        if secret is None:
            raise ValueError(f"{own} has no secret key")
        return cls(public, secret, zmq.auth.load_certificate(server)[0])


def secure(socket: Any, keys: Keys | None) -> Any:
    if keys is not None:
        socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = keys
    return socket


class NobodyAnswered(TimeoutError):
    """No endpoint answered, however often the request was sent."""


class Problem(Exception):
    """An error reply (RFC 9457). `pointer` is the JSON Pointer of the member at fault, if there is one."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        self.type: str = error["type"].rpartition(":")[2]
        self.status: int = error["status"]
        self.title: str = error["title"]
        self.detail: str = error.get("detail", "")
        self.pointer: str | None = error.get("pointer")
        self.retry_after_ms: int | None = error.get("retry_after_ms")
        super().__init__(": ".join(filter(None, [self.type, self.pointer, self.detail])))


def pack(places: Any, frame: int = 1) -> tuple[dict[str, Any], bytes]:
    """Returns the `coordinates` member that announces `places`, and the frame that holds them.

    `places` is a numpy array of shape (n, 2) or a sequence of pairs, in degrees, longitude first.
    Raises ValueError for another shape. An array that is already little-endian doubles in C order
    is copied once, others are converted first.
    """
    if hasattr(places, "astype"):
        if places.ndim != 2 or places.shape[1] != 2:
            raise ValueError(f"places must have shape (n, 2), not {places.shape}")
        count, body = len(places), places.astype("<f8", order="C", copy=False).tobytes()
    else:
        pairs = [(longitude, latitude) for longitude, latitude in places]
        count, body = len(pairs), struct.pack(f"<{2 * len(pairs)}d", *(value for pair in pairs for value in pair))
    return {"frame": frame, "encoding": "f64le", "dims": 2, "count": count}, body


def compose(op: str, places: Any, members: Mapping[str, Any]) -> list[bytes]:
    """Returns the frames of a request: its JSON, and the packed frame of `places` if there are any."""
    request: dict[str, Any] = {"v": 1, "id": uuid.uuid4().hex, "op": op, **members}
    frames = []
    if places is not None:
        announced, body = pack(places)
        request["content"] = {**request.get("content", {}), "coordinates": announced}
        frames.append(body)
    return [json.dumps(request, ensure_ascii=False, allow_nan=False).encode(), *frames]


def result_of(reply: Frames) -> dict[str, Any]:
    """Returns the result in a reply. Raises `Problem` for an error reply."""
    document = json.loads(reply[-1])
    if not document["ok"]:
        raise Problem(document["error"])
    return document["result"] if "result" in document else {"results": document["results"]}


def is_elsewhere(problem: Problem) -> bool:
    """Tells whether another broker, or the same a little later, may answer."""
    return problem.status in (429, 503)


class Client:
    """Sends requests one at a time over one connection. Not for use by several threads at once.

    `timeout` is in seconds, for each of `tries` sendings; each goes to the next of `endpoints`.
    `majordomo` is None for plain frames, or "0.1" or "0.2" (RFC 7 and RFC 18 of the ZeroMQ community).
    A broker does not answer `keys` that it does not know.
    """

    def __init__(
        self, *endpoints: str, timeout: float = 2.0, tries: int = 3, majordomo: str | None = None,
        keys: Keys | None = None,
    ) -> None:  # fmt: skip
        self._endpoints, self._keys = endpoints or ("tcp://127.0.0.1:5555",), keys
        self._timeout, self._tries, self._header = timeout, tries, HEADERS[majordomo]
        self._turn = 0
        self._socket: zmq.Socket[bytes] | None = None

    def request(self, op: str, *, places: Any = None, **members: Any) -> dict[str, Any]:
        """Returns the result of `op`. `members` are the request's own, by their names in the wire format.

        Raises `Problem` for an error reply and `NobodyAnswered` if none came.
        """
        frames = [*self._header, *compose(op, places, members)]
        for _ in range(self._tries):
            try:
                return result_of(self.exchange(frames))
            except Problem as problem:
                if not is_elsewhere(problem):
                    raise
                refused = problem
                time.sleep((problem.retry_after_ms or 0) / 1000)
                self._hang_up()
        raise refused

    def exchange(self, frames: Frames) -> list[bytes]:
        """Sends `frames` as they are until a reply comes, and returns its frames."""
        for _ in range(self._tries):
            socket = self._connected()
            socket.send_multipart(frames)
            if socket.poll(int(self._timeout * 1000)):
                return socket.recv_multipart()
            # A late answer to the old connection is of no use to the next request: hang up.
            self._hang_up()
        raise NobodyAnswered(f"no answer from {', '.join(self._endpoints)}")

    def close(self) -> None:
        self._hang_up()

    def _connected(self) -> zmq.Socket[bytes]:
        if self._socket is None:
            self._socket = secure(zmq.Context.instance().socket(zmq.DEALER), self._keys)
            self._socket.setsockopt(zmq.LINGER, 0)
            self._socket.connect(self._endpoints[self._turn % len(self._endpoints)])
        return self._socket

    def _hang_up(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket, self._turn = None, self._turn + 1

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncClient:
    """Sends any number of requests at once over one connection to each endpoint; replies find theirs by id.

    `timeout`, `tries`, `majordomo` and `keys` as for `Client`.
    """

    def __init__(
        self, *endpoints: str, timeout: float = 2.0, tries: int = 3, majordomo: str | None = None,
        keys: Keys | None = None,
    ) -> None:  # fmt: skip
        self._endpoints, self._keys = endpoints or ("tcp://127.0.0.1:5555",), keys
        self._timeout, self._tries, self._header = timeout, tries, HEADERS[majordomo]
        self._waiting: dict[str | None, asyncio.Future[list[bytes]]] = {}
        self._connections: dict[str, tuple[zmq.asyncio.Socket, asyncio.Task[None]]] = {}

    async def request(self, op: str, *, places: Any = None, **members: Any) -> dict[str, Any]:
        """Returns the result of `op`, like `Client.request`."""
        frames = [*self._header, *compose(op, places, members)]
        for turn in range(self._tries):
            try:
                return result_of(await self.exchange(frames, first=turn))
            except Problem as problem:
                if not is_elsewhere(problem):
                    raise
                refused = problem
                await asyncio.sleep((problem.retry_after_ms or 0) / 1000)
        raise refused

    async def exchange(self, frames: Frames, identifier: str | None = None, first: int = 0) -> list[bytes]:
        """Sends `frames` as they are until a reply comes, and returns its frames.

        `identifier` is the request's id; without it, it is read from the JSON frame.
        """
        key = identifier or json.loads(frames[len(self._header)])["id"]
        answer: asyncio.Future[list[bytes]] = asyncio.get_running_loop().create_future()
        self._waiting[key] = answer
        try:
            for turn in range(first, first + self._tries):
                await self._connected(self._endpoints[turn % len(self._endpoints)]).send_multipart(frames)
                done, _ = await asyncio.wait([answer], timeout=self._timeout)
                if done:
                    return answer.result()
        finally:
            del self._waiting[key]
        raise NobodyAnswered(f"no answer from {', '.join(self._endpoints)}")

    async def close(self) -> None:
        for socket, reader in self._connections.values():
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            socket.close()
        self._connections.clear()

    def _connected(self, endpoint: str) -> zmq.asyncio.Socket:
        if endpoint not in self._connections:
            socket = secure(zmq.asyncio.Context.instance().socket(zmq.DEALER), self._keys)
            socket.setsockopt(zmq.LINGER, 0)
            socket.connect(endpoint)
            self._connections[endpoint] = socket, asyncio.create_task(self._read(socket))
        return self._connections[endpoint][0]

    async def _read(self, socket: zmq.asyncio.Socket) -> None:
        while True:
            frames = await socket.recv_multipart()
            identifier = json.loads(frames[-1])["id"]
            if identifier is None and len(self._waiting) == 1:
                # The server could not read the id; it can only be that of the one request in flight.
                (identifier,) = self._waiting
            answer = self._waiting.get(identifier)
            if answer is not None and not answer.done():
                answer.set_result(frames)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@dataclass(frozen=True)
class Publication:
    """What a subscriber receives: the bytes of the reply that was published, and its place in the topic.

    `sequence` counts within a topic and an `epoch`; the broker begins a new epoch when it starts, so
    a number that is missing is a publication that did not arrive, and one that is not newer is a repeat.
    """

    topic: str
    body: bytes
    epoch: int
    sequence: int

    @property
    def reply(self) -> dict[str, Any]:
        """The reply as JSON."""
        reply: dict[str, Any] = json.loads(self.body)
        return reply

    @classmethod
    def of(cls, frames: Frames) -> Publication:
        topic, body, place = frames
        return cls(topic.decode(), body, *struct.unpack("<QQ", place))


def subscription(socket: Any, endpoint: str, topics: Sequence[str]) -> Any:
    for topic in topics or ("cam/",):
        socket.subscribe(topic)
    socket.connect(endpoint)
    return socket


class Subscriber:
    """Yields what is published under `topics` and everything below them (`cam/mall-7/` has `cam/mall-7/kiosk-3/`)."""

    def __init__(self, endpoint: str = "tcp://127.0.0.1:5557", *topics: str, keys: Keys | None = None) -> None:
        socket = secure(zmq.Context.instance().socket(zmq.SUB), keys)
        self._socket = subscription(socket, endpoint, topics)

    def receive(self, timeout: float | None = None) -> Publication | None:
        """Returns the next publication, or None if none came within `timeout` seconds."""
        ready = self._socket.poll(None if timeout is None else int(timeout * 1000))
        return Publication.of(self._socket.recv_multipart()) if ready else None

    def __iter__(self) -> Iterator[Publication]:
        while True:
            yield Publication.of(self._socket.recv_multipart())

    def close(self) -> None:
        self._socket.close(linger=0)

    def __enter__(self) -> Subscriber:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncSubscriber:
    """`Subscriber` for asyncio: `async for publication in subscriber`."""

    def __init__(self, endpoint: str = "tcp://127.0.0.1:5557", *topics: str, keys: Keys | None = None) -> None:
        socket = secure(zmq.asyncio.Context.instance().socket(zmq.SUB), keys)
        self._socket = subscription(socket, endpoint, topics)

    async def receive(self) -> Publication:
        """Returns the next publication."""
        return Publication.of(await self._socket.recv_multipart())

    async def __aiter__(self) -> AsyncIterator[Publication]:
        while True:
            yield await self.receive()

    def close(self) -> None:
        self._socket.close(linger=0)

    async def __aenter__(self) -> AsyncSubscriber:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
