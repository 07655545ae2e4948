#!/usr/bin/env python3
"""viewfence from Python with nothing but pyzmq: copy what you need.

client.py [REQUESTS [CAMERAS]]    (viewfence.py beside this file is the whole client)
"""

import json
import struct
import sys

import zmq

context = zmq.Context.instance()


def request(endpoints, frames, timeout_ms=2000, tries=3):
    """Returns the reply. Without one in time the same frames, and so the same id, go to the next endpoint."""
    for turn in range(tries):
        with context.socket(zmq.DEALER) as socket:
            socket.linger = 0
            socket.connect(endpoints[turn % len(endpoints)])
            socket.send_multipart(frames)
            if socket.poll(timeout_ms):
                return json.loads(socket.recv_multipart()[-1])
    raise TimeoutError("nobody answered")


def main(requests="tcp://127.0.0.1:5555", cameras="tcp://127.0.0.1:5557"):
    subscriber = context.socket(zmq.SUB)
    subscriber.subscribe("cam/pitt-street-mall/")
    subscriber.connect(cameras)

    fit = {
        "v": 1, "id": "r-1", "op": "fit", "viewport": {"width": 390, "height": 844},
        "content": {"pois": [{"latitude": -33.8703, "longitude": 151.2089},
                             {"latitude": -33.8688, "longitude": 151.2070}]},
        "insets": {"top": 120, "bottom": 300, "left": 16, "right": 16},
        "limits": {"fence": "pitt-street-mall"}, "publish": "cam/pitt-street-mall/kiosk-3/",
    }  # fmt: skip
    print(json.dumps(request([requests], [json.dumps(fit).encode()])))

    # The same places as a packed frame: little-endian doubles, longitude first.
    places = struct.pack("<4d", 151.2089, -33.8703, 151.2070, -33.8688)
    packed = {**fit, "id": "r-2", "content": {"coordinates": {"frame": 1, "encoding": "f64le", "dims": 2, "count": 2}}}
    print(json.dumps(request([requests], [json.dumps(packed).encode(), places])))

    topic, reply, place = subscriber.recv_multipart()
    epoch, sequence = struct.unpack("<QQ", place)
    print(topic.decode(), epoch, sequence, reply.decode(), sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
