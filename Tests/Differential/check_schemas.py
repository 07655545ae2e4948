#!/usr/bin/env python3
"""Checks the files in config/schema: by the metaschema, against examples, and against faults.

    Tests/Differential/check_schemas.py

Needs no viewfence. One line a failure; exit 1 if there is one.
"""

import copy
import json
import sys

import jsonschema

import contract
from contract import ROOT, Refused

failures = []


def expect(holds, text):
    if not holds:
        failures.append(text)


def refusal(value, name="request"):
    """Why a value is refused; None if it is not."""
    return contract.judge(json.dumps(value).encode(), fences=fences()) if name == "request" else (
        next((e.message for e in contract.validator(name).iter_errors(value)), None)
    )


def fences():
    return [json.loads(p.read_text()) for p in sorted((ROOT / "config/fences").glob("*.geojson"))]


def with_member(value, path, member):
    """A copy of `value` whose member at `path` is another; `...` removes it."""
    value = copy.deepcopy(value)
    *way, last = path.split("/")
    inner = value
    for step in way:
        inner = inner[int(step) if isinstance(inner, list) else step]
    if isinstance(inner, list):
        last = int(last)
    if member is ...:
        del inner[last]
    else:
        inner[last] = member
    return value


# MARK: Requests

VIEW = {"width": 390, "height": 844}
CAMERA = {"target": {"latitude": 1.3, "longitude": 103.9}, "zoom": 15}
BOX = {"south": -19, "west": 177, "north": -16, "east": -179}
RING = [[0, 0], [10, 0], [10, 10], [0, 0]]
FIT = {
    "v": 1, "id": "r-1", "op": "fit", "viewport": VIEW,
    "content": {"pois": [{"latitude": -33.87, "longitude": 151.2}]},
}  # fmt: skip
CLAMP = {"v": 1, "id": "c", "op": "clamp", "viewport": VIEW, "camera": CAMERA}
UPDATE = CLAMP | {"op": "update", "updates": [{"type": "zoom_in"}]}
ANIMATE = CLAMP | {"op": "animate", "to": CAMERA}
PROJECT = CLAMP | {"op": "project", "coordinates": [{"latitude": 1, "longitude": 2}]}
UNPROJECT = CLAMP | {"op": "unproject", "points": [{"x": 1, "y": -1e7}]}
REGION = CLAMP | {"op": "visible_region"}
INFO = {"v": 1, "id": "i", "op": "info"}
BATCH = {
    "v": 1, "id": "b", "viewport": VIEW, "op": "fit", "deadline_ms": 100,
    "batch": [{"content": FIT["content"]}, {"op": "clamp", "camera": CAMERA, "id": "own"}],
}  # fmt: skip


def updated(update):
    return UPDATE | {"updates": [update]}


def shape(kind, coordinates, **more):
    return with_member(FIT, "content", {"geometry": {"type": kind, "coordinates": coordinates, **more}})


RIGHT = [
    FIT, CLAMP, UPDATE, ANIMATE, PROJECT, UNPROJECT, REGION, INFO, BATCH,
    FIT | {"x_mine": {"any": [None]}}, with_member(FIT, "content/pois/0/x_name", "Sydney"),
    FIT | {"bearing": "best", "goal": "greatest_zoom", "viewing_angle": 90, "camera": CAMERA},
    FIT | {"goal": "fixed_target", "target": {"latitude": 100, "longitude": 1200}},
    FIT | {"insets": 0}, FIT | {"insets": {"top": 16384}}, FIT | {"insets": {}},
    FIT | {"traceparent": "nonsense"}, FIT | {"deadline_ms": 60000, "publish": "cam/a/"},
    with_member(FIT, "content", {"bounds": BOX}), with_member(FIT, "content", {"bounds": [BOX, BOX]}),
    with_member(FIT, "content", {"circles": [{"latitude": 0, "longitude": 540, "radius_m": 5e6}]}),
    with_member(FIT, "content/pois/0/footprint", {"top": 40}),
    with_member(FIT, "content/pois", FIT["content"]["pois"] * 2000),
    shape("Point", [151.2, -33.8, 40]), shape("MultiPoint", [[0, 0]], bbox=[0, 0, 1, 1], any=None),
    shape("LineString", [[0, 0], [1, 1]]), shape("MultiLineString", [[[0, 0], [1, 1]]]),
    shape("Polygon", [RING, RING]), shape("MultiPolygon", [[RING], []]),
    with_member(FIT, "content", {"geometry": {
        "type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": None, "geometry": None},
            {"type": "Feature", "geometry": {"type": "GeometryCollection", "geometries": [
                None, {"type": "Point", "coordinates": []}, {"type": "Point", "coordinates": [0, 90]}]}},
        ]}}),
    CLAMP | {"camera": CAMERA | {"zoom": -1e300, "bearing": 1e300, "viewing_angle": 90}},
    CLAMP | {"viewport": VIEW | {"padding": {"left": 320}, "field_of_view": 5}},
    CLAMP | {"viewport": {"width": 5e-324, "height": 16384}},
    CLAMP | {"limits": {"fence": "fiji", "min_zoom": 5, "fence_mode": "viewport", "keep_zoom": False}},
    CLAMP | {"limits": {"fence": {"bounds": BOX}, "zoom_step": 5}},
    CLAMP | {"limits": {"zoom_step": 5e-324, "viewing_angle_caps": [[zoom, 0] for zoom in range(64)]}},
    CLAMP | {"limits": {"fence": {"geometry": {"type": "Polygon", "coordinates": [RING]}}}},
    CLAMP | {"limits": {"viewing_angle_caps": [[10, 30], [14, 45], [15.5, 67.5]]}},
    updated({"type": "zoom_by", "amount": -1.5, "point": {"x": 0, "y": 0}}),
    updated({"type": "set_target", "target": CAMERA["target"], "zoom": 40}),
    updated({"type": "set_camera", "camera": CAMERA}), updated({"type": "scroll_by", "x": 0, "y": 1}),
    updated({"type": "fit_bounds", "bounds": BOX, "insets": 0, "bearing": 10, "viewing_angle": 20}),
    ANIMATE | {"curve": "fly", "easing": "default", "rho": 0.1, "min_zoom_on_path": 3, "frames": 3600},
    ANIMATE | {"duration_ms": 0.1e1, "frames_per_second": 240},
    {"v": 1, "id": "b", "op": "info", "batch": [{}, {"x_": 0}]},
    {"v": 1, "id": "b", "viewport": VIEW, "camera": CAMERA, "op": "animate", "to": CAMERA,
     "batch": [{"updates": [{"type": "zoom_in"}]}]},
    {"v": 1, "id": "b", "camera": CAMERA, "viewport": VIEW, "insets": 3, "target": CAMERA["target"],
     "batch": [{"op": "fit", "content": FIT["content"]}, {"op": "visible_region"}]},
]  # fmt: skip

WRONG = [
    None, 42, [], {}, {"v": 1, "id": "r"}, FIT | {"v": 2}, FIT | {"v": "1"}, FIT | {"v": True},
    FIT | {"id": ""}, FIT | {"id": "x" * 129}, FIT | {"id": "é" * 65}, FIT | {"id": 7},
    FIT | {"op": "levitate"}, FIT | {"op": None}, FIT | {"insetz": 3}, FIT | {"points": []},
    CLAMP | {"insets": 3}, CLAMP | {"bearing": 3}, INFO | {"content": FIT["content"]},
    with_member(FIT, "viewport", ...), with_member(FIT, "content", ...), with_member(CLAMP, "camera", ...),
    with_member(FIT, "viewport/width", 0), with_member(FIT, "viewport/width", -0.0),
    with_member(FIT, "viewport/width", 16385), with_member(FIT, "viewport/width", "100%"),
    with_member(FIT, "viewport/width", True), with_member(FIT, "viewport/depth", 1),
    FIT | {"viewport": None}, FIT | {"insets": -1}, FIT | {"insets": {"top": 16385}},
    FIT | {"insets": {"topp": 1}}, FIT | {"insets": [1, 2, 3, 4]}, FIT | {"bearing": "worst"},
    FIT | {"viewing_angle": 90.1}, FIT | {"goal": "fixed_target"}, FIT | {"target": CAMERA["target"]},
    FIT | {"deadline_ms": 0}, FIT | {"deadline_ms": 1.5}, FIT | {"deadline_ms": 60001},
    FIT | {"publish": "cam/a"}, FIT | {"publish": "/"}, FIT | {"publish": "cam/a/\n"},
    FIT | {"publish": "errors/cam/"}, FIT | {"publish": "other/"}, FIT | {"publish": "cam/" + "é" * 126 + "/"},
    with_member(FIT, "content", {}), with_member(FIT, "content", {"pois": []}),
    with_member(FIT, "content", {"x_pois": [1]}), with_member(FIT, "content/pois", None),
    with_member(FIT, "content/pois/0", None), with_member(FIT, "content/pois/0/latitude", None),
    with_member(FIT, "content/pois/0/latitude", 90.001), with_member(FIT, "content/pois/0/longitude", "11.5"),
    with_member(FIT, "content/pois/0/name", "Sydney"), with_member(FIT, "content/pois/0/footprint", 3),
    with_member(FIT, "content", {"bounds": [177, -19, 181, -16]}),
    with_member(FIT, "content", {"bounds": BOX | {"south": -15}}),
    with_member(FIT, "content", {"circles": [{"latitude": 0, "longitude": 0}]}),
    with_member(FIT, "content", {"circles": [{"latitude": 0, "longitude": 0, "radius_m": 5000001}]}),
    with_member(FIT, "content", {"coordinates": {"frame": 1, "encoding": "f64le", "dims": 2, "count": 1}}),
    with_member(FIT, "content", {"coordinates": {"frame": 16, "encoding": "f64le", "dims": 2, "count": 1}}),
    shape("Point", [151.2]), shape("Point", [1, 2, 3, 4]), shape("Point", [-33.8, 151.2]), shape("Point", []),
    shape("LineString", [[0, 0]]), shape("Polygon", [RING[:3]]), shape("Polygon", [RING[:3] + [[1, 1]]]),
    shape("Circle", [0, 0]), shape("MultiPolygon", [[]]),
    with_member(FIT, "content", {"geometry": {"type": "GeometryCollection", "geometries": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}}]}}),
    with_member(FIT, "content", {"geometry": {"type": "FeatureCollection", "features": [None]}}),
    CLAMP | {"limits": {"min_zoom": 3, "max_zoom": 2}}, CLAMP | {"limits": {"max_zoom": 1}},
    CLAMP | {"limits": {"max_zoom": 31}}, CLAMP | {"limits": {"zoom_step": 0}},
    CLAMP | {"limits": {"zoom_step": 5.000001}},
    CLAMP | {"limits": {"fence": "atlantis"}}, CLAMP | {"limits": {"fence": {}}},
    CLAMP | {"limits": {"fence": {"bounds": BOX, "geometry": {"type": "Polygon", "coordinates": [RING]}}}},
    CLAMP | {"limits": {"fence": {"geometry": {"type": "Polygon", "coordinates": []}}}},
    CLAMP | {"limits": {"fence": {"geometry": {"type": "LineString", "coordinates": RING}}}},
    CLAMP | {"limits": {"viewing_angle_caps": []}}, CLAMP | {"limits": {"viewing_angle_caps": [[10, 85]]}},
    CLAMP | {"limits": {"viewing_angle_caps": [[10, 30], [10, 45]]}},
    CLAMP | {"limits": {"viewing_angle_caps": [[zoom, 0] for zoom in range(65)]}},
    CLAMP | {"limits": {"viewing_angle_caps": [[10, 30], [12, 29]]}},
    with_member(CLAMP, "camera/zoom", ...), with_member(CLAMP, "camera/tilt", 3),
    UPDATE | {"updates": []}, UPDATE | {"updates": [{"type": "zoom_in"}] * 1025},
    updated({"type": "zoom_in", "amount": 1}), updated({"type": "zoom_to"}), updated({"zoom": 3}),
    updated({"type": "set_target", "target": {"latitude": 1}}), updated({"type": "scroll_by", "x": 1e8, "y": 0}),
    updated({"type": "fit_bounds", "bounds": [BOX]}), updated({"type": "fit_bounds", "bounds": BOX, "bearing": "best"}),
    with_member(ANIMATE, "to", ...), ANIMATE | {"updates": [{"type": "zoom_in"}]},
    ANIMATE | {"frames": 1}, ANIMATE | {"frames": 3601}, ANIMATE | {"duration_ms": 0},
    ANIMATE | {"frames": 2, "frames_per_second": 2}, ANIMATE | {"rho": 0}, ANIMATE | {"curve": "straight"},
    PROJECT | {"coordinates": [[1, 2]]}, PROJECT | {"coordinates": [{"latitude": 91, "longitude": 0}]},
    UNPROJECT | {"points": [{"x": 1}]}, UNPROJECT | {"points": [{"x": 1, "y": 1.1e7}]},
    BATCH | {"batch": []}, BATCH | {"batch": [{}] * 1025}, BATCH | {"batch": {}}, BATCH | {"batch": [None]},
    with_member(BATCH, "batch/0/v", 1), with_member(BATCH, "batch/0/publish", "cam/a/"),
    with_member(BATCH, "batch/0/deadline_ms", 5), with_member(BATCH, "batch/0/batch", [{}]),
    with_member(BATCH, "op", ...), with_member(BATCH, "viewport", ...), with_member(BATCH, "batch/0/content", ...),
    with_member(BATCH, "batch/1/camera", ...), with_member(BATCH, "batch/1/insets", 3),
    with_member(BATCH, "batch/0/points", []), with_member(BATCH, "v", ...), with_member(BATCH, "id", ...),
    with_member(BATCH, "batch/0/target", CAMERA["target"]), with_member(BATCH, "batch/1/id", "é" * 65),
]  # fmt: skip


def check_requests():
    for request in RIGHT:
        expect(refusal(request) is None, f"refused: {json.dumps(request)[:300]}: {refusal(request)}")
    for request in WRONG:
        expect(refusal(request), f"not refused: {json.dumps(request)[:300]}")
    for path in sorted((ROOT / "config/examples").glob("*.json")):
        why = contract.judge(path.read_bytes(), fences=fences())
        expect(why is None, f"{path.name}: {why}")


# MARK: The other schemas


def check_metaschema():
    for name in contract.NAMES:
        jsonschema.Draft202012Validator.check_schema(contract.schema(name))


def check_files():
    for path in sorted((ROOT / "config/fences").glob("*.geojson")):
        why = refusal(json.loads(path.read_text()), "fence")
        expect(why is None, f"{path.name}: {why}")
    fence = {
        "type": "Feature",
        "properties": {"name": "fiji"},
        "geometry": {"type": "Polygon", "coordinates": [RING]},
    }
    expect(refusal(fence, "fence") is None, "a fence is refused")
    box = fence | {"geometry": None, "bbox": [177, -19, -179, -16]}
    expect(refusal(box, "fence") is None, "a fence that is a box is refused")
    for path, member in [
        ("properties/name", ...), ("properties/mode", "target"), ("properties/max_zoom", 31),
        ("properties/fence_mode", "inside"), ("geometry", None), ("geometry/type", "LineString"),
        ("type", "FeatureCollection"), ("colour", "red"), ("geometry/coordinates", []),
    ]:  # fmt: skip
        expect(refusal(with_member(fence, path, member), "fence"), f"a fence with {path}: {member}")


def check_configuration():
    """The file with every key at its default is right, and the schema names the same defaults."""
    path = ROOT / "config/viewfence.json"
    defaults = json.loads(path.read_text())
    keys = contract.schema("configuration")["properties"]
    expect({key: value["default"] for key, value in keys.items()} == defaults, "other defaults")
    expect(refusal(defaults, "configuration") is None, f"{path.name} is refused")
    expect(refusal({}, "configuration") is None, "an empty configuration is refused")
    for key, value in [
        ("heartbeat", 1000), ("heartbeat_ms", "1s"), ("heartbeat_ms", 0), ("threads", 1.5),
        ("requests", "127.0.0.1:5555"), ("requests", "tcp://"), ("cameras", None), ("log", "loud"),
        ("publish_prefixes", "cam/"), ("publish_prefixes", ["cam"]), ("publish_prefixes", ["errors/"]),
        ("publish_prefixes", ["/"]), ("publish_prefixes", ["cam/mall/"]), ("max_json_bytes", 1023),
    ]:  # fmt: skip
        expect(refusal({key: value}, "configuration"), f"not refused: {key}: {value}")


MOVED = {
    "v": 1, "id": "r-1", "ok": True,
    "result": {
        "camera": {"target": {"latitude": 85, "longitude": -180}, "zoom": 0, "bearing": 0, "viewing_angle": 0},
        "adjusted": ["zoom.min", "latitude"],
    },
}  # fmt: skip
FITTED = with_member(MOVED, "result/fits", True)
PROBLEM = {
    "v": 1, "id": None, "ok": False,
    "error": {"type": "urn:viewfence:problem:bad-json", "title": "t", "status": 400, "detail": "d", "pointer": "/a~1b"},
}  # fmt: skip


def check_replies():
    unfit = with_member(FITTED, "result/fits", False)
    outside = {"count": 120, "pointers": ["/content/pois/3"]}
    busy = {"type": "urn:viewfence:problem:overloaded", "title": "t", "status": 503, "detail": "d"}
    results = [{"id": "a", "ok": True, "result": MOVED["result"]}, {"id": "b", "ok": False, "error": PROBLEM["error"]}]
    batch = {"v": 1, "id": "b", "ok": True, "results": results}
    for reply in [
        MOVED, FITTED, PROBLEM, batch, MOVED | {"later": 1}, with_member(unfit, "result/outside", outside),
        PROBLEM | {"error": busy | {"retry_after_ms": 20}}, PROBLEM | {"traceparent": "00-" + "a" * 32 + "-" + "b" * 16 + "-01"},
    ]:  # fmt: skip
        for name in ("reply", "publication"):
            expect(refusal(reply, name) is None, f"refused: {reply}: {refusal(reply, name)}")
    for reply in [
        MOVED | {"id": None}, MOVED | {"ok": False}, unfit, with_member(FITTED, "result/outside", outside),
        MOVED | {"error": PROBLEM["error"]}, MOVED | {"results": results}, PROBLEM | {"result": {}},
        with_member(MOVED, "result/camera/target/latitude", 85.1), with_member(MOVED, "result/camera/bearing", 360),
        with_member(MOVED, "result/camera/zoom", None), with_member(MOVED, "result/adjusted", ["latitude"] * 2),
        with_member(MOVED, "result/adjusted", ["fence"]), with_member(PROBLEM, "error/status", 404),
        with_member(PROBLEM, "error/type", "bad-json"), with_member(PROBLEM, "error/pointer", "a"),
        PROBLEM | {"error": busy}, with_member(batch, "results/0/ok", False), batch | {"results": []},
    ]:  # fmt: skip
        expect(refusal(reply, "reply"), f"not refused: {reply}")


# MARK: AsyncAPI


def check_asyncapi():
    """The structure by AsyncAPI 3.0.0, every reference resolved, examples by the schemas."""
    document = contract.schema("asyncapi")
    allowed = {
        "": {"asyncapi", "id", "info", "defaultContentType", "servers", "channels", "operations", "components"},
        "servers": {"host", "protocol", "protocolVersion", "description"},
        "channels": {"address", "title", "description", "servers", "parameters", "messages"},
        "operations": {"action", "title", "channel", "messages", "reply"},
        "messages": {"title", "description", "payload", "correlationId", "examples"},
    }  # fmt: skip

    def check_names(value, kind):
        extra = {n for n in value if not n.startswith("x-")} - allowed[kind]
        expect(not extra, f"asyncapi: {kind or 'the document'} has {extra}")

    check_names(document, "")
    for kind in ("servers", "channels", "operations"):
        for value in document[kind].values():
            check_names(value, kind)
    for name, message in document["components"]["messages"].items():
        check_names(message, "messages")
        payload = message.get("payload", {}).get("$ref", "").rpartition("/")[2]
        for example in message.get("examples", []):
            why = refusal(example["payload"], payload)
            expect(why is None, f"asyncapi: the example {example['name']} of {name}: {why}")
    for operation in document["operations"].values():
        expect(operation["action"] in ("send", "receive"), "asyncapi: an action")
    for reference in references(document):
        file, _, pointer = reference.partition("#")
        target = contract.schema(file.removesuffix(".json")) if file else document
        for step in filter(None, pointer.split("/")):
            target = target.get(step) if target else None
        expect(target is not None, f"asyncapi: {reference} leads nowhere")


def references(value):
    if isinstance(value, dict):
        if "$ref" in value:
            yield value["$ref"]
        for member in value.values():
            yield from references(member)
    elif isinstance(value, list):
        for member in value:
            yield from references(member)


def main():
    check_metaschema()
    check_requests()
    check_files()
    check_configuration()
    check_replies()
    check_asyncapi()
    for failure in failures:
        print(failure)
    print(f"schemas: {len(RIGHT)} right and {len(WRONG)} wrong requests, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
