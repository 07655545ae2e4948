"""Documents to judge: made from the schema, changed from there, or strange from the beginning.

Everything comes from a `random.Random`, so that a seed repeats it.
"""

import copy
import json
import math
import re

import contract

REQUEST = contract.schema("request")
MEMBERS = REQUEST["$defs"]["members"]["properties"]
FENCES = ["fiji", "dubai-mall", "atlantis", ""]

# What each operation needs, and what it may have besides.
NEEDS = {
    "fit": ["viewport", "content"],
    "clamp": ["viewport", "camera"],
    "update": ["viewport", "camera", "updates"],
    "animate": ["viewport", "camera", "to"],
    "project": ["viewport", "camera", "coordinates"],
    "unproject": ["viewport", "camera", "points"],
    "visible_region": ["viewport", "camera"],
    "info": [],
}
TEXTS = ["", "x", "é" * 64, "a" * 128, "\u0000", "\U0001f600", "quote\"back\\slash", "line\nfeed"]
TOPICS = ["cam/mall-7/", "cam/", "cam/é/", "errors/x/", "other/", "cam/a", "cam/" + "é" * 125 + "/"]
WORDS = ["target", "viewport", "best", "linear", "fly", "fit", "zoom_by", "Point", "Polygon"]


# MARK: From the schema


def sample(random, schema, depth=0):
    """A value that a schema of the kind used here takes, by and large."""
    if schema is True or not schema:
        return junk(random)
    if "$ref" in schema and "properties" not in schema:
        return sample(random, resolve(schema["$ref"]), depth)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    if "oneOf" in schema:
        return sample(random, random.choice(schema["oneOf"]), depth)
    match schema.get("type"):
        case "number" | "integer":
            return number(random, schema)
        case "string":
            return random.choice(FENCES if "fence" in schema.get("description", "") else TEXTS)
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case "array":
            return array(random, schema, depth)
        case "object":
            return members(random, schema, depth)
    return junk(random)


def resolve(reference):
    return REQUEST["$defs"][reference.rpartition("/")[2]]


def number(random, schema):
    low = schema.get("minimum", schema.get("exclusiveMinimum", -1000))
    high = schema.get("maximum", schema.get("exclusiveMaximum", 1000))
    pick = random.random()
    if pick < 0.1:
        return random.choice([low, high])
    if pick < 0.14:
        value = random.choice([math.nextafter(low, -math.inf), math.nextafter(high, math.inf)])
    elif schema["type"] == "integer" or pick < 0.4:
        return random.randint(math.ceil(low), math.floor(high))
    else:
        value = random.uniform(low, high)
    return round(value, random.randint(0, 6)) if random.random() < 0.5 else value


def array(random, schema, depth):
    if "prefixItems" in schema:
        items = [sample(random, each, depth + 1) for each in schema["prefixItems"]]
        return items + [1] * (random.random() < 0.1 and schema.get("maxItems", 9) > len(items))
    least = schema.get("minItems", 0)
    count = least + random.choice([0, 0, 1, 1, 2, 4])
    if "maxItems" in schema:
        count = min(count, schema["maxItems"])
    return [sample(random, schema.get("items", True), depth + 1) for _ in range(count)]


def members(random, schema, depth):
    if schema is resolve("geojson") or schema is resolve("geometry") or schema is resolve("area"):
        return geometry(random, depth, areas_only=schema is resolve("area"))
    if schema is resolve("update"):
        return update(random, schema)
    required = set(schema.get("required", []))
    names = [n for n in schema.get("properties", {}) if n in required or random.random() < 0.4]
    value = {name: sample(random, schema["properties"][name], depth + 1) for name in names}
    if "area" in str(schema.get("properties", {}).get("geometry", "")):
        value["geometry"] = geometry(random, depth, areas_only=True)
    if "geometry" in value and schema is resolve("content"):
        value["geometry"] = geometry(random, depth)
    if random.random() < 0.05:
        value["x_" + random.choice(["", "a", "name"])] = junk(random)
    if {"south", "north"} <= value.keys() and random.random() < 0.9:
        value["south"], value["north"] = sorted([value["south"], value["north"]])
    if {"min_zoom", "max_zoom"} <= value.keys() and random.random() < 0.9:
        value["min_zoom"], value["max_zoom"] = sorted([value["min_zoom"], value["max_zoom"]])
    if "viewing_angle_caps" in value and random.random() < 0.9:
        value["viewing_angle_caps"] = rising(value["viewing_angle_caps"])
    return value


def rising(knots):
    return [list(pair) for pair in zip(*(sorted(side) for side in zip(*knots)))]


def update(random, schema):
    kind = random.choice(schema["properties"]["type"]["enum"])
    rule = next(
        (r for r in schema["allOf"] if r["if"]["properties"]["type"].get("const") == kind), {}
    )
    value = {"type": kind}
    pattern = rule.get("then", {}).get("propertyNames", {}).get("pattern", "")
    for name in schema["properties"]:
        if name == "type" or not re.search(rf"\|{name}\b", pattern):
            continue
        if name in rule["then"]["required"] or random.random() < 0.5:
            value[name] = sample(random, schema["properties"][name])
    return value


def geometry(random, depth, areas_only=False):
    kinds = ["Polygon", "MultiPolygon"]
    if not areas_only:
        kinds += ["Point", "MultiPoint", "LineString", "MultiLineString"]
        if depth < 4:
            kinds += ["GeometryCollection", "Feature", "FeatureCollection"]
    kind = random.choice(kinds)

    def position():
        return sample(random, resolve("position"))

    def some(make, least=0):
        return [make() for _ in range(least + random.choice([0, 1, 1, 2]))]

    def line():
        return some(position, 2)

    def ring():
        positions = some(position, 3)
        return positions + positions[:1] if random.random() < 0.95 else positions + [[0, 0]]

    def polygon():
        return some(ring)

    def feature():
        inner = random.choice([None, geometry(random, 9)])
        return {"type": "Feature", "properties": junk(random), "geometry": inner}

    def part():
        return random.choice([None, geometry(random, depth + 2 if depth < 2 else 9)])

    if kind == "GeometryCollection":
        return {"type": kind, "geometries": some(part)}
    if kind == "FeatureCollection":
        return {"type": kind, "features": some(feature)}
    if kind == "Feature":
        return feature()
    make = {
        "Point": position, "MultiPoint": lambda: some(position), "LineString": line,
        "MultiLineString": lambda: some(line), "Polygon": polygon, "MultiPolygon": lambda: some(polygon),
    }[kind]  # fmt: skip
    coordinates = make() if random.random() < 0.95 else []
    value = {"type": kind, "coordinates": coordinates}
    if random.random() < 0.1:
        value["bbox"] = junk(random)
    return value


def operation(random, op, complete=True):
    """The members of a request of one operation; some may be missing if not `complete`."""
    needed = NEEDS[op]
    if op == "animate" and random.random() < 0.3:
        needed = needed[:-1] + ["updates"]
    optional = [n for n in contract.COMMON | contract.MEMBERS[op] if n not in needed + ["op"]]
    names = [n for n in needed if complete or random.random() < 0.6]
    names += [n for n in sorted(optional) if random.random() < 0.25]
    value = {"op": op} | {name: sample(random, MEMBERS[name]) for name in names}
    if random.random() < 0.9:
        if op == "animate" and {"to", "updates"} <= value.keys():
            del value["updates"]
        if {"frames", "frames_per_second"} <= value.keys():
            del value["frames"]
        if op == "fit" and complete:
            value.pop("target", None)
            if value.get("goal") == "fixed_target":
                value["target"] = sample(random, resolve("target"))
    return value


def request(random):
    value = {"v": random.choice([1, 1, 1, 1.0]), "id": random.choice(["r-1", "r-1", *TEXTS[1:]])}
    for name, choices in [("publish", TOPICS), ("traceparent", ["00-x", 7]), ("x_mine", [[None]])]:
        if random.random() < 0.1:
            value[name] = random.choice(choices)
    if random.random() < 0.1:
        value["deadline_ms"] = sample(random, MEMBERS["deadline_ms"])
    ops = list(NEEDS)
    if random.random() < 0.8:
        return value | operation(random, random.choice(ops))
    # What the outer object brings is often missing inside, and the other way about.
    outer = operation(random, random.choice(ops), complete=random.random() < 0.5)
    if random.random() < 0.4:
        outer.pop("op")
    inner = [operation(random, random.choice(ops), random.random() < 0.7) for _ in range(random.randint(1, 3))]
    for each in inner:
        if random.random() < 0.3 and "op" in outer:
            each.pop("op")
        if random.random() < 0.1:
            each["id"] = random.choice(TEXTS)
    return value | outer | {"batch": inner}


# MARK: Changes


def junk(random):
    return copy.deepcopy(random.choice([
        None, True, False, 0, -0.0, 1, 1.5, -1, 91, 1e308, 5e-324, 123456789012345678901234567890,
        "", "48.1", "x", [], {}, [1, 2], [[1, 2]], {"a": None}, {"latitude": 1, "longitude": 2},
        [{}], [None], *WORDS, *TEXTS,
    ]))  # fmt: skip


def places(value, way=()):
    """The way to every value inside."""
    yield way
    if isinstance(value, dict):
        for name in value:
            yield from places(value[name], (*way, name))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*way, index))


def changed(random, value):
    """The same with one thing another."""
    value = copy.deepcopy(value)
    way = random.choice(list(places(value)))
    inner = value
    for step in way[:-1]:
        inner = inner[step]
    if not way:
        return random.choice([value, junk(random), [value]])
    last = way[-1]
    match random.randrange(6):
        case 0:
            inner[last] = junk(random)
        case 1:
            del inner[last]
        case 2 if isinstance(inner, dict):
            name = random.choice([last + "s", last[:-1], "x_" + last, last.upper(), *MEMBERS])
            inner[name] = inner.pop(last)
        case 3 if isinstance(inner, list):
            inner.insert(last, copy.deepcopy(inner[last]))
        case 4 if isinstance(inner[last], (int, float)) and not isinstance(inner[last], bool):
            number = inner[last]
            inner[last] = random.choice([-number, number * 1000, number + 0.5, number + 1, 90, 360, 16384])
        case _:
            if isinstance(inner, dict):
                inner[random.choice(["extra", "type", "zoom", "x_", *MEMBERS])] = junk(random)
            else:
                inner.append(junk(random))
    return value


def written(random, value) -> bytes:
    """As JSON, in one of the many ways to write the same."""
    text = json.dumps(
        value,
        ensure_ascii=random.random() < 0.5,
        separators=random.choice([(",", ":"), (", ", ": "), (" ,\t", "\r:")]),
    )
    return text.encode()


def damaged(random, document: bytes) -> bytes:
    """The same with a few bytes another, mostly no JSON any more."""
    at = random.randrange(len(document) + 1)
    inserted = random.choice([
        b",", b"}", b"]", b"[", b"{", b'"', b"\\", b"\0", b"\x1f", b"\xff", b"\xc0\xaf", b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"NaN", b"-", b"0", b"1e400", b"1e-400", b".5", b"e5", b"\\ud800",
        b"\\ud83d\\ude00", b"\\u0000", b"/**/", b"'", b"null", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b" ", b"\t",
    ])  # fmt: skip
    match random.randrange(5):
        case 0:
            return document[:at] + inserted + document[at:]
        case 1:
            return document[:at] + document[at + 1 :]
        case 2:
            return document[:at]
        case 3:
            # A name with its first letter written otherwise.
            start = document.find(b'"', at)
            if start < 0 or start + 1 >= len(document) or not document[start + 1 : start + 2].isalpha():
                return document + inserted
            escaped = b"\\u%04x" % document[start + 1]
            return document[: start + 1] + escaped + document[start + 2 :]
        case _:
            # A member twice.
            members = [b'"v":1,', b'"id":"again",', b'"\\u006fp":"info",', b'"x_a":1,"x_\\u0061":2,']
            start = document.find(b"{", at)
            return document[: start + 1] + random.choice(members) + document[start + 1 :]


def document(random) -> bytes:
    value = request(random)
    for _ in range(random.choice([0, 0, 1, 1, 1, 2, 3])):
        value = changed(random, value)
    document = written(random, value)
    for _ in range(random.choice([0, 0, 0, 0, 1, 2])):
        document = damaged(random, document)
    return document


# MARK: Strange from the beginning


def strange(suite):
    """Every text of a JSON test suite, whole and as the value of a member that may be anything."""
    for path in sorted(suite.glob("*.json")):
        text = path.read_bytes()
        yield text
        yield b'{"v":1,"id":"s","op":"info","x_s":' + text + b"}"
