"""`viewfence load` as a child of a test."""

import json
import tempfile

from harness import PATIENCE_MS, Process, Server, encode, fit


def begin_load(servers: list[Server], *arguments: str, request: dict | None = None) -> Process:
    """Starts a load of one request again and again, each under an id of its own."""
    with tempfile.NamedTemporaryFile("wb", suffix=".json", delete=False) as file:
        file.write(encode(request or fit("load")))
    where = [word for server in servers for word in ("--endpoint", server.requests)]
    return Process("load", "--json", *where, *arguments, file.name)


def figures(load: Process, patience_ms: int = 3_000_000) -> dict:
    """What a load says at its end; the caller judges it."""
    result = json.loads(load.line(patience_ms))
    load.wait(PATIENCE_MS / 1000)
    return result
