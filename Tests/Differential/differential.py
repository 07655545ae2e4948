#!/usr/bin/env python3
"""Holds three judges against each other: viewfence, the shipped schema with its rules, strict JSON.

    Tests/Differential/differential.py VIEWFENCE [--count N] [--seed N]

Documents are right requests and mutations of them, in values and in bytes, and the public JSON
suite, where it lies beside the project, as values of a client's own. Each is judged by
`viewfence validate` and by `contract.judge`; a difference is a fault in one of them and ends with
exit 1. The seed is printed, so that a failure can be had again.
"""

import argparse
import copy
import json
import random
import subprocess
import sys

import contract
from contract import ROOT

SUITE = ROOT.parent / "shared" / "json-test-suite" / "test_parsing"

FENCES = ROOT / "config" / "fences"

VIEW = {"width": 390, "height": 844}
CAMERA = {"target": {"latitude": 1.3, "longitude": 103.9}, "zoom": 15}
BOX = {"south": -19, "west": 177, "north": -16, "east": -179}
RING = [[0, 0], [10, 0], [10, 10, 5], [0, 0]]


def request(op, **members):
    camera = {} if op in ("fit", "info") else {"camera": CAMERA}
    view = {} if op == "info" else {"viewport": VIEW}
    return {"v": 1, "id": "r-1", "op": op, **view, **camera, **members}


SEEDS = [
    request("fit", content={"pois": [{"latitude": 1, "longitude": 2, "footprint": {"top": 4}}]}),
    request("fit", content={"bounds": BOX}, insets=5, bearing="best", goal="greatest_zoom"),
    request(
        "fit",
        content={"bounds": [BOX], "circles": [{"latitude": 0, "longitude": 0, "radius_m": 50}]},
        insets={"top": 1, "left": 2},
        goal="fixed_target",
        target={"latitude": 99, "longitude": 0},
        camera=CAMERA,
    ),
    request(
        "fit",
        content={
            "geometry": {
                "type": "FeatureCollection",
                "features": [
                    {"type": "Feature", "geometry": {"type": "Polygon", "coordinates": [RING]}},
                    {
                        "type": "Feature",
                        "geometry": {
                            "type": "GeometryCollection",
                            "geometries": [
                                {"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]},
                                {"type": "LineString", "coordinates": [[1, 2], [3, 4]]},
                            ],
                        },
                    },
                ],
            }
        },
    ),
    request("clamp", limits={"fence": {"bounds": BOX}, "fence_mode": "viewport", "min_zoom": 3}),
    request(
        "clamp",
        limits={
            "fence": {"geometry": {"type": "MultiPolygon", "coordinates": [[RING]]}},
            "viewing_angle_caps": [[10, 30], [14, 45]],
            "zoom_step": 0.5,
            "keep_zoom": False,
        },
        publish="cam/a/",
        deadline_ms=900,
    ),
    request(
        "update",
        updates=[
            {"type": "zoom_by", "amount": 1, "point": {"x": 1, "y": 2}},
            {"type": "set_target", "target": {"latitude": 1, "longitude": 2}, "zoom": 3},
            {"type": "fit_bounds", "bounds": BOX, "insets": 3, "viewing_angle": 4},
            {"type": "scroll_by", "x": 1, "y": 1},
            {"type": "zoom_in"},
        ],
    ),
    request("animate", to=CAMERA, curve="fly", easing="ease_in", frames=9, rho=1),
    request(
        "animate", updates=[{"type": "set_bearing", "bearing": 9}], frames_per_second=30,
        duration_ms=400,
    ),
    request("project", coordinates=[{"latitude": 1, "longitude": 2}]),
    request("unproject", points=[{"x": 1, "y": 2}]),
    request("visible_region"),
    request("clamp", limits={"fence": "fiji", "max_zoom": 6}),
    request("info", x_own={"pois": [1, {"a": None}]}),
    {
        "v": 1, "id": "b", "op": "visible_region", "viewport": VIEW, "camera": CAMERA,
        "batch": [
            {"id": "a"},
            {"op": "fit", "content": {"pois": [{"latitude": 1, "longitude": 2}]}, "insets": 4},
            {"op": "unproject", "points": []},
        ],
    },
]

VALUES = [
    None, True, False, 0, 1, -1, 2, 1.5, 90, 90.5, -90, 360, 1e7, 1e308, 16384, 16385, 30, 31, "", "fit",
    "best", "cam/", "x", [], {}, [1, 2], [[1, 2]], {"type": "Point", "coordinates": [1, 2]}, BOX,
    {"latitude": 1, "longitude": 2}, CAMERA, "target", 1e-5, 123456789012345678901234567890,
]  # fmt: skip
NAMES = ["x_a", "x_", "insets", "inset", "pois", "bounds", "type", "zoom", "latitude", "a/b~c", "é"]


def places(value, way=()):
    """The way to every value inside of one."""
    yield way
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], way + (key,))


def mutated_value(rng, value):
    value = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        way = rng.choice(list(places(value)))
        if not way:
            continue
        holder = value
        for key in way[:-1]:
            holder = holder[key]
        last = way[-1]
        match rng.randrange(5):
            case 0:
                del holder[last]
            case 1 | 2:
                holder[last] = copy.deepcopy(rng.choice(VALUES))
            case 3 if isinstance(holder, dict):
                holder[rng.choice(NAMES)] = copy.deepcopy(rng.choice([*VALUES, holder[last]]))
            case _ if isinstance(holder, list):
                holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[last]))
    return value


def mutated_bytes(rng, text: bytes) -> bytes:
    text = bytearray(text)
    for _ in range(rng.choice((1, 1, 2))):
        place = rng.randrange(len(text))
        match rng.randrange(4):
            case 0:
                del text[place]
            case 1:
                text[place] = rng.choice(b'{}[]:,"\\0123456789.eE+-ntfu \x00\x1f\x80\xc3\xff')
            case 2:
                text.insert(place, rng.choice(b'{}[]:,"\\019.eE+- \xe2'))
            case _:
                end = min(len(text), place + rng.randrange(1, 9))
                text[place:place] = text[place:end]
    return bytes(text)


def documents(rng, count):
    for seed in SEEDS:
        yield json.dumps(seed).encode()
    if SUITE.is_dir():
        for file in sorted(SUITE.glob("*.json")):
            yield b'{"v":1,"id":"a","op":"info","x_value":' + file.read_bytes() + b"}"
    for _ in range(count):
        text = json.dumps(mutated_value(rng, rng.choice(SEEDS)), ensure_ascii=rng.random() < 0.5)
        text = text.encode()
        yield mutated_bytes(rng, text) if rng.random() < 0.3 else text


def judged_by_viewfence(program, documents):
    """Whether each is right; every document is a line on standard input."""
    result = subprocess.run(
        [program, "validate", "--fences", str(FENCES)], input=b"".join(d + b"\n" for d in documents),
        stdout=subprocess.PIPE, check=False,
    )
    reasons = {}
    for line in result.stdout.decode().splitlines():
        name, _, reason = line.partition(": ")
        if name.startswith("document "):
            reasons.setdefault(int(name.removeprefix("document ")), reason)
    assert len(reasons) == len(documents), (len(reasons), len(documents), result.returncode)
    return [reasons[index + 1] for index in range(len(documents))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("viewfence")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=20260101)
    arguments = parser.parse_args()

    rng = random.Random(arguments.seed)
    # A line is a document: those with line ends in them are for other tests.
    judged = [d for d in documents(rng, arguments.count) if b"\n" not in d and b"\r" not in d and d]
    fences = [json.loads(path.read_text()) for path in sorted(FENCES.glob("*.geojson"))]
    differences = 0
    right = 0
    for document, ours in zip(judged, judged_by_viewfence(arguments.viewfence, judged)):
        theirs = contract.judge(document, fences)
        right += theirs is None
        if (ours == "ok") != (theirs is None):
            differences += 1
            print(f"viewfence: {ours}\ncontract: {theirs or 'ok'}\n{document[:2000]!r}\n")
    print(
        f"{len(judged)} documents, {right} right, {differences} differences, "
        f"seed {arguments.seed}"
    )
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
