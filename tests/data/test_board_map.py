"""The shipped map, read as a stranger would read it: who touches whom, lanes, discs, sizes.

Nothing of the generator is used; outlines are path data with the commands M, q, t, l, z and `unit` numbers to a px.
"""

from __future__ import annotations

import gzip
import math
import re
from collections import defaultdict
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise

import pytest

from plancia_data import board, board_ids, board_map

Place = tuple[float, float]
RADIUS = 22.0
LINKS = {"AFG-IND"}  # lines across another territory, for boards with a border that the map does not have


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def flat(path: str) -> list[list[Place]]:
    """The rings of an outline as points in px; each curve at four places."""
    rings = []
    for part in path.split("z")[:-1]:
        points: list[Place] = []
        control: Place = (0, 0)
        for command, text in re.findall(r"([Mqtl])([^Mqtl]*)", part):
            values = numbers(text)
            steps = list(zip(values[::2], values[1::2], strict=True))
            if command == "M":
                points.append(steps[0])
                continue
            for x, y in points[-1:]:
                here = (x, y)
            while steps:
                if command == "q":
                    (cx, cy), (ex, ey) = steps.pop(0), steps.pop(0)
                    control = here[0] + cx, here[1] + cy
                elif command == "t":
                    ex, ey = steps.pop(0)
                    control = 2 * here[0] - control[0], 2 * here[1] - control[1]
                else:
                    ex, ey = steps.pop(0)
                    control = here[0] + ex / 2, here[1] + ey / 2
                end = here[0] + ex, here[1] + ey
                for u in (0.25, 0.5, 0.75, 1.0):
                    weights = ((1 - u) ** 2, 2 * u * (1 - u), u * u)
                    points.append((
                        sum(w * p[0] for w, p in zip(weights, (here, control, end), strict=True)),
                        sum(w * p[1] for w, p in zip(weights, (here, control, end), strict=True)),
                    ))  # fmt: skip
                here = end
        rings.append([(x / board_map().unit, y / board_map().unit) for x, y in points])
    return rings


@cache
def outlines() -> dict[str, list[list[Place]]]:
    return {code: flat(drawn.path) for code, drawn in board_map().territories.items()}


@cache
def box(code: str) -> tuple[float, float, float, float]:
    """The smallest and largest x and y of an outline."""
    xs, ys = zip(*(place for ring in outlines()[code] for place in ring), strict=True)
    return min(xs), max(xs), min(ys), max(ys)


def is_near(code: str, place: Place) -> bool:
    """Whether a point is within the box of a territory: few are, and outlines are long."""
    left, right, top, bottom = box(code)
    return left <= place[0] <= right and top <= place[1] <= bottom


def holds(rings: list[list[Place]], place: Place) -> bool:
    """Whether a point is inside, by the even-odd rule."""
    x, y = place
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
    return inside


def to_edge(rings: list[list[Place]], place: Place) -> float:
    """The distance from a point to an outline."""
    return min(to_segment(place, a, b) for ring in rings for a, b in pairwise([*ring, ring[0]]))


def to_segment(place: Place, a: Place, b: Place) -> float:
    square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    part = 0.0
    if square:
        part = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / square
    part = min(1.0, max(0.0, part))
    return math.dist(place, (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1])))


@cache
def contacts() -> dict[frozenset[str], float]:
    """Pairs of territories whose outlines have segments in common, with the length of these."""
    owners: dict[frozenset[Place], set[str]] = defaultdict(set)
    for code, rings in outlines().items():
        for ring in rings:
            for a, b in pairwise([*ring, ring[0]]):
                ends = frozenset((round(x, 2), round(y, 2)) for x, y in (a, b))
                if len(ends) == 2:
                    owners[ends].add(code)
    found: dict[frozenset[str], float] = defaultdict(float)
    for segment, codes in owners.items():
        assert len(codes) <= 2, codes
        if len(codes) == 2:
            found[frozenset(codes)] += math.dist(*segment)
    return dict(found)


def borders(board_id: str) -> set[frozenset[str]]:
    layout = board(board_id)
    return {frozenset((layout.codes[a], layout.codes[b])) for a, b in layout.borders}


def pairs(names: object) -> set[frozenset[str]]:
    return {frozenset(str(name).split("-")) for name in names}  # type: ignore[attr-defined]


def lane_points(path: str) -> list[Place]:
    """Points along a lane (M, L, C with absolute numbers) in px."""
    points: list[Place] = []
    for command, text in re.findall(r"([MLC])([^MLC]*)", path):
        values = [value / board_map().unit for value in numbers(text)]
        steps = list(zip(values[::2], values[1::2], strict=True))
        if command == "C":
            start = points[-1]
            for step in range(1, 41):
                u = step / 40
                weights = ((1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u**3)
                points.append((
                    sum(w * p[0] for w, p in zip(weights, (start, *steps), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (start, *steps), strict=True)),
                ))  # fmt: skip
        elif command == "L":
            start = points[-1]
            points += [
                (start[0] + (steps[0][0] - start[0]) * u / 40, start[1] + (steps[0][1] - start[1]) * u / 40)
                for u in range(1, 41)
            ]
        else:
            points.append(steps[0])
    return points


def moved(code: str, place: Place, layout: str) -> Place:
    """A point of a sheet, back on the wide sheet as far as a territory's block is concerned."""
    x, y = board_map().layouts[layout].blocks[board_map().territories[code].block]
    return place[0] - x, place[1] - y


def test_every_territory_is_drawn() -> None:
    assert tuple(board_map().territories) == board().codes
    for rings in outlines().values():
        assert rings and all(len(ring) > 3 for ring in rings)


@pytest.mark.parametrize("board_id", board_ids())
def test_contacts_and_lanes_are_the_borders(board_id: str) -> None:
    wanted = borders(board_id)
    land, closed = set(contacts()), pairs(board_map().closed)
    assert land == pairs(board_map().contacts)
    for layout in board_map().layouts.values():
        lanes = pairs(layout.lanes)
        drawn = {pair for pair in land if pair not in closed or pair in wanted} | (lanes & wanted)
        assert drawn == wanted
        assert lanes <= set().union(*(borders(other) for other in board_ids()))


def test_the_base_board_has_no_closed_border_and_no_border_twice() -> None:
    wanted = borders("eg")
    assert len(wanted) == 82 and pairs(board_map().closed) <= wanted
    wide = pairs(board_map().layouts["wide"].lanes) & wanted
    assert not wide & set(contacts()) and len(wide) + len(contacts()) == 82
    assert borders("no-meo-egi") == wanted - {frozenset(("EGI", "MEO"))} and frozenset(("EGI", "MEO")) in wide


def test_contacts_are_long_enough_to_be_seen() -> None:
    assert min(contacts().values()) > 14


def test_territories_without_a_land_border_stand_apart() -> None:
    """The gap between two that do not touch, also by a corner, is seen."""
    cells: dict[tuple[int, int], list[tuple[str, Place]]] = defaultdict(list)
    for code, rings in outlines().items():
        for ring in rings:
            for place in ring:
                cells[int(place[0] // 8), int(place[1] // 8)].append((code, place))
    gaps: dict[frozenset[str], float] = {}
    for (column, row), members in cells.items():
        near = [one for x in (-1, 0, 1) for y in (-1, 0, 1) for one in cells.get((column + x, row + y), [])]
        for code, place in members:
            for other, at in near:
                if code < other:
                    pair = frozenset((code, other))
                    gaps[pair] = min(gaps.get(pair, 99.0), math.dist(place, at))
    apart = {tuple(sorted(pair)): gap for pair, gap in gaps.items() if pair not in contacts()}
    lanes = pairs(board_map().layouts["wide"].lanes)
    close = {pair: gap for pair, gap in apart.items() if gap < (3.5 if frozenset(pair) in lanes else 8.5)}
    assert not close


@pytest.mark.parametrize("layout", board_map().layouts)
def test_lanes_end_on_their_coasts_and_cross_nobody(layout: str) -> None:
    width, height = board_map().layouts[layout].size
    for pair, lines in board_map().layouts[layout].lanes.items():
        touched = set()
        for line in lines:
            points = lane_points(line)
            for code in pair.split("-"):
                ends = [moved(code, end, layout) for end in (points[0], points[-1])]
                touched |= {code for end in ends if holds(outlines()[code], end)}
            for code in set(outlines()) - set(pair.split("-")):
                places = [moved(code, place, layout) for place in points]
                crossed = any(is_near(code, place) and holds(outlines()[code], place) for place in places)
                assert not crossed or pair in LINKS, f"{pair} crosses {code}"
            assert all(-1 <= x <= width + 1 and -1 <= y <= height + 1 for x, y in points)
        assert touched == set(pair.split("-")), pair
        assert len(lines) == 1 or {end[0] for end in board_map().layouts[layout].ends if end[1] == pair} == touched


def test_discs_stand_on_their_land() -> None:
    for code, drawn in board_map().territories.items():
        assert holds(outlines()[code], drawn.disc), code
        assert to_edge(outlines()[code], drawn.disc) >= 8, code


@pytest.mark.parametrize("layout", board_map().layouts)
def test_discs_do_not_overlap_and_a_thumb_hits_one(layout: str) -> None:
    """At 390 px, wide or tall, centres are 24 px apart (WCAG 2.2, 2.5.8); at full size a disc is 44 px wide."""
    sheet = board_map().layouts[layout]
    at = {}
    for code, drawn in board_map().territories.items():
        x, y = sheet.blocks[drawn.block]
        at[code] = drawn.disc[0] + x, drawn.disc[1] + y
        assert RADIUS < at[code][0] < sheet.size[0] - RADIUS and RADIUS < at[code][1] < sheet.size[1] - RADIUS
    nearest = min(math.dist(at[a], at[b]) for a, b in combinations(at, 2))
    assert nearest > 2 * RADIUS + 6
    assert nearest * 390 / sheet.size[0] >= 24


@pytest.mark.parametrize("layout", board_map().layouts)
def test_names_of_continents_are_in_open_water(layout: str) -> None:
    sheet = board_map().layouts[layout]
    assert set(sheet.continents) == {entry[0] for entry in board().continents}
    for name, (x, y) in sheet.continents.items():
        for code, rings in outlines().items():
            for place in ((x, y), (x - 20, y), (x + 20, y), (x, y + 16)):
                assert not holds(rings, moved(code, place, layout)), f"{name} over {code}"


def test_blocks_do_not_overlap_on_the_tall_sheet() -> None:
    boxes = {}
    for block, (x, y) in board_map().layouts["tall"].blocks.items():
        points = [place for code, drawn in board_map().territories.items() if drawn.block == block
                  for ring in outlines()[code] for place in ring]  # fmt: skip
        boxes[block] = points, x, y
    for (points, x, y), (others, to_x, to_y) in combinations(boxes.values(), 2):
        cells = {(int((px + x) // 12), int((py + y) // 12)) for px, py in points}
        assert not cells & {(int((px + to_x) // 12), int((py + to_y) // 12)) for px, py in others}


def test_size() -> None:
    content = files("plancia_data").joinpath("board_map.json").read_bytes()
    assert sum(len(drawn.path) for drawn in board_map().territories.values()) < 30_000
    assert len(content) < 60_000 and len(gzip.compress(content, 9)) < 20_000
