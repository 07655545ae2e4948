"""Turns a viewfence camera into what map libraries and static-map services take.

viewfence counts zoom as the Google SDKs do: the world is 256 * 2^zoom points wide. MapLibre, Mapbox
and deck.gl count 512-pixel tiles: for the same picture their zoom is ours - 1.
"""

import math

GOOGLE_STATIC_SIDE = 640  # the most pixels a side, at scale 1


def zoom_512(zoom):
    """Returns the zoom of a library whose world is 512 * 2^zoom pixels wide."""
    return zoom - 1


def zoom_256(zoom):
    """Returns the camera zoom for the zoom of a library that counts 512-pixel tiles."""
    return zoom + 1


def maplibre_jump_to(camera, padding=None):
    """Returns the options of MapLibre GL JS `map.jumpTo`; `padding` is the viewport's in the request, if it had one."""
    target = camera["target"]
    options = {
        "center": [target["longitude"], target["latitude"]],
        "zoom": zoom_512(camera["zoom"]),
        "bearing": camera["bearing"],
        "pitch": camera["viewing_angle"],
    }
    return {**options, "padding": padding} if padding else options


def gms_camera_position(camera):
    """Returns the arguments of `GMSCameraPosition(latitude:longitude:zoom:bearing:viewingAngle:)`."""
    return {
        "latitude": camera["target"]["latitude"],
        "longitude": camera["target"]["longitude"],
        "zoom": camera["zoom"],
        "bearing": camera["bearing"],
        "viewingAngle": camera["viewing_angle"],
    }


def google_static_map(camera, viewport):
    """Returns the parameters of a Maps Static API URL that shows all that the camera shows.

    That service knows whole zooms only, so the zoom is rounded down. A side above 640 is asked for at
    scale 2: half the size, one zoom less, the same picture. Raises ValueError for a turned or tilted
    camera and for a side above 1280: the service cannot draw them.
    """
    if camera["bearing"] or camera["viewing_angle"]:
        raise ValueError("a static map is neither turned nor tilted")
    width, height = viewport["width"], viewport["height"]
    scale = 1 if max(width, height) <= GOOGLE_STATIC_SIDE else 2
    if max(width, height) > GOOGLE_STATIC_SIDE * scale:
        raise ValueError(f"a static map has at most {2 * GOOGLE_STATIC_SIDE} pixels a side")
    # A whole zoom may come out a rounding error below itself.
    zoom = math.floor(camera["zoom"] + 1e-9) - (scale - 1)
    target = camera["target"]
    return {
        "center": f"{target['latitude']:.7f},{target['longitude']:.7f}",
        "zoom": zoom,
        "size": f"{math.ceil(width / scale)}x{math.ceil(height / scale)}",
        "scale": scale,
    }


def mapbox_static_image(camera, viewport):
    """Returns the position part of a Static Images API path: `longitude,latitude,zoom,bearing,pitch/WxH`."""
    target = camera["target"]
    place = f"{target['longitude']:.7f},{target['latitude']:.7f},{zoom_512(camera['zoom']):.6f}"
    turn = f"{camera['bearing']:.4f},{camera['viewing_angle']:.4f}"
    return f"{place},{turn}/{math.ceil(viewport['width'])}x{math.ceil(viewport['height'])}"
