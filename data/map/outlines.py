"""Outlines as arcs that neighbours share, drawn as one quadratic B-spline each on a grid of whole numbers.

Vertices are even tenths of a pixel and the control points of the spline, their midpoints its joints: these are whole
numbers too, so the reflected control points of the path command `t` are exact and both owners draw the same curve.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from shapely import Polygon
from sources import areal, polygons

UNIT = 10  # numbers of a path for each px
Vertex = tuple[int, int]
Piece = tuple[Vertex, Vertex, Vertex]  # start, control, end


@dataclass
class Arc:
    """A line between two junctions, or a loop without any, and the territories on its sides."""

    points: list[Vertex]
    is_loop: bool
    owners: list[str]


Ring = list[tuple[int, bool]]  # arcs by number, and whether forward


def simplify_shapes(shapes: dict[str, Any], coast: float, inner: float) -> dict[str, Any]:
    """Fewer vertices, the same topology (Visvalingam and Whyatt; tolerances in px: square roots of triangles).

    Shared edges have the tolerance `inner`, coasts `coast`.
    """
    simplified_shapes = [shapely.set_precision(shape, 0.01) for shape in shapes.values()]
    if not shapely.coverage_is_valid(simplified_shapes):
        simplified_shapes = list(shapely.coverage_clean(simplified_shapes))
    simplified_shapes = list(shapely.coverage_simplify(simplified_shapes, inner, simplify_boundary=False))
    return dict(zip(shapes, shapely.coverage_simplify(simplified_shapes, coast, simplify_boundary=True)))


def arcs_of(shapes: dict[str, Any]) -> tuple[list[Arc], dict[str, list[Ring]]]:
    """Cuts all rings at junctions into arcs that are stored once; the rings of each territory are lists of them."""
    rings: dict[str, list[list[Vertex]]] = defaultdict(list)
    neighbours: dict[Vertex, set[Vertex]] = defaultdict(set)
    for code, shape in shapes.items():
        for polygon in polygons(shape):
            for line in (polygon.exterior, *polygon.interiors):
                ring = on_grid(line)
                if len(ring) >= 3:
                    rings[code].append(ring)
                    for vertex, next_vertex in pairwise([*ring, ring[0]]):
                        neighbours[vertex].add(next_vertex)
                        neighbours[next_vertex].add(vertex)
    arcs: list[Arc] = []
    arc_numbers: dict[tuple[Vertex, ...], int] = {}
    rings_by_code: dict[str, list[Ring]] = {code: [] for code in shapes}
    for code, lines in rings.items():
        for ring in lines:
            cuts = [place for place, vertex in enumerate(ring) if len(neighbours[vertex]) > 2]
            rings_by_code[code].append(numbered(pieces_between(ring, cuts), not cuts, code, arcs, arc_numbers))
    return arcs, rings_by_code


def on_grid(line: Any) -> list[Vertex]:
    """The vertices of a ring on the even grid, without repetitions."""
    ring: list[Vertex] = []
    for x, y in np.round(np.asarray(line.coords)[:-1] * UNIT / 2).astype(int) * 2:
        if not ring or ring[-1] != (x, y):
            ring.append((int(x), int(y)))
    if ring and ring[0] == ring[-1]:
        ring.pop()
    return ring


def pieces_between(ring: list[Vertex], cuts: list[int]) -> list[list[Vertex]]:
    """A ring cut at places; without any it is turned to begin at its least vertex."""
    if not cuts:
        first = ring.index(min(ring))
        return [ring[first:] + ring[:first]]
    turned = ring[cuts[0] :] + ring[: cuts[0]]
    ends = [cut - cuts[0] for cut in cuts] + [len(turned)]
    return [(turned + turned[:1])[start : end + 1] for start, end in pairwise(ends)]


def numbered(
    pieces: list[list[Vertex]], is_loop: bool, code: str, arcs: list[Arc], known: dict[tuple[Vertex, ...], int]
) -> Ring:
    """The pieces as numbers of arcs; new arcs are added to `arcs` and `known`."""
    ring: Ring = []
    for piece in pieces:
        forward = tuple(piece)
        back = (piece[0], *piece[:0:-1]) if is_loop else forward[::-1]
        if forward in known or back in known:
            number = known.get(forward, known.get(back, -1))
            arcs[number].owners.append(code)
            ring.append((number, forward in known))
        else:
            known[forward] = len(arcs)
            ring.append((len(arcs), True))
            arcs.append(Arc(piece, is_loop, [code]))
    return ring


def middle(one: Vertex, other: Vertex) -> Vertex:
    """The point halfway."""
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def curve(arc: Arc, forward: bool = True) -> list[Piece]:
    """An arc as quadratic pieces."""
    points = arc.points
    if arc.is_loop:
        triples = list(zip([points[-1], *points[:-1]], points, points[1:] + points[:1]))
        pieces = [(middle(before, here), here, middle(here, after)) for before, here, after in triples]
    elif len(points) == 2:
        pieces = [(points[0], middle(*points), points[1])]
    else:
        joints = [points[0], *(middle(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
        pieces = list(zip(joints, points[1:-1], joints[1:]))
    return pieces if forward else [(end, control, start) for start, control, end in reversed(pieces)]


def numbers(*values: int) -> str:
    """Numbers of a path, apart by a space where no sign does it."""
    return "".join((" " if place and value >= 0 else "") + str(value) for place, value in enumerate(values))


def path(rings: list[Ring], arcs: list[Arc], is_closed: bool = True) -> str:
    """Path data with relative numbers."""
    text = []
    for ring in rings:
        for place, (number, forward) in enumerate(ring):
            pieces = curve(arcs[number], forward)
            if place == 0:
                text.append("M" + numbers(*pieces[0][0]))
            if not arcs[number].is_loop and len(arcs[number].points) == 2:
                (x, y), (to_x, to_y) = pieces[0][0], pieces[0][2]
                text.append("l" + numbers(to_x - x, to_y - y))
                continue
            for turn, ((x, y), control, (to_x, to_y)) in enumerate(pieces):
                step = to_x - x, to_y - y
                if turn == 0:
                    text.append("q" + numbers(control[0] - x, control[1] - y, *step))
                else:
                    text.append(("t" if turn == 1 else "" if step[0] < 0 else " ") + numbers(*step))
        text.append("z" if is_closed else "")
    return "".join(text)


def drawn_shape(rings: list[Ring], arcs: list[Arc], samples: int = 4) -> Any:
    """The drawn territory as polygons in px: curves sampled, even-odd as the fill rule."""
    shape = Polygon()
    for ring in rings:
        points = [
            tuple((s * (1 - u) ** 2 + 2 * c * u * (1 - u) + e * u * u) / UNIT for s, c, e in zip(*piece))
            for number, forward in ring
            for piece in curve(arcs[number], forward)
            for u in (step / samples for step in range(samples))
        ]
        loop = Polygon(points)
        shape = shapely.symmetric_difference(shape, loop if loop.is_valid else areal(shapely.make_valid(loop)))
    return areal(shape)
