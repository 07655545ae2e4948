#!/usr/bin/env python3
"""The first stage: pushes a fit for each set of places in a file to viewfence, which publishes the cameras.

source.py FILE [INGEST] [NAME...]
"""

import json
import pathlib
import sys

import zmq


def fit(item):
    """Returns the request for a set of places, which are [longitude, latitude]."""
    name = item["name"]
    return {
        "v": 1, "id": name, "op": "fit", "viewport": item["viewport"], "insets": item["insets"],
        "content": {"pois": [{"latitude": latitude, "longitude": longitude} for longitude, latitude in item["places"]]},
        "publish": f"cam/pipeline/{name}/",
    }  # fmt: skip


def main(file, ingest="tcp://127.0.0.1:5558", *names):
    items = json.loads(pathlib.Path(file).read_text())
    # Leaving the blocks waits until all is sent; a stage that is slow slows this one down.
    with zmq.Context() as context, context.socket(zmq.PUSH) as push:
        push.sndhwm = 100
        push.connect(ingest)
        for item in items:
            if not names or item["name"] in names:
                push.send_json(fit(item))


if __name__ == "__main__":
    main(*sys.argv[1:])
