"""Finds the place of the dice of an attack, where they cover no name, no disc and not the arrow.

`static/board/dice_place.js` of the server does the same for a board that a script steps through.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plancia_data import Board, BoardMap, in_language
from plancia_data.board_map import DrawnTerritory, Layout, Point, two_lines

NAME_CHARACTER, NAME_LINE, NAME_ASCENT = 7.2, 13.8, 12.0  # px, of names at the largest size that pages give them
TITLE_CHARACTER, TITLE_LINE, TITLE_ASCENT = 13.0, 20.0, 16.0  # px, of the names of continents
DISC = 52.0  # px, the diameter of a disc with its ring
ARROW = 9.0  # px, its width with its rim
NEAREST, FARTHEST, RING_STEP = 22, 126, 8  # px from the middle of the arrow
# sixteen directions, first the side to which the arrow bends, then to the left and right of it in turn
DIRECTIONS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)


class Box(NamedTuple):
    """A rectangle in px of a sheet."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, boxes: Sequence[Box]) -> float:
        """Returns the area that a box has in common with others: the sum over them."""
        left, top, right, bottom = self
        return sum(
            (min(right, box[2]) - max(left, box[0])) * (min(bottom, box[3]) - max(top, box[1]))
            for box in boxes
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]
        )


def box_around(centre: Point, width: float, height: float) -> Box:
    """Returns the box of a size around a point."""
    return Box(centre[0] - width / 2, centre[1] - height / 2, centre[0] + width / 2, centre[1] + height / 2)


def name_box(territory: DrawnTerritory, name: str, offset: Point) -> Box:
    """Returns the box of a territory's name on a sheet that moves the territory's block by an offset."""
    lines = two_lines(name)
    width, (x, y, anchor) = max(map(len, lines)) * NAME_CHARACTER, territory.name
    left = territory.disc[0] + x + offset[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
    top = territory.disc[1] + y + offset[1] - NAME_ASCENT
    return Box(left, top, left + width, top + len(lines) * NAME_LINE)


def obstacles(board_map: BoardMap, layout: Layout, board: Board, places: Mapping[str, str], lang: str) -> list[Box]:
    """Returns the boxes of names, discs and names of continents on a sheet; `places` are the territories' names."""
    boxes = []
    for code, territory in board_map.territories.items():
        offset = layout.blocks[territory.block]
        boxes.append(name_box(territory, places[code], offset))
        boxes.append(box_around((territory.disc[0] + offset[0], territory.disc[1] + offset[1]), DISC, DISC))
    for continent, italian, english, _, _ in board.continents:
        lines = in_language(lang, italian, english).split()
        x, y = layout.continents[continent]
        width, top = max(map(len, lines)) * TITLE_CHARACTER, y - TITLE_ASCENT
        boxes.append(Box(x - width / 2, top, x + width / 2, top + (len(lines) + 1) * TITLE_LINE))
    return boxes


def arrow_boxes(start: Point, control: Point, end: Point) -> list[Box]:
    """Returns boxes along the line of an arrow, a quadratic curve."""
    steps = max(2, math.ceil(math.dist(start, end) / ARROW))
    boxes = []
    for step in range(steps + 1):
        t = step / steps
        weights = (1 - t) ** 2, 2 * t * (1 - t), t * t
        x, y = (sum(w * p[axis] for w, p in zip(weights, (start, control, end), strict=True)) for axis in (0, 1))
        boxes.append(box_around((x, y), ARROW, ARROW))
    return boxes


def dice_place(middle: Point, normal: Point, size: Point, sheet: Point, boxes: Sequence[Box]) -> Point:
    """Returns the centre for dice of a size: the nearest to the arrow's middle whose box overlaps no other.

    Where there is none it is that with the least overlap. `normal` is the side to which the arrow bends.
    """
    best, least = middle, math.inf
    towards = math.atan2(normal[1], normal[0])
    for distance in range(NEAREST, FARTHEST, RING_STEP):
        for direction in DIRECTIONS:
            angle = towards + direction * math.pi / 8
            centre = middle[0] + distance * math.cos(angle), middle[1] + distance * math.sin(angle)
            box = box_around(centre, *size)
            outside = box.left < 2 or box.top < 2 or box.right > sheet[0] - 2 or box.bottom > sheet[1] - 2
            overlap = math.inf if outside else box.overlap(boxes)
            if overlap < least:
                best, least = centre, overlap
            if overlap == 0:
                return best
    return best
