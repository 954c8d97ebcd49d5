"""Finds the last move before a position and draws it as an arrow with its dice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from plancia_data import Board, BoardMap, in_language
from plancia_data.board_map import DrawnTerritory, Layout, Point, two_lines
from plancia_events import Game
from plancia_events.kinds.turn import Attack, AttackDeclared, Moved, Occupied

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


PIP_POSITIONS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip
DIE_SIZE = 15  # px
DIE_COLUMN, DIE_ROW = DIE_SIZE + 2, DIE_SIZE + 3  # px from die to die
ARROW_CURVATURE = 0.2  # distance of the control point from the straight line, as a share of the length
DISC_RADIUS = 22  # px


@dataclass(frozen=True)
class LastMove:
    """A move between two territories (codes); an attack has the dice of attacker and defender."""

    source: str
    target: str
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()


def arrow(
    start: tuple[float, float],
    end: tuple[float, float],
    move: LastMove,
    sheet: tuple[float, float] = (math.inf, math.inf),
    obstacles: Sequence[Box] = (),
) -> str:
    """Returns the arrow from disc to disc, and its dice beside it, where they cover none of the obstacles."""
    (x, y), (to_x, to_y) = start, end
    length = math.dist(start, end) or 1.0
    normal = (to_y - y) / length, -(to_x - x) / length
    control = (
        (x + to_x) / 2 + normal[0] * length * ARROW_CURVATURE,
        (y + to_y) / 2 + normal[1] * length * ARROW_CURVATURE,
    )
    start_point = point_towards(start, control, DISC_RADIUS)
    head_tip = point_towards(end, control, DISC_RADIUS + 1)
    head_base = point_towards(end, control, DISC_RADIUS + 10)
    head_direction = (head_tip[0] - head_base[0]) / 9, (head_tip[1] - head_base[1]) / 9
    wings = [
        (
            head_base[0] + side * head_direction[1] * 8 - head_direction[0] * 4,
            head_base[1] - side * head_direction[0] * 8 - head_direction[1] * 4,
        )
        for side in (1, -1)
    ]
    path = f"M{coordinates(start_point)}Q{coordinates(control)} {coordinates(head_base)}"
    dice_svg = ""
    if move.attack or move.defence:
        middle = [(start_point[axis] + 2 * control[axis] + head_base[axis]) / 4 for axis in (0, 1)]
        line = arrow_boxes(start_point, control, head_base)
        dice_svg = dice(dice_place((middle[0], middle[1]), normal, dice_size(move), sheet, [*obstacles, *line]), move)
    head = f"M{coordinates(head_tip)}L{coordinates(wings[0])}L{coordinates(wings[1])}z"
    return (
        f'<path class="pb-go-halo" d="{path}"/><path class="pb-go" d="{path}"/><path class="pb-head" d="{head}"/>'
        f"{dice_svg}"
    )


def point_towards(start: tuple[float, float], end: tuple[float, float], distance: float) -> tuple[float, float]:
    """Returns the point of the line from `start` to `end` at a distance from `start`."""
    length = math.dist(start, end) or 1.0
    return start[0] + (end[0] - start[0]) / length * distance, start[1] + (end[1] - start[1]) / length * distance


def coordinates(point: tuple[float, float]) -> str:
    """Formats the coordinates of a point with one decimal."""
    return f"{point[0]:.1f} {point[1]:.1f}"


def dice_rows(move: LastMove) -> list[tuple[str, tuple[int, ...]]]:
    """Returns the dice of the attack, then those of the defence, each with the name of its side; none where unknown."""
    return [(side, faces) for side, faces in (("attack", move.attack), ("defence", move.defence)) if faces]


def dice_size(move: LastMove) -> tuple[float, float]:
    """Returns width and height of the dice with their edges (px)."""
    rows = dice_rows(move)
    columns = max((len(faces) for _, faces in rows), default=0)
    return columns * DIE_COLUMN - 1, len(rows) * DIE_ROW - 2


def dice(centre: tuple[float, float], move: LastMove) -> str:
    """Returns the dice of the attack above those of the defence, around a point."""
    width, height = dice_size(move)
    left, top = centre[0] - width / 2 + DIE_SIZE / 2 + 0.5, centre[1] - height / 2 + DIE_SIZE / 2 + 0.5
    return "".join(
        die(left + column * DIE_COLUMN, top + row * DIE_ROW, face, kind)
        for row, (kind, faces) in enumerate(dice_rows(move))
        for column, face in enumerate(faces)
    )


def die(x: float, y: float, face: int, kind: str) -> str:
    """Returns a die with its pips. Raises KeyError for a face that is not 1 to 6."""
    pips = "".join(
        f'<circle cx="{a * DIE_SIZE * 0.27:.1f}" cy="{b * DIE_SIZE * 0.27:.1f}" r="1.5"/>'
        for a, b in PIP_POSITIONS[face]
    )
    return (
        f'<g class="pb-die pb-die-{kind}" transform="translate({x:.1f} {y:.1f})">'
        f'<rect x="{-DIE_SIZE / 2}" y="{-DIE_SIZE / 2}" width="{DIE_SIZE}" height="{DIE_SIZE}" rx="3"/>{pips}</g>'
    )


def last_move_at(game: Game, number: int) -> LastMove | None:
    """Returns the attack, occupation or move of event `number` (from 1); None for an event of another kind."""
    if not 0 < number <= len(game.events):
        return None
    event = game.events[number - 1]
    if isinstance(event, Attack):
        return LastMove(event.source, event.target, tuple(event.attack_dice), tuple(event.defence_dice))
    if isinstance(event, AttackDeclared | Occupied | Moved):
        return LastMove(event.source, event.target)
    return None
