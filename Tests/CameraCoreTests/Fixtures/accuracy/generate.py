#!/usr/bin/env python3
"""Writes `accuracy.json`: answers of the camera rules in 50-digit arithmetic and more.

    python3 generate.py > accuracy.json

The rules are worked out here a second time and in another way: the plain formulas of the camera,
bracketed roots, circles by the ends of geodesics, clamps by trying every vertex and edge. Inputs
are doubles and are taken as exactly what they are; answers become doubles at the end. The seed is
fixed, so the file comes out the same. Needs mpmath.
"""

import itertools
import json
import random

from mpmath import asin, asinh, atan, atan2, cos, cosh, log, mp, mpf, pi, sin, sinh, sqrt, tan, tanh

mp.dps = 60
source = random.Random(20260530)
RADIUS = mpf(6378137)
EDGES = ("top", "left", "bottom", "right")


# The plane: the world is one unit wide, x east from Greenwich, y north from the equator.


def plane(place):
    latitude = mpf(place["lat"]) * pi / 180
    return mpf(place["lon"]) / 360, asinh(tan(latitude)) / (2 * pi)


def place_at(x, y):
    longitude = x * 360
    while longitude > 180:
        longitude -= 360
    while longitude < -180:
        longitude += 360
    return {"lat": float(atan(sinh(2 * pi * y)) * 180 / pi), "lon": float(longitude)}


def scale(zoom):
    return 256 * mpf(2) ** mpf(zoom)


def zoom_of(size):
    return log(size / 256, 2)


def root(function, low, high):
    """The root of a rising function by the Illinois method, to the last of the digits."""
    at_low, at_high = function(low), function(high)
    assert at_low <= 0 <= at_high, (at_low, at_high)
    side = 0
    for _ in range(400):
        if at_high == at_low or abs(high - low) <= mpf(10) ** -55 * max(abs(low), abs(high)):
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        value = function(middle)
        if value == 0:
            return middle
        if value > 0:
            high, at_high = middle, value
            if side > 0:
                at_low /= 2
            side = 1
        else:
            low, at_low = middle, value
            if side < 0:
                at_high /= 2
            side = -1
    return (low + high) / 2


class View:
    """A viewport that is turned and tilted: how ground becomes screen.

    Screen points are counted from the optical centre, right and up; ground points from the target,
    right and ahead.
    """

    def __init__(self, viewport, bearing, angle):
        self.width, self.height = mpf(viewport["width"]), mpf(viewport["height"])
        self.padding = {edge: mpf(size) for edge, size in viewport["padding"].items()}
        self.distance = self.height / (2 * tan(mpf(viewport["fov"]) * pi / 360))
        b, t = mpf(bearing) * pi / 180, mpf(angle) * pi / 180
        self.cos_b, self.sin_b, self.cos_t, self.sin_t = cos(b), sin(b), cos(t), sin(t)
        self.center = (
            (self.width + self.padding["left"] - self.padding["right"]) / 2,
            (self.height + self.padding["top"] - self.padding["bottom"]) / 2,
        )

    def turn(self, x, y):
        return x * self.cos_b - y * self.sin_b, x * self.sin_b + y * self.cos_b

    def turn_back(self, u, v):
        return u * self.cos_b + v * self.sin_b, v * self.cos_b - u * self.sin_b

    def draw(self, u, v):
        depth = self.distance + v * self.sin_t
        return self.distance * u / depth, self.distance * v * self.cos_t / depth

    def ground(self, x, y):
        v = self.distance * y / (self.distance * self.cos_t - y * self.sin_t)
        return x * (self.distance + v * self.sin_t) / self.distance, v

    def room(self, insets):
        """Left, right, bottom and top of what padding and insets leave."""
        left = self.padding["left"] + mpf(insets["left"]) - self.center[0]
        right = self.width - self.padding["right"] - mpf(insets["right"]) - self.center[0]
        bottom = self.center[1] - self.height + self.padding["bottom"] + mpf(insets["bottom"])
        top = self.center[1] - self.padding["top"] - mpf(insets["top"])
        return left, right, bottom, top

    def below_horizon(self, y):
        return self.distance * self.cos_t > y * self.sin_t

    def corners(self):
        """The ground of the viewport's corners, as east and north ways from the target."""
        xs = (-self.center[0], self.width - self.center[0])
        ys = (self.center[1] - self.height, self.center[1])
        return [self.turn_back(*self.ground(x, y)) for x in xs for y in ys]


def centered(view, room, points):
    """The target's plane place and the world's size of the centred fit of turned plane points."""
    left, right, bottom, top = room
    nearest, farthest = min(b for _, b in points), max(b for _, b in points)
    west, east = min(a for a, _ in points), max(a for a, _ in points)

    def aim(size):
        """For a size: the target, and how much too large the picture is."""

        def above(target):
            low = view.draw(0, size * (nearest - target))[1]
            return bottom + top - low - view.draw(0, size * (farthest - target))[1]

        # The nearest point is before the camera for targets up to here.
        depth = view.distance / view.sin_t / size if view.sin_t else None
        if depth is None:
            ahead = (nearest + farthest) / 2 - (bottom + top) / 2 / size
        else:
            end, reach = nearest + depth, view.distance / size
            start = nearest - reach
            while above(start) > 0:
                start -= reach
                reach *= 2
            gap = depth / 2
            while above(end - gap) < 0:
                gap /= 2
            ahead = root(above, start, end - gap)

        def drawn(target):
            xs = [view.draw(size * (a - target), size * (b - ahead))[0] for a, b in points]
            return min(xs), max(xs)

        def beside(target):
            return left + right - sum(drawn(target))

        reach = (abs(left) + abs(right)) / size + (east - west)
        start, end = west - reach, east + reach
        while beside(start) > 0:
            start -= reach
            reach *= 2
        while beside(end) < 0:
            end += reach
            reach *= 2
        aside = root(beside, start, end)
        low, high = drawn(aside)
        far, near = (view.draw(0, size * (b - ahead))[1] for b in (farthest, nearest))
        return aside, ahead, max((high - low) / (right - left), (far - near) / (top - bottom)) - 1

    low = mpf(256)
    while aim(low)[2] > 0:
        low /= 2
    high = low * 2
    while aim(high)[2] < 0:
        low, high = high, high * 2
    size = root(lambda value: aim(value)[2], low, high)
    aside, ahead, excess = aim(size)
    assert abs(excess) < mpf(10) ** -40, excess
    return view.turn_back(aside, ahead), size


# Inputs.


def random_viewport(largest=4096, padded=True):
    width, height = (round(source.uniform(100, largest), 1) for _ in range(2))
    sizes = (height, width, height, width)
    share = 0.3 if padded and source.random() < 0.5 else 0
    return {
        "width": width,
        "height": height,
        "padding": {e: round(source.uniform(0, share * s), 1) for e, s in zip(EDGES, sizes)},
        "fov": source.choice([36.86989764584402, 36.86989764584402, 25, 60]),
    }


def random_insets(viewport, share=0.15):
    sizes = (viewport["height"], viewport["width"]) * 2
    return {e: round(source.uniform(0, share * s), 1) for e, s in zip(EDGES, sizes)}


def random_bearing():
    return source.choice([0, 90, 270, round(source.uniform(0, 360), 3), source.uniform(0, 360)])


def random_places(meters, count):
    """Places in a square of about this width, in real metres, away from 180."""
    center = {"lat": source.uniform(-65, 65), "lon": source.uniform(-130, 130)}
    x, y = plane(center)
    side = mpf(meters) / (2 * pi * RADIUS) / cos(mpf(center["lat"]) * pi / 180)
    shifts = [(source.uniform(-0.5, 0.5), source.uniform(-0.5, 0.5)) for _ in range(count)]
    return [place_at(x + side * dx, y + side * dy) for dx, dy in shifts]


# Cases.


def sized(meters):
    """A viewport and insets; a metre is fitted into about 13 points, which is zoom 21."""
    if meters > 1:
        viewport = random_viewport()
        return viewport, random_insets(viewport)
    viewport = {"width": 40, "height": 40, "padding": dict.fromkeys(EDGES, 0), "fov": 36.87}
    return viewport, {e: round(source.uniform(13, 14), 2) for e in EDGES}


def flat_fit(meters):
    places = random_places(meters, source.randint(2, 9))
    viewport, insets = sized(meters)
    bearing = random_bearing()
    return fit_case(View(viewport, bearing, 0), viewport, insets, bearing, 0, places)


def tilted_fit(meters):
    while True:
        viewport, insets = sized(meters)
        bearing, angle = random_bearing(), source.uniform(1, 64)
        view = View(viewport, bearing, angle)
        if view.below_horizon(view.room(insets)[3] * mpf(1.02)):
            places = random_places(meters, source.randint(2, 9))
            return fit_case(view, viewport, insets, bearing, angle, places)


def fit_case(view, viewport, insets, bearing, angle, places):
    points = [view.turn(*plane(place)) for place in places]
    target, size = centered(view, view.room(insets), points)
    return {
        "viewport": viewport, "insets": insets, "bearing": bearing, "angle": angle,
        "places": places, "target": place_at(*target), "zoom": float(zoom_of(size)),
    }  # fmt: skip


def box_fit():
    """Boxes of up to the whole world."""
    south, north = source.uniform(-84, -20), source.uniform(20, 84)
    west, east = source.uniform(-179, -100), source.uniform(100, 179)
    viewport = random_viewport()
    insets, bearing = random_insets(viewport), random_bearing()
    view = View(viewport, bearing, 0)
    corners = [{"lat": lat, "lon": lon} for lat in (south, north) for lon in (west, east)]
    case = fit_case(view, viewport, insets, bearing, 0, corners)
    del case["places"]
    return {**case, "box": {"south": south, "west": west, "north": north, "east": east}}


def geodesic_end(latitude, longitude, distance, azimuth):
    """The plane place at the end of a great circle's arc, all in radians."""
    sine = sin(latitude) * cos(distance) + cos(latitude) * sin(distance) * cos(azimuth)
    turned = atan2(
        sin(azimuth) * sin(distance) * cos(latitude), cos(distance) - sin(latitude) * sine
    )
    end = asin(sine)
    return (longitude + turned) / (2 * pi), asinh(tan(end)) / (2 * pi)


def reach(function, start, end):
    """The greatest value of a function with one hill between two angles."""
    step = (end - start) / 3
    for _ in range(150):
        first, second = start + step, end - step
        if function(first) < function(second):
            start = first
        else:
            end = second
        step = (end - start) / 3
    return function((start + end) / 2)


def circle_fit(polar=False):
    """A circle inside of the square world, or one that reaches beyond its edge."""
    while True:
        circle = {
            "lat": source.uniform(-89, 89) if polar else source.uniform(-75, 75),
            "lon": source.uniform(-130, 130),
            "radius": 10 ** (source.uniform(4, 6.5) if polar else source.uniform(1, 6.5)),
        }
        distance = mpf(circle["radius"]) / RADIUS
        beyond = abs(circle["lat"]) + float(distance) * 57.2957795
        # A circle around a pole is all around the world: see `pole_fit`.
        if abs(circle["lat"]) < 84 and (85.3 < beyond < 89.9 if polar else beyond < 84):
            break
    latitude, longitude = (mpf(circle[name]) * pi / 180 for name in ("lat", "lon"))
    viewport = random_viewport()
    insets, bearing = random_insets(viewport), random_bearing()
    view = View(viewport, bearing, 0)

    def extent(direction):
        """How far the circle reaches; places beyond the square world are drawn on its edge."""

        def along(azimuth):
            x, y = geodesic_end(latitude, longitude, distance, azimuth)
            return x * direction[0] + min(max(y, -mpf(1) / 2), mpf(1) / 2) * direction[1]

        best = max((2 * pi * i / 90 for i in range(90)), key=along)
        return reach(along, best - 2 * pi / 90, best + 2 * pi / 90)

    east, west = extent(view.turn_back(1, 0)), -extent(view.turn_back(-1, 0))
    far, near = extent(view.turn_back(0, 1)), -extent(view.turn_back(0, -1))
    return extents_case(view, viewport, insets, bearing, circle, (west, east, near, far))


def pole_fit():
    """A north-up circle around a pole: as wide as the world, and up to the square's edge."""
    side = source.choice([1, -1])
    circle = {"lat": side * source.uniform(52, 90), "lon": source.uniform(-130, 130)}
    circle["radius"] = min((90 - abs(circle["lat"]) + source.uniform(1, 20)) * 111194.0, 5e6)
    viewport = random_viewport()
    insets = random_insets(viewport)
    view = View(viewport, 0, 0)
    end = mpf(circle["lat"]) * pi / 180 - side * mpf(circle["radius"]) / RADIUS
    edges = sorted([asinh(tan(end)) / (2 * pi), side * mpf(1) / 2])
    x = mpf(circle["lon"]) / 360
    half = mpf(1) / 2
    return extents_case(view, viewport, insets, 0, circle, (x - half, x + half, *edges))


def extents_case(view, viewport, insets, bearing, circle, extents):
    west, east, near, far = extents
    left, right, bottom, top = view.room(insets)
    size = min((right - left) / (east - west), (top - bottom) / (far - near))
    aside = (east + west) / 2 - (left + right) / 2 / size
    ahead = (far + near) / 2 - (bottom + top) / 2 / size
    return {
        "viewport": viewport, "insets": insets, "bearing": bearing, "circle": circle,
        "target": place_at(*view.turn_back(aside, ahead)), "zoom": float(zoom_of(size)),
    }  # fmt: skip


def random_camera(zoom):
    return {
        "lat": source.uniform(-70, 70), "lon": source.uniform(-150, 150), "zoom": zoom,
        "bearing": random_bearing(), "angle": source.choice([0, source.uniform(0, 64)]),
    }  # fmt: skip


def projection():
    camera = random_camera(source.uniform(0, 22))
    viewport = random_viewport()
    view = View(viewport, camera["bearing"], camera["angle"])
    size = scale(camera["zoom"])
    x, y = plane(camera)
    places, points = [], []
    while len(places) < 8:
        # Anywhere on the screen and a little beyond it.
        screen = [source.uniform(-0.2, 1.2) * viewport[side] for side in ("width", "height")]
        up = view.center[1] - mpf(screen[1])
        if not view.below_horizon(up * mpf(1.05)):
            continue
        u, v = view.ground(mpf(screen[0]) - view.center[0], up)
        dx, dy = view.turn_back(u / size, v / size)
        if abs(dx) > mpf("0.49") or abs(y + dy) > mpf("0.499"):
            places.append({"lat": camera["lat"], "lon": camera["lon"]})
        else:
            places.append(place_at(x + dx, y + dy))
        px, py = plane(places[-1])
        east = px - x - mp.nint(px - x)
        right, above = view.draw(*view.turn(size * east, size * (py - y)))
        points.append({"x": float(view.center[0] + right), "y": float(view.center[1] - above)})
    return {"camera": camera, "viewport": viewport, "places": places, "points": points}


def half_planes(ring):
    """The inside of a convex ring as (nx, ny, c) with nx x + ny y <= c, normals of length one."""
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))
    sign = 1 if area > 0 else -1
    for a, b in zip(ring, ring[1:] + ring[:1]):
        nx, ny = sign * (b[1] - a[1]), -sign * (b[0] - a[0])
        length = sqrt(nx * nx + ny * ny)
        yield nx / length, ny / length, (nx * a[0] + ny * a[1]) / length


def least_inverse_size(planes, corners):
    """The greatest s = 1 / size at which some target has all corners in all half planes."""
    lines = [(nx, ny, max(nx * x + ny * y for x, y in corners), c) for nx, ny, c in planes]
    best = None
    for three in itertools.combinations(lines, 3):
        matrix = mp.matrix([line[:3] for line in three])
        right = mp.matrix([line[3] for line in three])
        if abs(mp.det(matrix)) < mpf(10) ** -40:
            continue
        x, y, s = mp.lu_solve(matrix, right)
        legal = all(nx * x + ny * y + h * s <= c + mpf(10) ** -45 for nx, ny, h, c in lines)
        if legal and s > 0 and (best is None or s > best[2]):
            best = (x, y, s)
    return best


def nearest(lines, x, y):
    """The nearest place to (x, y) in the half planes (nx, ny, c): on one edge or at one vertex."""
    def inside(px, py):
        return all(nx * px + ny * py <= c + mpf(10) ** -45 for nx, ny, c in lines)

    if inside(x, y):
        return x, y
    found = []
    for nx, ny, c in lines:
        over = nx * x + ny * y - c
        found.append((x - over * nx, y - over * ny))
    for (ax, ay, ac), (bx, by, bc) in itertools.combinations(lines, 2):
        cross = ax * by - bx * ay
        if abs(cross) > mpf(10) ** -30:
            found.append(((ac * by - bc * ay) / cross, (ax * bc - bx * ac) / cross))
    legal = [place for place in found if inside(*place)]
    return min(legal, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)


def fence_clamp(corner_count):
    """A camera held in a box or a convex polygon so that all that is visible lies inside."""
    while True:
        camera = random_camera(source.uniform(3, 19))
        viewport = random_viewport(largest=1500)
        view = View(viewport, camera["bearing"], camera["angle"])
        if not view.below_horizon(view.center[1] * mpf(1.1)):
            continue
        size, corners = scale(camera["zoom"]), view.corners()
        x, y = plane(camera)
        # A fence of one to eight times the view's size, the camera near its edge.
        spread = max(abs(c) for corner in corners for c in corner) / size
        half = spread * mpf(source.uniform(0.5, 4))
        cx, cy = (c + half * mpf(source.uniform(-1.5, 1.5)) for c in (x, y))
        if half > mpf("0.1") or abs(cy) + 2 * half > mpf("0.4") or abs(cx) + 2 * half > mpf("0.45"):
            continue
        if corner_count == 0:
            low, high = place_at(cx - half, cy - half), place_at(cx + half, cy + half)
            west, east, south, north = low["lon"], high["lon"], low["lat"], high["lat"]
            ring = [(west, south), (east, south), (east, north), (west, north)]
        else:
            angles = sorted(source.uniform(0, 6.283) for _ in range(corner_count))
            made = [place_at(cx + half * cos(a), cy + half * sin(a)) for a in angles]
            ring = [(p["lon"], p["lat"]) for p in made]
        planes = list(half_planes([plane({"lat": lat, "lon": lon}) for lon, lat in ring]))
        reaches = [max(nx * gx + ny * gy for gx, gy in corners) for nx, ny, _ in planes]
        lines = [(nx, ny, c - h / size) for (nx, ny, c), h in zip(planes, reaches)]
        top = least_inverse_size(planes, corners)
        if top is None or zoom_of(1 / top[2]) > 24:
            continue
        raised = top[2] < 1 / size
        if raised:
            if corner_count == 0:
                # A box may leave a whole line of targets: the nearest of them.
                lines = [(nx, ny, c - h * top[2]) for (nx, ny, c), h in zip(planes, reaches)]
                target = nearest(lines, x, y)
            else:
                target = top[:2]
            zoom = float(zoom_of(1 / top[2]))
        else:
            target, zoom = nearest(lines, x, y), camera["zoom"]
        return {
            "camera": camera, "viewport": viewport, "ring": ring, "box": corner_count == 0,
            "target": place_at(*target), "zoom": zoom, "raised": bool(raised),
            "moved": bool(raised or target != (x, y)),
        }  # fmt: skip


def flight(kind):
    """Eleven frames of a path by van Wijk and Nuij, doi:10.1109/INFVIS.2003.1249004."""
    start, end = (
        {"lat": source.uniform(-70, 70), "lon": source.uniform(-180, 180),
         "zoom": source.uniform(2, 20)} for _ in range(2)
    )  # fmt: skip
    if kind == "near":
        way = 10 ** source.uniform(-13, -6)
        end = {"lat": start["lat"] + way, "lon": start["lon"] - way, "zoom": end["zoom"]}
    if kind == "level":
        way = 10 ** source.uniform(-10, -2)
        end = {"lat": start["lat"] - way, "lon": start["lon"] + way, "zoom": start["zoom"]}
    rho = source.choice([1.42, 1.42, round(source.uniform(0.5, 2.5), 2)])
    viewport = random_viewport(padded=False)
    with mp.workdps(200):
        (x0, y0), (x1, y1) = plane(start), plane(end)
        dx, dy = x1 - x0 - mp.nint(x1 - x0), y1 - y0
        r2, w0 = mpf(rho) ** 2, mpf(max(viewport["width"], viewport["height"]))
        w1 = w0 * mpf(2) ** (mpf(start["zoom"]) - mpf(end["zoom"]))
        u1 = sqrt(dx * dx + dy * dy) * scale(start["zoom"])
        b0 = (w1**2 - w0**2 + r2**2 * u1**2) / (2 * w0 * r2 * u1)
        b1 = (w1**2 - w0**2 - r2**2 * u1**2) / (2 * w1 * r2 * u1)
        r0, r1 = log(sqrt(b0**2 + 1) - b0), log(sqrt(b1**2 + 1) - b1)
        length = (r1 - r0) / mpf(rho)
        frames = []
        for i in range(11):
            s = mpf(rho) * length * i / 10
            u = w0 / r2 * (cosh(r0) * tanh(s + r0) - sinh(r0))
            w = w0 * cosh(r0) / cosh(s + r0)
            share = u / u1
            zoom = float(mpf(start["zoom"]) + log(w0 / w, 2))
            frames.append({**place_at(x0 + dx * share, y0 + dy * share), "zoom": zoom})
    return {
        "viewport": viewport, "from": start, "to": end, "rho": rho,
        "length": float(length), "frames": frames,
    }  # fmt: skip


def wanted(make, count, accept=lambda case: True):
    """So many cases that the limits of zoom and latitude leave alone, numbered."""
    cases = []
    while len(cases) < count:
        case = make()
        target = case.get("target", {"lat": 0})
        zooms = [case.get("zoom", 1)] + [frame["zoom"] for frame in case.get("frames", [])]
        if abs(target["lat"]) < 84.9 and all(0 < zoom < 30 for zoom in zooms) and accept(case):
            cases.append(case)
    return cases


def main():
    spans = [1, 10, 1000, 100_000, 3_000_000]
    cases = {
        "flat_fit": [c for m in spans for c in wanted(lambda m=m: flat_fit(m), 12)],
        "tilted_fit": [c for m in spans for c in wanted(lambda m=m: tilted_fit(m), 15)],
        "box_fit": wanted(box_fit, 20),
        "circle_fit": wanted(circle_fit, 24)
        + wanted(lambda: circle_fit(polar=True), 16)
        + wanted(pole_fit, 8),
        "projection": wanted(projection, 40),
        "fence_clamp": [
            c
            for count in (lambda: 0, lambda: source.randint(3, 7))
            for raised, number in ((True, 12), (False, 20))
            for c in wanted(
                lambda: fence_clamp(count()),
                number,
                lambda c, raised=raised: c["moved"] and c["raised"] == raised,
            )
        ],
        "flight": wanted(lambda: flight("far"), 12)
        + wanted(lambda: flight("near"), 8)
        + wanted(lambda: flight("level"), 8),
    }
    lines = []
    for kind, own in cases.items():
        numbered = ({"id": f"{kind}-{n:02}", **case} for n, case in enumerate(own, start=1))
        rows = ",\n".join(map(json.dumps, numbered))
        lines.append(f'"{kind}": [\n{rows}\n]')
    print("{" + ",\n".join(lines) + "}")


if __name__ == "__main__":
    main()
