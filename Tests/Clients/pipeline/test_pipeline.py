#!/usr/bin/env python3
"""Runs source, serve and sink as a pipeline of processes, and holds what comes out against numbers from outside.

test_pipeline.py REQUESTS CAMERAS INGEST    (check.py starts the server)
"""

import json
import math
import pathlib
import subprocess
import sys
import threading
import unittest

import mapready

HERE = pathlib.Path(__file__).resolve().parent
PLACES = HERE / "places.json"
VECTORS = HERE.parent.parent / "CameraCoreTests/Fixtures/vectors"
CAMERAS = INGEST = None


def plane(longitude, latitude):
    """Web Mercator (EPSG:3857) with a world one unit wide: x east from 0, y south from 0."""
    y = math.asinh(math.tan(math.radians(latitude))) / (2 * math.pi)
    return longitude / 360 + 0.5, 0.5 - y


def on_screen(place, center, world, viewport):
    """Returns where a map with a world of so many pixels, north up, draws a place."""
    (x, y), (cx, cy) = plane(*place), plane(*center)
    east = (x - cx + 0.5) % 1 - 0.5
    return viewport["width"] / 2 + east * world, viewport["height"] / 2 + (y - cy) * world


class Conversions(unittest.TestCase):
    def test_512_pixel_zooms_have_the_resolution_that_mapbox_prints(self):
        # "zoom level", docs.mapbox.com/help/glossary: metres a pixel for 512-pixel tiles at zoom 0, by latitude.
        table = {0: 78271.484, 20: 73551.136, 40: 59959.436, 60: 39135.742, 80: 13591.701}
        for latitude, printed in table.items():
            for zoom in (0, 3.25, 10, 21):
                # Metres a point of a viewfence camera.
                ours = math.cos(math.radians(latitude)) * 2 * math.pi * 6378137 / (256 * 2**zoom)
                theirs = printed / 2 ** mapready.zoom_512(zoom)
                self.assertAlmostEqual(theirs / ours, 1, delta=1e-6)
                self.assertEqual(mapready.zoom_256(mapready.zoom_512(zoom)), zoom)

    def test_jump_to_draws_places_where_maplibre_drew_them(self):
        # Screen points that MapLibre GL JS printed (CameraCoreTests/Fixtures/vectors/README.md).
        cases = [
            case
            for case in json.loads((VECTORS / "project.json").read_text())
            if case["id"] in ("project-001", "project-041", "project-049")
        ]
        self.assertEqual(len(cases), 3)
        for case in cases:
            given = case["input"]
            asked = given["camera"]
            camera = {"target": {"latitude": asked["lat"], "longitude": asked["lon"]}, "zoom": asked["zoom"],
                      "bearing": asked["bearing"], "viewing_angle": asked["viewing_angle"]}  # fmt: skip
            options = mapready.maplibre_jump_to(camera)
            for place, drawn in zip(given["points"], case["expected"]["points"], strict=True):
                world = 512 * 2 ** options["zoom"]
                x, y = on_screen((place["lon"], place["lat"]), options["center"], world, given["viewport"])
                self.assertAlmostEqual(x, drawn["x"], delta=1e-3, msg=case["id"])
                self.assertAlmostEqual(y, drawn["y"], delta=1e-3, msg=case["id"])

    def test_static_map_of_a_large_view_is_half_the_size_one_zoom_lower(self):
        camera = {"target": {"latitude": 1.5, "longitude": -2.25}, "zoom": 12.7, "bearing": 0, "viewing_angle": 0}
        small = {"center": "1.5000000,-2.2500000", "zoom": 12, "size": "640x400", "scale": 1}
        large = {"center": "1.5000000,-2.2500000", "zoom": 11, "size": "600x400", "scale": 2}
        self.assertEqual(mapready.google_static_map(camera, {"width": 640, "height": 400}), small)
        self.assertEqual(mapready.google_static_map(camera, {"width": 1200, "height": 800}), large)
        for viewport, change in [({"width": 1281, "height": 1}, {}), ({"width": 9, "height": 9}, {"bearing": 1})]:
            with self.assertRaises(ValueError):
                mapready.google_static_map({**camera, **change}, viewport)


class Pipeline(unittest.TestCase):
    """One run; the sink starts late, so the first cameras reach it as the last values that the broker keeps."""

    @classmethod
    def setUpClass(cls):
        cls.items = {item["name"]: item for item in json.loads(PLACES.read_text())}
        good = [name for name in cls.items if name != "swapped-axes"]
        cls.push(*good)
        sink = [sys.executable, HERE / "sink.py", PLACES, CAMERAS, str(len(cls.items))]
        with subprocess.Popen(sink, stdout=subprocess.PIPE, text=True) as process:
            patience = threading.Timer(20, process.kill)
            patience.start()
            lines = [process.stdout.readline()]
            cls.push("swapped-axes")
            lines += process.stdout
            patience.cancel()
        cls.lines = {line["name"]: line for line in map(json.loads, filter(None, lines))}

    @staticmethod
    def push(*names):
        subprocess.run([sys.executable, HERE / "source.py", PLACES, INGEST, *names], check=True, timeout=20)

    def test_every_set_comes_out_once(self):
        self.assertEqual(sorted(self.lines), sorted(self.items))

    def test_a_set_that_is_refused_comes_out_with_its_pointer(self):
        error = self.lines["swapped-axes"]["error"]
        self.assertEqual(error["type"], "urn:viewfence:problem:bad-coordinates")
        self.assertEqual(error["pointer"], "/content/pois/0/latitude")

    def test_each_librarys_picture_has_the_places_in_the_middle_of_the_room(self):
        for name, item in self.items.items():
            if name == "swapped-axes":
                continue
            line, viewport, insets = self.lines[name], item["viewport"], item["insets"]
            google, maplibre = line["google"], line["maplibre"]
            pictures = {
                "MapLibre": (maplibre["center"], 512 * 2 ** maplibre["zoom"]),
                "Google": ((google["longitude"], google["latitude"]), 256 * 2 ** google["zoom"]),
            }
            for library, (center, world) in pictures.items():
                points = [on_screen(place, center, world, viewport) for place in item["places"]]
                slack = [
                    (min(axis) - near, viewport[side] - far - max(axis))
                    for axis, side, near, far in zip(
                        zip(*points, strict=True), ("width", "height"),
                        (insets["left"], insets["top"]), (insets["right"], insets["bottom"]), strict=True,
                    )
                ]  # fmt: skip
                # Centred on both axes, and both edges of one axis touched.
                for before, after in slack:
                    self.assertAlmostEqual(before, after, delta=1e-4, msg=f"{name}, {library}")
                    self.assertGreater(before, -1e-4, f"{name}, {library}")
                self.assertAlmostEqual(min(before for before, _ in slack), 0, delta=1e-3, msg=f"{name}, {library}")

    def test_fiji_is_shown_across_180(self):
        self.assertGreater(self.lines["fiji-airports"]["maplibre"]["zoom"], 6)

    def test_a_static_map_shows_all_places(self):
        for name, item in self.items.items():
            if name == "swapped-axes":
                continue
            asked = self.lines[name]["google_static"]
            latitude, longitude = map(float, asked["center"].split(","))
            width, height = map(int, asked["size"].split("x"))
            for place in item["places"]:
                size = {"width": width, "height": height}
                x, y = on_screen(place, (longitude, latitude), 256 * 2 ** asked["zoom"], size)
                self.assertTrue(-1e-3 <= x <= width + 1e-3 and -1e-3 <= y <= height + 1e-3, (name, x, y))
            path = self.lines[name]["mapbox_static"]
            zoom = float(path.split("/")[0].split(",")[2])
            self.assertAlmostEqual(zoom, self.lines[name]["maplibre"]["zoom"], delta=1e-6)


if __name__ == "__main__":
    _, CAMERAS, INGEST = sys.argv[1:]
    unittest.main(argv=sys.argv[:1], verbosity=0)
