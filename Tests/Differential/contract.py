"""The contract as Python reads it: strict JSON, the shipped schemas, and the rules beside them.

`judge(bytes)` gives None for a right request and the reason for a wrong one. The schemas say what
JSON Schema can say; every comment in them that begins with `Also` has its rule here.
"""

import functools
import json
import math
import pathlib

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "config" / "schema"
MAXIMUM_DEPTH = 16


class Refused(Exception):
    """Why a document is wrong."""


# MARK: Strict JSON


def read_strictly(document: bytes):
    """The value of a strict JSON text; raises Refused for what readers disagree about.

    All numbers are doubles, as they are for viewfence.
    """

    def number(text):
        value = float(text)
        if math.isinf(value):
            raise Refused(f"the number {text[:40]} is beyond a double")
        return value

    def constant(text):
        raise Refused(f"{text} is no number")

    def members(pairs):
        value = dict(pairs)
        if len(value) != len(pairs):
            raise Refused("a name stands twice")
        if any("\0" in name for name in value):
            raise Refused("NUL in a name")
        return value

    if nesting(document) > MAXIMUM_DEPTH:
        raise Refused("too deep")
    try:
        text = document.decode("utf-8")
        value = json.loads(
            text,
            parse_int=number,
            parse_float=number,
            parse_constant=constant,
            object_pairs_hook=members,
        )
        # Half of a surrogate pair cannot be encoded.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Refused(f"{error}"[:200]) from None
    return value


def nesting(document: bytes) -> int:
    """How deep brackets stand in each other, those in strings left out."""
    depth = deepest = 0
    in_string = escaped = False
    for byte in document:
        if in_string:
            if escaped:
                escaped = False
            elif byte == 0x5C:
                escaped = True
            elif byte == 0x22:
                in_string = False
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


# MARK: Schemas


@functools.cache
def schema(name: str) -> dict:
    return json.loads((SCHEMAS / f"{name}.json").read_text())


NAMES = ("request", "reply", "publication", "fence", "configuration")


@functools.cache
def validator(name: str, part: str = "") -> jsonschema.Draft202012Validator:
    """Of a schema, or of one of its definitions."""
    source = schema(name)
    if part:
        source = {"$id": source["$id"], "$defs": source["$defs"], "$ref": f"#/$defs/{part}"}
    if source.get("$ref", "").startswith("urn:"):
        # A schema that is another: Debian 12's jsonschema loses its way between files.
        return validator(source["$ref"].rpartition(":")[2])
    return jsonschema.Draft202012Validator(source)


def require_valid(value, name: str, part: str = ""):
    error = jsonschema.exceptions.best_match(validator(name, part).iter_errors(value))
    if error:
        raise Refused(f"{error.json_path}: {error.message}"[:200])


# MARK: What a schema cannot say

COMMON = {"op", "viewport", "camera", "limits"}
MEMBERS = {
    "fit": {"content", "insets", "bearing", "viewing_angle", "goal", "target"},
    "clamp": set(),
    "update": {"updates"},
    "animate": {
        "to", "updates", "curve", "easing", "duration_ms", "frames", "frames_per_second", "rho",
        "min_zoom_on_path",
    },
    "project": {"coordinates"},
    "unproject": {"points"},
    "visible_region": set(),
    "info": set(),
}  # fmt: skip


def require_rules(request: dict, prefixes=("cam/",), fences=()):
    """Raises Refused for a request that is valid by the schema and yet wrong."""
    require_id(request["id"])
    topic = request.get("publish")
    if topic is not None:
        if not 2 <= len(topic.encode()) <= 255:
            raise Refused("the topic is too long")
        if topic.startswith("errors/") or not topic.startswith(tuple(prefixes)):
            raise Refused("the topic is not under a configured prefix")
    if "batch" not in request:
        return require_operation_rules(request, fences)
    require_shared_rules(request, fences)
    for inner in request["batch"]:
        if "id" in inner:
            require_id(inner["id"])
        op = inner.get("op", request.get("op"))
        known = COMMON | MEMBERS[op]
        inherited = {k: v for k, v in request.items() if k in known and k not in inner}
        # A target that no goal asks for is wrong only where it was written.
        if inner.get("goal", request.get("goal")) != "fixed_target":
            inherited.pop("target", None)
        # Of two that exclude each other an inner one displaces the outer other.
        for pair in ({"to", "updates"}, {"frames", "frames_per_second"}):
            if pair & inner.keys():
                inherited = {k: v for k, v in inherited.items() if k not in pair}
        whole = inherited | {k: v for k, v in inner.items() if not k.startswith("x_")}
        require_valid(whole, "request", "needs")
        require_operation_rules(whole, fences)


def require_id(text):
    if len(text.encode()) > 128:
        raise Refused("the id is too long")


def require_operation_rules(request, fences):
    require_shared_rules(request, fences)
    content = request.get("content")
    if request["op"] == "fit" and not has_places(content):
        raise Refused("there is nothing in the content")


def require_shared_rules(request, fences):
    limits = request.get("limits", {})
    require_limits(limits, fences)
    content = request.get("content", {})
    for box in boxes(request):
        if box["south"] > box["north"]:
            raise Refused("south is above north")
    if "geometry" in content:
        require_closed_rings(content["geometry"])
    if "coordinates" in content:
        raise Refused("the frame of the packed coordinates is not there")


def require_limits(limits, fences):
    fence = limits.get("fence")
    standard = {"min_zoom": 2, "max_zoom": 21}
    if isinstance(fence, str):
        named = {f["properties"]["name"]: f["properties"] for f in fences}
        if fence not in named:
            raise Refused("there is no such fence")
        standard |= named[fence]
    elif fence and "geometry" in fence:
        require_closed_rings(fence["geometry"])
        if fence["geometry"]["coordinates"] in ([], [[]]) or not any(
            fence["geometry"]["coordinates"]
        ):
            raise Refused("the fence has no ring")
    least = limits.get("min_zoom", standard["min_zoom"])
    if least > limits.get("max_zoom", standard["max_zoom"]):
        raise Refused("min_zoom is above max_zoom")
    knots = limits.get("viewing_angle_caps", [])
    for (zoom, angle), (next_zoom, next_angle) in zip(knots, knots[1:]):
        if zoom >= next_zoom or angle > next_angle:
            raise Refused("the caps do not rise")


def boxes(request):
    """Every box of a request, by the places where one may stand."""
    bounds = request.get("content", {}).get("bounds", [])
    yield from bounds if isinstance(bounds, list) else [bounds]
    fence = request.get("limits", {}).get("fence")
    if isinstance(fence, dict) and "bounds" in fence:
        yield fence["bounds"]
    for update in request.get("updates", []):
        if update["type"] == "fit_bounds":
            yield update["bounds"]


def geometries(geojson):
    """The geometries with coordinates in any GeoJSON object."""
    if geojson is None:
        return
    kind = geojson["type"]
    if kind == "FeatureCollection":
        for feature in geojson["features"]:
            yield from geometries(feature)
    elif kind == "Feature":
        yield from geometries(geojson["geometry"])
    elif kind == "GeometryCollection":
        for geometry in geojson["geometries"]:
            yield from geometries(geometry)
    else:
        yield geojson


def require_closed_rings(geojson):
    for geometry in geometries(geojson):
        polygons = {
            "Polygon": [geometry["coordinates"]],
            "MultiPolygon": geometry["coordinates"],
        }.get(geometry["type"], [])
        for ring in (ring for polygon in polygons for ring in polygon):
            if ring[0][:2] != ring[-1][:2]:
                raise Refused("the ring is not closed")


def has_places(content) -> bool:
    if content.get("pois") or content.get("bounds") or content.get("circles"):
        return True
    if content.get("coordinates", {}).get("count"):
        return True
    return any(
        any(has_position(part) for part in [geometry["coordinates"]])
        for geometry in geometries(content.get("geometry"))
    )


def has_position(coordinates) -> bool:
    if coordinates and not isinstance(coordinates[0], list):
        return True
    return any(has_position(part) for part in coordinates)


# MARK: The whole judgement


def judge(document: bytes, fences=()) -> str | None:
    """None for a right request without further frames; else why it is refused."""
    try:
        value = read_strictly(document)
        require_valid(value, "request")
        require_rules(value, fences=fences)
    except Refused as refused:
        return str(refused)
    return None
