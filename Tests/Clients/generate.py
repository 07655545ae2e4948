#!/usr/bin/env python3
"""Writes conformance.json: what every client sends, and what must come back.

Nothing expected here was printed by viewfence. It comes from the vectors that other map libraries
printed, from the cases of public bug reports, or from the closed forms below (the formulas of
spherical Web Mercator, EPSG:3857), worked out in plain Python.

    ./generate.py            write conformance.json
    ./generate.py --check    exit 1 if conformance.json is not what this program writes
"""

import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parent / "CameraCoreTests/Fixtures/vectors"
CASES = HERE.parent / "ViewportServiceTests/Fixtures/cases"
PROBLEMS = "the wire format's table of problems"
TIGHT = {"zoom": 1e-9, "degrees": 1e-9, "points": 1e-6, "ratio": 1e-12}


# Spherical Web Mercator with a world one unit wide: x east from -180, y north from the equator.


def plane(longitude, latitude):
    return longitude / 360, math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)


def degrees(x, y):
    longitude = (x * 360 + 180) % 360 - 180
    return {"latitude": math.degrees(math.atan(math.sinh(2 * math.pi * y))), "longitude": longitude}


def axes(bearing):
    """Returns the map directions of the screen's right and up, as (east, north)."""
    b = math.radians(bearing)
    return (math.cos(b), -math.sin(b)), (math.sin(b), math.cos(b))


def fit(places, width, height, top=0, left=0, bottom=0, right=0, bearing=0):
    """Returns the untilted camera that holds `places`, (longitude, latitude) pairs that do not cross 180."""
    r, f = axes(bearing)
    points = [plane(*place) for place in places]
    us = [x * r[0] + y * r[1] for x, y in points]
    vs = [x * f[0] + y * f[1] for x, y in points]
    scale = min((width - left - right) / (max(us) - min(us)), (height - top - bottom) / (max(vs) - min(vs)))
    # The middle of the free room is off the middle of the screen by half the difference of the insets.
    u = (max(us) + min(us)) / 2 - (left - right) / 2 / scale
    v = (max(vs) + min(vs)) / 2 - (bottom - top) / 2 / scale
    target = degrees(u * r[0] + v * f[0], u * r[1] + v * f[1])
    return camera(target, math.log2(scale / 256), bearing)


def camera(target, zoom, bearing=0, viewing_angle=0):
    return {"target": target, "zoom": zoom, "bearing": bearing % 360, "viewing_angle": viewing_angle}


# Steps. `{language}` in a request becomes the language's name, so that no two languages share a topic.


def step(name, origin, request, expect, **more):
    request = {"v": 1, **request} if isinstance(request, dict) else request
    if "error" not in expect and "silence" not in expect and isinstance(request, dict):
        expect = {"id": request["id"], **expect}
    return {"name": name, "origin": origin, "framing": "plain", "request": request, **more, "expect": expect}


def answer(result, tolerance=TIGHT, adjusted=None):
    if adjusted is not None:
        result = {**result, "adjusted": adjusted}
    return {"result": result, "tolerance": tolerance}


def refusal(kind, status, pointer=None):
    error = {"type": "urn:viewfence:problem:" + kind, "status": status}
    return {"error": error if pointer is None else {**error, "pointer": pointer}}


def vector(file, identifier):
    cases = json.loads((VECTORS / f"{file}.json").read_text())
    case = next(case for case in cases if case["id"] == identifier)
    library, version, function = (case["source"][name] for name in ("library", "version", "function"))
    return case["input"], case["expected"], f"{identifier}: {library} {version}, {function}"


def field_case(identifier):
    case = json.loads((CASES / f"{identifier}.json").read_text())
    return case["input"], case["right"], f"{identifier}: {', '.join(case['source'])}"


def long_names(place):
    return {"latitude": place["lat"], "longitude": place["lon"]}


def vector_fit(file, identifier, name, **more):
    given, expected, origin = vector(file, identifier)
    content = (
        {"bounds": given["bounds"]} if "bounds" in given else {"pois": [long_names(place) for place in given["points"]]}
    )
    middle = expected["camera_at_viewport_center"]
    right = camera(long_names(middle), middle["zoom"], given["bearing"])
    request = {
        "id": identifier, "op": "fit", "viewport": given["viewport"], "content": content,
        "insets": given["insets"], "bearing": given["bearing"], "limits": {"min_zoom": 0, "max_zoom": 30},
    }  # fmt: skip
    result = answer({"camera": right, "fits": True}, {**TIGHT, "degrees": 1e-8, "zoom": 1e-8}, [])
    return step(name, origin, request, result, **more)


def vector_query(file, identifier, name):
    given, expected, origin = vector(file, identifier)
    asked = given["camera"]
    request = {
        "id": identifier, "op": file,
        "viewport": {**given["viewport"], "padding": given["insets"], "field_of_view": given["fov_deg"]},
        "camera": camera(long_names(asked), asked["zoom"], asked["bearing"], asked["viewing_angle"]),
        "limits": {"max_zoom": 30},
    }  # fmt: skip
    if file == "project":
        request["coordinates"] = [long_names(place) for place in given["points"]]
        result = {"points": [{"x": point["x"], "y": point["y"]} for point in expected["points"]]}
    else:
        request["points"] = given["points"]
        result = {"coordinates": [long_names(place) for place in expected["points"]]}
    return step(name, origin, request, answer(result, {**TIGHT, "points": 1e-4, "degrees": 1e-8}))


MALL = [(151.2089, -33.8703), (151.2070, -33.8688)]  # two shops, Pitt Street Mall in Sydney
HALLS = [(2.3376, 48.8606), (2.2945, 48.8584), (2.3499, 48.8530), (2.3266, 48.8600),
         (2.3522, 48.8607), (2.3431, 48.8867), (2.3387, 48.8414), (2.2876, 48.8620)]  # fmt: skip  # sights of Paris
PHONE = {"width": 390, "height": 844}
SHEET = {"top": 120, "bottom": 300, "left": 16, "right": 16}


def pois(places):
    return [{"latitude": latitude, "longitude": longitude} for longitude, latitude in places]


def mall(identifier, **more):
    """Returns the fit of the README's sample, and its camera by the closed form."""
    request = {"id": identifier, "op": "fit", "viewport": PHONE, "content": {"pois": pois(MALL)}, "insets": SHEET}
    return {**request, **more}, answer({"camera": fit(MALL, 390, 844, **SHEET), "fits": True}, adjusted=[])


def packed(identifier, places, count=None):
    """Returns the fit of places that come in a packed frame, and its camera by the closed form."""
    frame = {"frame": 1, "encoding": "f64le", "dims": 2, "count": len(places) if count is None else count}
    request = {"id": identifier, "op": "fit", "viewport": {"width": 1024, "height": 768},
               "content": {"coordinates": frame}, "insets": 32, "bearing": 17}  # fmt: skip
    return request, answer({"camera": fit(places, 1024, 768, 32, 32, 32, 32, 17), "fits": True})


def spiral(count):
    """Returns `count` places around Lake Constance, with all their digits."""
    return [(9.4 + 0.002 * i**0.5 * math.cos(i), 47.6 + 0.0013 * i**0.5 * math.sin(i)) for i in range(1, count + 1)]


def plain_steps():
    yield step("two shops of one mall", "closed form", *mall("r-1"))
    yield vector_fit("fit_points", "fitpts-007", "places on a turned map, uneven insets")
    yield vector_fit("fit_bounds", "fit-053", "a box on a turned map, uneven insets")
    yield vector_fit("fit_bounds", "fit-033", "a box that crosses 180")
    yield vector_query("project", "project-054", "places on a tilted screen with padding")
    yield vector_query("unproject", "unproject-039", "points of a tilted screen at longitude 180")

    given, right, origin = field_case("fit-14-fiji-two-pois")
    request = {"id": "fiji", "op": "fit", "viewport": given["viewport"], "insets": 0,
               "content": {"pois": [long_names(place) for place in given["pois"]]}}  # fmt: skip
    result = {"camera": camera(long_names(right["target"]), right["zoom"]), "fits": True}
    yield step("two places astride 180", origin, request, answer(result, {"zoom": 1e-8, "degrees": 1e-7}))

    given, right, origin = field_case("clamp-12-inside-is-left-alone")
    asked, fence = given["camera"], {"bounds": given["fence"]}
    request = {"id": "all digits", "op": "clamp", "viewport": given["viewport"],
               "camera": camera(long_names(asked["target"]), asked["zoom"]), "limits": {"fence": fence}}  # fmt: skip
    # To 1e-14 relative: clients in some languages parse and print with 15 or 16 digits.
    result = {"camera": camera(long_names(right["target"]), right["zoom"])}
    yield step("a camera inside its fence comes back with all digits", origin, request,
               answer(result, {"zoom": 1e-13, "degrees": 1e-12}, []))  # fmt: skip

    given, right, origin = field_case("clamp-04-target-outside")
    asked = given["camera"]
    request = {"id": "clamp-04", "op": "clamp", "viewport": given["viewport"],
               "camera": camera(long_names(asked["target"]), asked["zoom"]),
               "limits": {"fence": {"bounds": given["fence"]}}}  # fmt: skip
    result = {"camera": camera(long_names(right["target"]), asked["zoom"])}
    yield step("a camera outside its fence is brought back", origin, request, answer(result, TIGHT, ["fence.target"]))

    given, right, origin = field_case("update-03-zoom-about-a-point-on-a-turned-map")
    asked = given["camera"]
    request = {"id": "update-03", "op": "update", "viewport": given["viewport"],
               "camera": camera(long_names(asked["target"]), asked["zoom"], asked["bearing"]),
               "updates": [{"type": "zoom_by", "amount": given["zoom_by"], "point": given["focus"]}]}  # fmt: skip
    result = {"camera": camera(long_names(right["target"]), right["zoom"], right["bearing"])}
    yield step("zoom about a point of a turned map", origin, request, answer(result, {**TIGHT, "degrees": 1e-7}))

    here = {"latitude": 46.0, "longitude": 7.5}
    scale = math.cos(math.radians(46)) * 2 * math.pi * 6378137 / (256 * 2**12.25)
    yield step("metres of a point", "closed form: cos(latitude) * 2 pi * 6378137 / (256 * 2^zoom)",
               {"id": "metres", "op": "visible_region", "viewport": PHONE, "camera": camera(here, 12.25)},
               answer({"meters_per_point": scale}))  # fmt: skip

    one = {"op": "fit", "viewport": PHONE, "content": {"pois": pois(MALL[:1])}}
    nearest = answer({"camera": camera(pois(MALL)[0], 21), "fits": True}, adjusted=["zoom.max"])
    rule = "closed form: one place gets the greatest zoom"
    yield step("a Unicode id", rule, {"id": "канал/地図/🗺️/é", **one}, nearest)
    yield step("an id of 128 bytes", rule, {"id": "🗺" * 32, **one}, nearest)
    yield step("an id with quotes and backslashes", rule, {"id": 'tab\tquote"slash\\end', **one}, nearest)
    escaped = json.dumps({"v": 1, "id": "地図🗺", **one})
    yield step("an id written in escapes", rule, escaped, {"id": "地図🗺", **nearest})


def error_steps():
    request, _ = mall("bad")
    swapped = [pois(MALL)[0], {"latitude": 151.2070, "longitude": -33.8688}]
    table = [
        ("NaN is not JSON", "bad-json", 400, None, '{"v":1,"id":"bad","op":"fit","viewport":{"width":NaN,"height":9}}'),
        ("text after the end", "bad-json", 400, None, '{"v":1,"id":"bad","op":"info"} true'),
        ("a key twice", "bad-json", 400, None, '{"v":1,"id":"bad","id":"bad","op":"info"}'),
        ("a misspelt inset", "bad-schema", 400, "/insets/botom", {"insets": {"botom": 300}}),
        ("a member that is missing", "bad-schema", 400, "/viewport/width", {"viewport": {"height": 844}}),
        ("a number as text", "bad-schema", 400, "/viewport/width", {"viewport": {"width": "390", "height": 844}}),
        ("an id of 129 bytes", "bad-schema", 400, "/id", {"id": "i" * 129}),
        ("swapped axes", "bad-coordinates", 400, "/content/pois/1/latitude", {"content": {"pois": swapped}}),
        ("an operation that does not exist", "unknown-op", 404, "/op", {"op": "fitt"}),
        ("a fence that does not exist", "unknown-fence", 404, "/limits/fence", {"limits": {"fence": "atlantis"}}),
        ("a topic outside the prefixes", "unauthorized", 403, "/publish", {"publish": "news/kiosk/"}),
        ("insets that leave no room", "no-room", 422, None, {"insets": {"left": 200, "right": 200}}),
    ]
    for name, kind, status, pointer, change in table:
        bad = change if isinstance(change, str) else {**request, **change}
        yield step(name, PROBLEMS, bad, refusal(kind, status, pointer))


def frame_steps():
    many = spiral(1000)
    for name, identifier, places in (("eight", "packed-8", HALLS), ("a thousand", "packed-1000", many)):
        yield step(f"{name} packed places", "closed form", *packed(identifier, places), coordinates=places)
    short, _ = packed("packed-short", HALLS, count=9)
    yield step("a packed frame that is too short", PROBLEMS, short, refusal("bad-coordinates", 400), coordinates=HALLS)


def majordomo_steps():
    for framing, version in (("mdp1", "0.1"), ("mdp2", "0.2")):
        name, bad = f"Majordomo {version}", {"id": f"{framing}-bad", "op": "fitt"}
        yield step(name, "closed form", *mall(framing), framing=framing)
        yield step(f"{name}, packed", "closed form", *packed(f"{framing}-packed", HALLS), framing=framing,
                   coordinates=HALLS)  # fmt: skip
        yield step(f"{name}, an error reply", PROBLEMS, bad, refusal("unknown-op", 404, "/op"), framing=framing)


def delivery_steps():
    topic = "cam/conformance/{language}/"
    yield step("a publication", "closed form", *mall("published", publish=topic + "plain/"), topic=topic + "plain/")
    yield step("an answer that came by Majordomo, published", "closed form",
               *mall("published-mdp", publish=topic + "mdp/"), topic=topic + "mdp/", framing="mdp2")  # fmt: skip
    yield step("no answer, sent again to the next broker", "closed form", *mall("again"),
               endpoints=["silent", "requests"], timeout_ms=1000)  # fmt: skip
    yield step("nobody answers", "a broker that never answers", mall("nobody")[0], {"silence": True},
               endpoints=["silent"], timeout_ms=100)  # fmt: skip


def document():
    example, expect = mall("r-1", limits={"fence": "pitt-street-mall"}, publish="cam/pitt-street-mall/kiosk-3/")
    steps = [*plain_steps(), *error_steps(), *frame_steps(), *majordomo_steps(), *delivery_steps()]
    return {
        "about": "Written by generate.py. Every client sends these requests; check.py compares what comes back.",
        # The two shops lie well inside the fence and the fitted zoom in its range, so it changes nothing.
        "example": {"request": {"v": 1, **example}, "expect": {"id": "r-1", **expect}},
        "steps": steps,
    }


def one_step_a_line(document):
    line = lambda value: json.dumps(value, ensure_ascii=False)  # noqa: E731
    steps = ",\n".join(line(step) for step in document["steps"])
    return f'{{"about":{line(document["about"])},\n"example":{line(document["example"])},\n"steps":[\n{steps}\n]}}\n'


def main():
    text = one_step_a_line(document())
    path = HERE / "conformance.json"
    if "--check" in sys.argv[1:]:
        return 0 if path.read_text() == text else "conformance.json is not what generate.py writes"
    path.write_text(text)


if __name__ == "__main__":
    sys.exit(main())
