"""`viewfence load` as a child of a test."""

import json
import os

from harness import PATIENCE_MS, Process, Server, encode, fit


def begin_load(servers: list[Server], *arguments: str, request: dict | None = None) -> Process:
    """Starts a load of one request again and again, each under an id of its own."""
    where = [word for server in servers for word in ("--endpoint", server.requests)]
    end, beginning = os.pipe()
    os.write(beginning, encode(request or fit("load")))
    os.close(beginning)
    try:
        return Process("load", "--json", *where, *arguments, "/dev/stdin", stdin=end)
    finally:
        os.close(end)


def figures(load: Process, patience_ms: int = 3_000_000) -> dict:
    """What a load says at its end; the caller judges it."""
    result = json.loads(load.line(patience_ms))
    load.wait(PATIENCE_MS / 1000)
    return result
