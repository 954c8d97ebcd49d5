"""The sheet: a plain projection, then a cartogram that gives each territory and the narrow seas the room they ask for.

Projection: latitudes after T. Patterson, B. Savric, B. Jenny, "Introducing the Patterson Cylindrical Projection"
(Cartographic Perspectives 78, 2014). Cartogram: M. Gastner, V. Seguy, P. More, "Fast flow-based algorithm for creating
density-equalizing map projections" (PNAS 115, 2018).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import shapely
from scipy.fft import dctn, idctn
from scipy.ndimage import gaussian_filter, map_coordinates
from shapely import Polygon
from sources import CUT

WIDTH, HEIGHT = 1280, 800
SOUTH, NORTH = -57.0, 84.0
TOP, BOTTOM = 46, 10  # sea above and below: the frame of the warp does not press on land
TAPER = 0.24  # how far meridians draw together towards the poles
CELL = 2.0  # px of the grid
STEPS = 60
DENSEST, THINNEST = 4.5, 0.2

Warp = Callable[[Any], Any]


def patterson(latitude: float | Any) -> Any:
    """The ordinate of a latitude in radians."""
    return 1.0148 * latitude + 0.23185 * latitude**5 - 0.14499 * latitude**7 + 0.02406 * latitude**9


def base(places: Any) -> Any:
    """Longitude and latitude in degrees -> the plain sheet in px."""
    longitude = np.asarray(places)[:, 0] - (CUT + 180)
    latitude = np.radians(np.asarray(places)[:, 1])
    north, south = patterson(math.radians(NORTH)), patterson(math.radians(SOUTH))
    taper = 1 - TAPER * (np.abs(latitude) / (math.pi / 2)) ** 2.2
    x = WIDTH / 2 + longitude / 360 * WIDTH * taper
    y = TOP + (HEIGHT - TOP - BOTTOM) * (north - patterson(latitude)) / (north - south)
    return np.column_stack([x, y])


def raster(shapes: list[Any]) -> Any:
    """Which shape covers the centre of each cell of the grid; -1 for none."""
    columns, rows = int(WIDTH / CELL), int(HEIGHT / CELL)
    x, y = np.meshgrid((np.arange(columns) + 0.5) * CELL, (np.arange(rows) + 0.5) * CELL)
    label = np.full((rows, columns), -1)
    for number, shape in enumerate(shapes):
        left, top, right, bottom = (int(edge / CELL) for edge in shape.bounds)
        part = np.s_[max(top - 1, 0) : bottom + 2, max(left - 1, 0) : right + 2]
        shapely.prepare(shape)
        label[part][shapely.contains_xy(shape, x[part], y[part])] = number
    return label


def sample(field: Any, places: Any) -> Any:
    """The values of a field of the grid's nodes at places (x, y), linearly between them."""
    return map_coordinates(field, [places[1] / CELL, places[0] / CELL], order=1, mode="nearest")


def cartogram(
    shapes: dict[str, Any], room: dict[str, float], seas: list[dict[str, Any]], share: float, mix: float, blur: float
) -> Warp:
    """The warp of the sheet onto itself. `share` of the sheet is land; `mix` 0 keeps areas, 1 gives `room` fully.

    It is one to one and the frame stays, so no border appears or vanishes. `blur` (px) keeps it smooth.
    """
    columns, rows = int(WIDTH / CELL), int(HEIGHT / CELL)
    nodes = np.stack(np.meshgrid(np.arange(columns + 1) * CELL, np.arange(rows + 1) * CELL)).astype(float)
    wishes = np.array([room[code] for code in shapes])
    areas = np.array([shape.area for shape in shapes.values()])
    target = (wishes / wishes.sum()) ** mix * (areas / areas.sum()) ** (1 - mix)
    target *= share * WIDTH * HEIGHT / target.sum()
    zones = [shapely.transform(Polygon(sea["inside"]).segmentize(1), base) for sea in seas]
    water = raster(list(shapes.values())) < 0
    wanted = [((raster([zone]) == 0) & water).sum() * CELL**2 * sea["times"] for zone, sea in zip(zones, seas)]
    gone = nodes

    def warp(places: Any) -> Any:
        at = np.asarray(places, float).T
        return np.column_stack([sample(gone[0], at), sample(gone[1], at)])

    for turn in range(3):
        now = [shapely.transform(shape, warp) for shape in shapes.values()]
        density = densities(now, [shapely.transform(zone, warp) for zone in zones], target, wanted)
        density = gaussian_filter(density, blur / CELL / (1 + 0.4 * turn), mode="reflect")
        moved = move_nodes(nodes, density / density.mean())
        gone = np.stack([sample(moved[0], gone), sample(moved[1], gone)])
    return warp


def densities(now: list[Any], zones: list[Any], target: Any, wanted: list[float]) -> Any:
    """Returns the density of each cell: the area that it should have divided by its current area."""
    land, zone = raster(now), raster(zones)
    zone[land >= 0] = -1
    ocean = (land < 0) & (zone < 0)
    density = np.empty(land.shape)
    density[ocean] = (WIDTH * HEIGHT - target.sum() - sum(wanted)) / (ocean.sum() * CELL**2)
    for number, shape in enumerate(now):
        density[land == number] = target[number] / shape.area
    for number, want in enumerate(wanted):
        density[zone == number] = want / max(1, (zone == number).sum() * CELL**2)
    return np.clip(density, THINNEST, DENSEST)


def move_nodes(nodes: Any, density: Any) -> Any:
    """Returns the nodes moved until the density is uniform: speed is the constant flux divided by the density left."""
    rows, columns = density.shape
    waves = dctn(density - 1, type=2, norm="ortho")
    squares = (np.pi * np.arange(columns) / columns / CELL)[None, :] ** 2 + (np.pi * np.arange(rows) / rows / CELL)[
        :, None
    ] ** 2
    squares[0, 0] = 1
    potential = at_nodes(idctn(waves / squares, type=2, norm="ortho"))
    down, right = np.gradient(-potential, CELL)
    right[:, 0] = right[:, -1] = 0
    down[0] = down[-1] = 0
    initial_density, places = at_nodes(density), nodes.copy()
    for step in range(STEPS):
        time = (step + 0.5) / STEPS
        speed = np.stack([right, down]) / ((1 - time) * initial_density + time)
        middle = places + 0.5 / STEPS * np.stack([sample(speed[0], places), sample(speed[1], places)])
        places = places + np.stack([sample(speed[0], middle), sample(speed[1], middle)]) / STEPS
        places[0], places[1] = places[0].clip(0, WIDTH), places[1].clip(0, HEIGHT)
    return places


def at_nodes(field: Any) -> Any:
    """Converts a field of cell values to node values by averaging."""
    wide = np.pad(field, 1, mode="edge")
    return (wide[1:, 1:] + wide[:-1, 1:] + wide[1:, :-1] + wide[:-1, :-1]) / 4
