"""Reads TopoJSON files: polygons by the name of their object, with longitudes that begin at Bering Strait."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely import MultiPolygon, Polygon
from shapely.ops import unary_union

CUT = -169.0  # the longitude at which the sheet begins: Chukotka stays whole at its right edge


def polygons(shape: Any) -> list[Polygon]:
    """The polygons of any geometry; points and lines are left out."""
    if shape.geom_type == "Polygon":
        return [shape] if shape.area > 0 else []
    return [polygon for part in getattr(shape, "geoms", []) for polygon in polygons(part)]


def areal(shape: Any) -> Any:
    """The union of the polygons of a geometry."""
    return unary_union(polygons(shape))


def read_topology(path: Path, name: str | None = None) -> dict[str, Any]:
    """Object name -> polygons (longitude, latitude) of a collection of a TopoJSON file, by default its first."""
    data = json.loads(path.read_text("utf-8"))
    scale, shift = data["transform"]["scale"], data["transform"]["translate"]
    arcs = []
    for deltas in data["arcs"]:
        line = np.cumsum(np.array(deltas, float), axis=0) * scale + shift
        line[:, 0] = np.where(line[:, 0] < CUT, line[:, 0] + 360, line[:, 0])  # before any polygon exists
        arcs.append(line)
    polygons_by_name: dict[str, list[Polygon]] = defaultdict(list)
    for item in data["objects"][name or next(iter(data["objects"]))]["geometries"]:
        if not item.get("arcs"):
            continue
        for rings in [item["arcs"]] if item["type"] == "Polygon" else item["arcs"]:
            closed_rings = [ring for ring in (join(arcs, ring) for ring in rings) if len(ring) >= 4]
            if closed_rings and np.ptp(np.array(closed_rings[0])[:, 0]) < 180:  # wider ones are islets on the cut
                polygons_by_name[str(item["properties"].get("name"))].append(Polygon(closed_rings[0], closed_rings[1:]))
    return {key: areal(shapely.make_valid(MultiPolygon(parts))) for key, parts in polygons_by_name.items()}


def join(arcs: list[Any], numbers: list[int]) -> list[Any]:
    """A ring of arcs by their numbers; a negative one is the complement of an arc taken backwards."""
    ring: list[Any] = []
    for number in numbers:
        line = arcs[number] if number >= 0 else arcs[~number][::-1]
        ring.extend(line if not ring else line[1:])
    return ring
