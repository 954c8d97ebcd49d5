"""Finds the last move before a position and draws it as an arrow with its dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancia_events import Game
from plancia_events.kinds.turn import Attack, AttackDeclared, Moved, Occupied

PIP_POSITIONS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip
DIE_SIZE = 15  # px
ARROW_CURVATURE = 0.2  # distance of the control point from the straight line, as a share of the length
DISC_RADIUS = 22  # px


@dataclass(frozen=True)
class LastMove:
    """A move between two territories (codes); an attack has the dice of attacker and defender."""

    source: str
    target: str
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()


def arrow(start: tuple[float, float], end: tuple[float, float], move: LastMove, radius: float = DISC_RADIUS) -> str:
    """Returns the arrow from disc to disc, and the dice beside its middle."""
    (x, y), (to_x, to_y) = start, end
    length = math.dist(start, end) or 1.0
    normal = (to_y - y) / length, -(to_x - x) / length
    control = (
        (x + to_x) / 2 + normal[0] * length * ARROW_CURVATURE,
        (y + to_y) / 2 + normal[1] * length * ARROW_CURVATURE,
    )
    start_point = point_towards(start, control, radius)
    head_tip = point_towards(end, control, radius + 1)
    head_base = point_towards(end, control, radius + 10)
    head_direction = (head_tip[0] - head_base[0]) / 9, (head_tip[1] - head_base[1]) / 9
    wings = [
        (
            head_base[0] + side * head_direction[1] * 8 - head_direction[0] * 4,
            head_base[1] - side * head_direction[0] * 8 - head_direction[1] * 4,
        )
        for side in (1, -1)
    ]
    path = f"M{coordinates(start_point)}Q{coordinates(control)} {coordinates(head_base)}"
    dice_centre = [(start_point[axis] + 2 * control[axis] + head_base[axis]) / 4 + normal[axis] * 18 for axis in (0, 1)]
    return (
        f'<path class="pb-go-halo" d="{path}"/><path class="pb-go" d="{path}"/>'
        f'<path class="pb-head" d="M{coordinates(head_tip)}L{coordinates(wings[0])}L{coordinates(wings[1])}z"/>'
        + dice((dice_centre[0], dice_centre[1]), normal, move.attack, move.defence)
    )


def point_towards(start: tuple[float, float], end: tuple[float, float], distance: float) -> tuple[float, float]:
    """Returns the point of the line from `start` to `end` at a distance from `start`."""
    length = math.dist(start, end) or 1.0
    return start[0] + (end[0] - start[0]) / length * distance, start[1] + (end[1] - start[1]) / length * distance


def coordinates(point: tuple[float, float]) -> str:
    """Formats the coordinates of a point with one decimal."""
    return f"{point[0]:.1f} {point[1]:.1f}"


def dice(
    centre: tuple[float, float], normal: tuple[float, float], attack: Sequence[int], defence: Sequence[int]
) -> str:
    """Returns the dice of the attack above those of the defence, on the outer side of the arrow."""
    rows = [(kind, faces) for kind, faces in (("attack", attack), ("defence", defence)) if faces]
    if not rows:
        return ""
    width = max(len(faces) for _, faces in rows) * (DIE_SIZE + 2)
    left = centre[0] + (DIE_SIZE / 2 if normal[0] >= 0 else DIE_SIZE / 2 - width)
    left += 0 if abs(normal[0]) > 0.3 else (-width / 2 if normal[0] >= 0 else width / 2)
    top = centre[1] - (len(rows) - 1) * (DIE_SIZE + 3) / 2
    return "".join(
        die(left + column * (DIE_SIZE + 2), top + row * (DIE_SIZE + 3), face, kind)
        for row, (kind, faces) in enumerate(rows)
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
