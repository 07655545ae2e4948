"""Sends the lines of standard input with `viewfence.Client`; check.py says what a line holds."""

import json
import sys

from viewfence import HEADERS, Client, NobodyAnswered, Subscriber, pack

FRAMINGS = {"plain": None, "mdp1": "0.1", "mdp2": "0.2"}


def main():
    # The numbers go through Python's own JSON, so that what it reads and writes is tested too.
    for line in sys.stdin.buffer.read().decode().splitlines():
        framing, form, endpoints, timeout, request, coordinates, cameras, topic = line.split("\t")
        body = json.dumps(json.loads(request)) if form == "json" else request
        frames = [*HEADERS[FRAMINGS[framing]], body.encode()]
        if coordinates != "-":
            values = iter(map(float, coordinates.split(",")))
            frames.append(pack(list(zip(values, values, strict=True)))[1])
        subscriber = Subscriber(cameras, topic) if topic != "-" else None
        with Client(*endpoints.split(","), timeout=int(timeout) / 1000) as client:
            try:
                *header, reply = client.exchange(frames)
                print(*(frame.decode() for frame in header), json.dumps(json.loads(reply)), sep="\t")
            except NobodyAnswered:
                print("nobody")
        if subscriber is not None:
            published = subscriber.receive(timeout=5)
            body = json.dumps(published.reply)
            print(published.topic, published.epoch, published.sequence, body, sep="\t")
            subscriber.close()


if __name__ == "__main__":
    main()
