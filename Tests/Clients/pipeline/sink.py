#!/usr/bin/env python3
"""The last stage: writes each published camera as one line of JSON that maps can take as it is.

sink.py FILE [CAMERAS [COUNT]]    FILE as for source.py; ends after COUNT lines
"""

import json
import pathlib
import sys

import mapready
import zmq


def line_of(topic, reply, viewports):
    """Returns what is written for a publication: the camera in each library's words, or the refusal."""
    name = topic.rstrip("/").rpartition("/")[2]
    if not reply["ok"]:
        return {"name": name, "error": reply["error"]}
    camera, viewport = reply["result"]["camera"], viewports[name]
    return {
        "name": name,
        "maplibre": mapready.maplibre_jump_to(camera),
        "google": mapready.gms_camera_position(camera),
        "google_static": mapready.google_static_map(camera, viewport),
        "mapbox_static": mapready.mapbox_static_image(camera, viewport),
    }


def main(file, cameras="tcp://127.0.0.1:5557", count=0):
    viewports = {item["name"]: item["viewport"] for item in json.loads(pathlib.Path(file).read_text())}
    left = int(count)
    with zmq.Context() as context, context.socket(zmq.SUB) as subscriber:
        subscriber.linger = 0
        # Refusals first: once a camera has come, both subscriptions are in force.
        subscriber.subscribe("errors/cam/pipeline/")
        subscriber.subscribe("cam/pipeline/")
        subscriber.connect(cameras)
        seen = {}
        while True:
            topic, reply, place = subscriber.recv_multipart()
            # A last value that was kept for late subscribers may come again: epoch and sequence tell.
            newer = tuple(int.from_bytes(place[i : i + 8], "little") for i in (0, 8))
            if newer <= seen.get(topic, (0, 0)):
                continue
            seen[topic] = newer
            print(json.dumps(line_of(topic.decode(), json.loads(reply), viewports)), flush=True)
            left -= 1
            if left == 0:
                return


if __name__ == "__main__":
    main(*sys.argv[1:])
