"""The job in Python: a REP of pyzmq, and the json module."""

import json
import math

import zmq


def mercator_y(latitude):
    return 0.5 - math.log(math.tan(math.pi / 4 + latitude * (math.pi / 360))) / (2 * math.pi)


def fit(request):
    places = request["content"]["pois"]
    latitudes = [place["latitude"] for place in places]
    longitudes = [place["longitude"] for place in places]
    west, east, south, north = min(longitudes), max(longitudes), min(latitudes), max(latitudes)
    if not (-90 <= south and north <= 90 and -180 <= west and east <= 180):
        raise ValueError("no place")
    width, height = request["viewport"]["width"] - 128, request["viewport"]["height"] - 128
    top, bottom, zoom = mercator_y(north), mercator_y(south), 21.0
    if east > west:
        zoom = min(zoom, math.log2(width / ((east - west) / 360 * 256)))
    if bottom > top:
        zoom = min(zoom, math.log2(height / ((bottom - top) * 256)))
    latitude = math.degrees(math.atan(math.sinh(math.pi * (1 - (top + bottom)))))
    target = {"latitude": latitude, "longitude": (west + east) / 2}
    camera = {"target": target, "zoom": zoom, "bearing": 0, "viewing_angle": 0}
    result = {"camera": camera, "fits": True, "adjusted": []}
    return {"v": 1, "id": request["id"], "ok": True, "result": result}


socket = zmq.Context().socket(zmq.REP)
socket.setsockopt(zmq.RCVHWM, 0)
socket.bind("tcp://127.0.0.1:*")
print(f"ready requests={socket.last_endpoint.decode()} version={zmq.pyzmq_version()}", flush=True)
while True:
    reply = fit(json.loads(socket.recv()))
    socket.send(json.dumps(reply, separators=(",", ":")).encode())
