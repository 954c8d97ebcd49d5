"""Finds the last move before a position and draws it as an arrow with its dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancia_events import Game
from plancia_events.kinds.turn import Attack, AttackDeclared, Moved, Occupied
from plancia_replay.drawing.dice_place import Box, arrow_boxes, dice_place

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
