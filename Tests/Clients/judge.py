"""Compares what a client printed with what conformance.json expects.

A client prints one line a step, the frames of the reply joined by tabs, or `nobody`; after a step
with a topic a second line: topic, epoch, sequence and JSON of the publication.
"""

import json

HEADERS = {"plain": [], "mdp1": ["", "MDPC01", "viewfence.v1"], "mdp2": ["MDPC02", "\x03", "viewfence.v1"]}
UNITS = {
    "zoom": "zoom", "latitude": "degrees", "longitude": "degrees", "bearing": "degrees", "viewing_angle": "degrees",
    "x": "points", "y": "points", "meters_per_point": "ratio",
}  # fmt: skip


def differences(expected, actual, tolerance, path=""):
    """Yields a line for each place where `actual` lacks or contradicts what `expected` says; more is allowed."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            if name not in actual:
                yield f"{path}/{name} is missing"
            else:
                yield from differences(value, actual[name], tolerance, f"{path}/{name}")
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, pair in enumerate(zip(expected, actual, strict=True)):
            yield from differences(*pair, tolerance, f"{path}/{index}")
    elif is_number(expected) and is_number(actual):
        name = path.rpartition("/")[2]
        unit = UNITS.get(name)
        difference = abs(expected - actual)
        if name in ("longitude", "bearing"):
            difference = min(difference % 360, -difference % 360)
        if unit == "ratio":
            difference /= abs(expected)
        # Written so that NaN fails.
        if not difference <= tolerance.get(unit, 0):
            yield f"{path} is {actual}, expected {expected}"
    elif type(expected) is not type(actual) or expected != actual:
        yield f"{path} is {json.dumps(actual)[:120]}, expected {json.dumps(expected)[:120]}"


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def faults_of_reply(text, expect):
    try:
        reply = json.loads(text)
    except ValueError:
        return [f"the reply is not JSON: {text[:120]!r}"]
    shape = {"v": 1, "ok": "result" in expect}
    content = {name: expect[name] for name in ("id", "result", "error") if name in expect}
    return list(differences({**shape, **content}, reply, expect.get("tolerance", {})))


def faults(steps, language, output):
    """Returns a line for each fault in `output`, what the client for `language` printed for `steps`."""
    lines = output.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    found = []
    for step in steps:
        said = lambda fault: found.append(f"{step['name']}: {fault}")  # noqa: B023, E731
        if not lines:
            said("nothing was printed for it")
            break
        reply = lines.pop(0)
        if "silence" in step["expect"]:
            if reply != "nobody":
                said(f"a reply where nobody answers: {reply[:120]!r}")
            continue
        *header, body = reply.split("\t")
        if header != HEADERS[step["framing"]]:
            said(f"the frames before the reply are {header}")
        for fault in faults_of_reply(body, step["expect"]):
            said(fault)
        if "topic" in step:
            topic, epoch, sequence, published = ((lines.pop(0) if lines else "").split("\t") + [""] * 4)[:4]
            if topic != step["topic"].replace("{language}", language):
                said(f"published under {topic!r}")
            # Microseconds between 2020 and 2100: a wrong byte order or width is far outside.
            if not (epoch.isdecimal() and 1.577e15 < int(epoch) < 4.1e15):
                said(f"the epoch is {epoch!r}")
            if not (sequence.isdecimal() and 0 < int(sequence) < 1000):
                said(f"the sequence is {sequence!r}")
            if published != body:
                said("the publication is not the reply")
    if lines and not found:
        found.append(f"{len(lines)} lines too many, the first: {lines[0][:120]!r}")
    return found
