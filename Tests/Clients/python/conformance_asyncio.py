"""Sends the lines of standard input with `viewfence.AsyncClient`, all at once; check.py says what a line holds."""

import asyncio
import json
import sys

import numpy
from viewfence import HEADERS, AsyncClient, AsyncSubscriber, NobodyAnswered, pack

FRAMINGS = {"plain": None, "mdp1": "0.1", "mdp2": "0.2"}


async def run(line):
    framing, _, endpoints, timeout, request, coordinates, cameras, topic = line.split("\t")
    frames = [*HEADERS[FRAMINGS[framing]], request.encode()]
    if coordinates != "-":
        places = numpy.array([float(value) for value in coordinates.split(",")]).reshape(-1, 2)
        frames.append(pack(places)[1])
    subscriber = AsyncSubscriber(cameras, topic) if topic != "-" else None
    identifier = json.JSONDecoder().raw_decode(request)[0]["id"]
    async with AsyncClient(*endpoints.split(","), timeout=int(timeout) / 1000) as client:
        try:
            lines = ["\t".join(frame.decode() for frame in await client.exchange(frames, identifier))]
        except NobodyAnswered:
            lines = ["nobody"]
    if subscriber is not None:
        async with subscriber:
            published = await asyncio.wait_for(subscriber.receive(), timeout=5)
        lines.append(f"{published.topic}\t{published.epoch}\t{published.sequence}\t{published.body.decode()}")
    return lines


async def main():
    lines = sys.stdin.buffer.read().decode().splitlines()
    for answers in await asyncio.gather(*map(run, lines)):
        print(*answers, sep="\n")


if __name__ == "__main__":
    asyncio.run(main())
