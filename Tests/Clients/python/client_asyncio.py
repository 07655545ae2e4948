#!/usr/bin/env python3
"""viewfence from asyncio with nothing but pyzmq: copy what you need.

client_asyncio.py [REQUESTS [CAMERAS]]    (AsyncClient in viewfence.py sends many at once over one connection)
"""

import asyncio
import json
import struct
import sys

import zmq
import zmq.asyncio

context = zmq.asyncio.Context.instance()


async def request(endpoints, frames, timeout=2.0, tries=3):
    """Returns the reply. Without one in time the same frames, and so the same id, go to the next endpoint."""
    for turn in range(tries):
        with context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.connect(endpoints[turn % len(endpoints)])
            await socket.send_multipart(frames)
            if await socket.poll(timeout * 1000):
                return json.loads((await socket.recv_multipart())[-1])
    raise TimeoutError("nobody answered")


async def publications(endpoint, topic):
    """Yields topic, epoch, sequence and reply of each publication under `topic`."""
    with context.socket(zmq.SUB) as socket:
        socket.subscribe(topic)
        socket.connect(endpoint)
        while True:
            topic, reply, place = await socket.recv_multipart()
            yield topic.decode(), *struct.unpack("<QQ", place), json.loads(reply)


async def main(requests="tcp://127.0.0.1:5555", cameras="tcp://127.0.0.1:5557"):
    published = asyncio.create_task(anext(publications(cameras, "cam/pitt-street-mall/")))

    fit = {
        "v": 1, "id": "r-1", "op": "fit", "viewport": {"width": 390, "height": 844},
        "content": {"pois": [{"latitude": -33.8703, "longitude": 151.2089},
                             {"latitude": -33.8688, "longitude": 151.2070}]},
        "insets": {"top": 120, "bottom": 300, "left": 16, "right": 16},
        "limits": {"fence": "pitt-street-mall"}, "publish": "cam/pitt-street-mall/kiosk-3/",
    }  # fmt: skip
    # The same places as a packed frame: little-endian doubles, longitude first.
    places = struct.pack("<4d", 151.2089, -33.8703, 151.2070, -33.8688)
    packed = {**fit, "id": "r-2", "content": {"coordinates": {"frame": 1, "encoding": "f64le", "dims": 2, "count": 2}}}

    replies = await asyncio.gather(
        request([requests], [json.dumps(fit).encode()]),
        request([requests], [json.dumps(packed).encode(), places]),
    )
    for reply in replies:
        print(json.dumps(reply))
    *place, reply = await published
    print(*place, json.dumps(reply), sep="\t")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
