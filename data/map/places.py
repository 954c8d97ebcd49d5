"""Discs, names and sea lanes on the drawn outlines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import shapely
from shapely import LineString, Point, box
from shapely.ops import nearest_points
from sources import polygons

LANE_OVERLAP = 3.5  # px that a lane reaches into the land, so that its end is seen to touch
MIN_LANE_OVERLAP = 0.8  # px from the coast that a lane reaches at least
STRAIGHT_LANE_LENGTH = 25.0  # px below which a lane with one way point is straight
Place = tuple[float, float]


def discs(shapes: dict[str, Any], nudges: dict[str, list[float]], apart: float, inland: float) -> dict[str, Any]:
    """The centre of each disc: the point farthest from the coast of the largest part, then pushed apart.

    Two are `apart` px from one another, each at least `inland` px from the edge of its territory.
    """
    centres, inner_areas = {}, {}
    for code, shape in shapes.items():
        part = max(polygons(shape), key=lambda polygon: polygon.area)
        circle = shapely.maximum_inscribed_circle(part, tolerance=0.3)
        centres[code] = np.array(circle.coords[0]) + nudges.get(code, [0, 0])
        inner_areas[code] = part.buffer(-min(inland, circle.length * 0.9))
    codes = list(centres)
    for _ in range(600):
        is_moved = False
        for place, code in enumerate(codes):
            for other in codes[place + 1 :]:
                away = centres[other] - centres[code]
                distance = float(np.hypot(*away))
                if distance < apart:
                    is_moved = True
                    push = away / (distance or 1) * (apart + 0.5 - distance) * 0.25
                    slide(centres, inner_areas, code, -push)
                    slide(centres, inner_areas, other, push)
        if not is_moved:
            break
    return centres


def slide(at: dict[str, Any], free: dict[str, Any], code: str, push: Any) -> None:
    """Moves a disc by `push`, or along one axis where only that stays inland."""
    for part in ([1, 1], [0, 1], [1, 0]):
        if free[code].contains(Point(at[code] + push * part)):
            at[code] = at[code] + push * part
            return


def lane(first: Any, second: Any, way: list[Place]) -> list[Place]:
    """The points of a lane between two shapes; its ends are the points of the coasts nearest to the way."""
    if not way:
        a, b = nearest_points(first, second)
        way = [((a.x + b.x) / 2, (a.y + b.y) / 2)]
    start, end = nearest_points(first, Point(way[0]))[0], nearest_points(second, Point(way[-1]))[0]
    start_at, end_at = (start.x, start.y), (end.x, end.y)
    if len(way) == 1 and math.dist(start_at, end_at) < STRAIGHT_LANE_LENGTH:
        return [beyond(end_at, start_at, first), beyond(start_at, end_at, second)]
    return [beyond(way[0], start_at, first), *way, beyond(way[-1], end_at, second)]


def beyond(source: Place, end: Place, land: Any) -> Place:
    """A point of `land` a few px from `end` on its coast: straight on from `source`, or the nearest that is inside."""
    length = math.dist(source, end) or 1.0
    place = end[0] + (end[0] - source[0]) / length * LANE_OVERLAP, end[1] + (end[1] - source[1]) / length * LANE_OVERLAP
    if land.contains(Point(place)) and land.boundary.distance(Point(place)) > MIN_LANE_OVERLAP:
        return place
    inner = nearest_points(land.buffer(-MIN_LANE_OVERLAP), Point(end))[0]
    return inner.x, inner.y


def smooth(points: list[Place], unit: int) -> tuple[str, LineString]:
    """A Catmull-Rom curve through points, as path data and as a line."""
    places = [np.array(point) for point in points]
    text = "M" + whole(places[0] * unit)
    if len(places) == 2:
        return text + "L" + whole(places[1] * unit), LineString(places)
    ends = [2 * places[0] - places[1], *places, 2 * places[-1] - places[-2]]
    line = [places[0]]
    for before, here, there, after in zip(ends, ends[1:], ends[2:], ends[3:]):
        first, second = here + (there - before) / 6, there - (after - here) / 6
        text += "C" + " ".join(whole(point * unit) for point in (first, second, there))
        for step in range(1, 13):
            u = step / 12
            line.append(
                (1 - u) ** 3 * here + 3 * u * (1 - u) ** 2 * first + 3 * u * u * (1 - u) * second + u**3 * there
            )
    return text, LineString(line)


def whole(place: Any) -> str:
    """A point in whole numbers."""
    return f"{place[0]:.0f} {place[1]:.0f}"


def name_places(
    at: dict[str, Any], shapes: dict[str, Any], names: dict[str, list[list[str]]], radius: float, line: float
) -> dict[str, tuple[float, float, str]]:
    """Where a territory's name stands: offset of the first line's baseline from the disc, and the text anchor.

    `names` has the lines of the name in each language. Of the places below, above, right and left of the disc it is
    the one that covers least of other discs, other names and borders; below is preferred.
    """
    circles = {code: Point(place).buffer(radius + 2) for code, place in at.items()}
    lines = {code: shape.boundary.buffer(0.8) for code, shape in shapes.items()}
    positions: dict[str, tuple[float, float, str]] = {}
    frames: dict[str, Any] = {}
    for _ in range(3):
        for code, texts in names.items():
            width = max(len(text) for words in texts for text in words) * 5.7
            line_count = max(len(words) for words in texts)
            others = [circles[other] for other in at if other != code]
            others += [frames[other] for other in frames if other != code]
            best = None
            for x, y, anchor, cost in candidates(line_count, radius, line):
                left = at[code][0] + x - (width / 2 if anchor == "middle" else width if anchor == "end" else 0)
                top = at[code][1] + y - 9
                frame = box(left, top, left + width, top + line_count * line)
                cost += sum(frame.intersection(other).area for other in others if other.intersects(frame)) * 6
                cost += sum(frame.intersection(edge).area for edge in lines.values() if edge.intersects(frame)) * 1.5
                if left < 4 or left + width > 1276:
                    cost += 5000
                if best is None or cost < best[0]:
                    best = cost, (x, y, anchor), frame
            assert best is not None
            positions[code], frames[code] = best[1], best[2]
    return positions


def candidates(count: int, radius: float, line: float) -> list[tuple[float, float, str, float]]:
    """Offsets of a name of so many lines, with its anchor and what it costs not to be the preferred one."""
    above = -radius - 6 - (count - 1) * line
    beside = 4 - (count - 1) * line / 2
    return [
        (0, radius + 11, "middle", 0), (0, above, "middle", 170),
        (radius + 5, beside, "start", 210), (-radius - 5, beside, "end", 230),
        (14, radius + 10, "middle", 90), (-14, radius + 10, "middle", 90),
    ]  # fmt: skip
