"""Who owns what: one polygon for each territory, neighbours with the very same vertices along their border."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import shapely
from shapely import LineString, Polygon, box
from shapely.ops import polygonize, unary_union
from sources import CUT, areal, polygons, read_topology

GRID_DEGREES = 0.001  # degrees
REACH_DEGREES = (0.03, 0.1, 0.3, 1.0, 3.0)  # degrees within which a crumb goes to a division
MAX_EDGE_DEGREES = 0.6  # degrees of an edge: longer ones would not bend with the sheet
MAX_SLIVER_AREA = 0.02  # square degrees: what no source owns, along borders


def coverage(table: dict[str, Any], countries: Path, divisions: Path, codes: list[str]) -> dict[str, Any]:
    """Territory code -> polygons (longitude, latitude), by the tables of `assignment.toml`."""
    world = read_topology(countries, "countries")
    parts_by_code: dict[str, list[Any]] = defaultdict(list)
    for code, names in table["countries"].items():
        parts_by_code[code] += [world[name] for name in names]
    for country, entry in table["divisions"].items():
        divide(parts_by_code, world[country], entry, divisions)
    for country, entry in table["knives"].items():
        land = world[country]
        for cut in entry["cuts"]:
            parts_by_code[cut["to"]].append(shapely.intersection(land, Polygon(cut["inside"])))
            land = shapely.difference(land, Polygon(cut["inside"]))
        parts_by_code[entry["rest"]].append(land)
    water = unary_union([LineString(entry["line"]).buffer(entry["width"]) for entry in table["water"]])
    frame = box(CUT, -58, 360 + CUT, 84)
    shapes = {}
    for code, parts in parts_by_code.items():
        territory_shape = unary_union(
            [areal(shapely.set_precision(areal(part), GRID_DEGREES)) for part in parts if not part.is_empty]
        )
        shapes[code] = areal(shapely.intersection(areal(shapely.difference(territory_shape, water)), frame))
    return node(shapes, codes)


def divide(owned: dict[str, list[Any]], land: Any, entry: dict[str, Any], folder: Path) -> None:
    """Shares a country along its divisions. They are guides: coast and frontier stay those of the country."""
    parts = read_topology(folder / f"{entry['file']}.topo.json")
    tables = {code: names for code, names in entry.items() if code not in ("file", "rest")}
    named = {name for names in tables.values() for name in names}
    guides = {
        code: areal(unary_union([parts[name] for name in names]).buffer(GRID_DEGREES)) for code, names in tables.items()
    }
    others = [part for name, part in parts.items() if name and name not in named]
    if others:
        rest = [guides[entry["rest"]]] if entry["rest"] in guides else []
        guides[entry["rest"]] = unary_union(others + rest)
    for code, guide in guides.items():
        owned[code].append(shapely.intersection(land, guide))
        land = shapely.difference(land, guide)
    for reach in REACH_DEGREES:  # where the sources disagree on a coast, a crumb goes to who reaches it first
        for code, guide in guides.items():
            near = guide.simplify(reach / 5).buffer(reach)
            owned[code].append(shapely.intersection(land, near))
            land = shapely.difference(land, near)


def node(shapes: dict[str, Any], codes: list[str]) -> dict[str, Any]:
    """Nodes all outlines together and labels the faces, so that two neighbours share every vertex of their border."""
    outlines = [areal(shapely.set_precision(shape, GRID_DEGREES)).boundary for shape in shapes.values()]
    lines = shapely.segmentize(
        unary_union(shapely.set_precision(unary_union(outlines), GRID_DEGREES)), MAX_EDGE_DEGREES
    )
    owners, territory_shapes = list(shapes), list(shapes.values())
    tree = shapely.STRtree(territory_shapes)
    faces: dict[str, list[Any]] = defaultdict(list)
    slivers = []
    for face in polygonize(shapely.get_parts(lines)):
        inside = face.representative_point()
        matches = [index for index in tree.query(inside) if territory_shapes[index].contains(inside)]
        if matches:
            faces[owners[matches[0]]].append(face)
        elif face.area < MAX_SLIVER_AREA:
            slivers.append(face)
    for sliver in slivers:
        faces[max(faces, key=lambda code: shared_length(sliver, faces[code]))].append(sliver)
    return {code: shapely.coverage_union_all(faces[code]) for code in codes}


def shared_length(sliver: Any, faces: list[Any]) -> float:
    """The length of the outline that a sliver shares with the faces of a territory."""
    return sum(sliver.boundary.intersection(face.boundary).length for face in faces if face.intersects(sliver))


def without_arctic(shapes: dict[str, Any], latitude: float, of: list[str]) -> dict[str, Any]:
    """Drops the islands whose middle is north of a latitude, except those of the territories `of`."""
    return {
        code: shape
        if code in of
        else shapely.MultiPolygon([part for part in polygons(shape) if part.area > 100 or part.centroid.y < latitude])
        for code, shape in shapes.items()
    }


def without_islets(shapes: dict[str, Any], least: dict[str, float], keep: dict[str, float]) -> dict[str, Any]:
    """Drops islets and fills holes.

    `least` is the area of an islet that stays (px2, `""` for all others), `keep` the
    distance in px from the main land within which it stays; an islet of three times that area always stays.
    """
    shapes_left = {}
    for code, shape in shapes.items():
        parts = sorted(polygons(shape), key=lambda part: -part.area)
        limit, max_distance = least.get(code, least[""]), keep.get(code, keep[""])
        parts = [part for part in parts if part is parts[0] or
                 (part.area > limit and (part.distance(parts[0]) < max_distance or part.area > 3 * limit))]  # fmt: skip
        shapes_left[code] = shapely.MultiPolygon(
            [Polygon(part.exterior, [hole for hole in part.interiors if Polygon(hole).area > 40]) for part in parts]
        )
    return shapes_left
