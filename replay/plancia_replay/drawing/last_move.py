"""The last move of a position: which it was, and its arrow with the dice beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from plancia_events import Game
from plancia_events.kinds.turn import Attack, AttackDeclared, Moved, Occupied

SPOTS = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip
SIDE = 15  # of a die, in units of the sheet
BEND = 0.2  # how far an arrow bends from the straight line, as a share of its length
RADIUS = 22  # of a disc


@dataclass(frozen=True)
class LastMove:
    """A move from a territory to another (codes), with the dice of attack and defence where it was an attack."""

    source: str
    target: str
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()


def arrow(start: tuple[float, float], end: tuple[float, float], move: LastMove, radius: float = RADIUS) -> str:
    """The arrow from disc to disc, and the dice beside its middle."""
    (x, y), (to_x, to_y) = start, end
    length = math.dist(start, end) or 1.0
    across = (to_y - y) / length, -(to_x - x) / length
    bend = ((x + to_x) / 2 + across[0] * length * BEND, (y + to_y) / 2 + across[1] * length * BEND)
    first = toward(start, bend, radius)
    tip = toward(end, bend, radius + 1)
    base = toward(end, bend, radius + 10)
    along = (tip[0] - base[0]) / 9, (tip[1] - base[1]) / 9
    wings = [(base[0] + side * along[1] * 8 - along[0] * 4, base[1] - side * along[0] * 8 - along[1] * 4)
             for side in (1, -1)]  # fmt: skip
    line = f"M{pair(first)}Q{pair(bend)} {pair(base)}"
    beside = [(first[axis] + 2 * bend[axis] + base[axis]) / 4 + across[axis] * 18 for axis in (0, 1)]
    return (
        f'<path class="pb-go-halo" d="{line}"/><path class="pb-go" d="{line}"/>'
        f'<path class="pb-head" d="M{pair(tip)}L{pair(wings[0])}L{pair(wings[1])}z"/>'
        + dice((beside[0], beside[1]), across, move.attack, move.defence)
    )


def toward(place: tuple[float, float], aim: tuple[float, float], by: float) -> tuple[float, float]:
    """The point `by` units from `place` on the way to `aim`."""
    length = math.dist(place, aim) or 1.0
    return place[0] + (aim[0] - place[0]) / length * by, place[1] + (aim[1] - place[1]) / length * by


def pair(place: tuple[float, float]) -> str:
    """The coordinates of a point with one decimal."""
    return f"{place[0]:.1f} {place[1]:.1f}"


def dice(
    middle: tuple[float, float], across: tuple[float, float], attack: Sequence[int], defence: Sequence[int]
) -> str:
    """The dice of the attack above those of the defence, on the outer side of the arrow."""
    rows = [(kind, faces) for kind, faces in (("attack", attack), ("defence", defence)) if faces]
    if not rows:
        return ""
    width = max(len(faces) for _, faces in rows) * (SIDE + 2)
    left = middle[0] + (SIDE / 2 if across[0] >= 0 else SIDE / 2 - width)
    left += 0 if abs(across[0]) > 0.3 else (-width / 2 if across[0] >= 0 else width / 2)
    top = middle[1] - (len(rows) - 1) * (SIDE + 3) / 2
    return "".join(
        die(left + column * (SIDE + 2), top + row * (SIDE + 3), face, kind)
        for row, (kind, faces) in enumerate(rows)
        for column, face in enumerate(faces)
    )


def die(x: float, y: float, face: int, kind: str) -> str:
    """A die with its pips. Raises KeyError for a face that no die has."""
    pips = "".join(f'<circle cx="{a * SIDE * 0.27:.1f}" cy="{b * SIDE * 0.27:.1f}" r="1.5"/>' for a, b in SPOTS[face])
    return (
        f'<g class="pb-die pb-die-{kind}" transform="translate({x:.1f} {y:.1f})">'
        f'<rect x="{-SIDE / 2}" y="{-SIDE / 2}" width="{SIDE}" height="{SIDE}" rx="3"/>{pips}</g>'
    )


def last_move_at(game: Game, number: int) -> LastMove | None:
    """The attack, occupation or move that event `number` (from 1) records; None for any other event."""
    if not 0 < number <= len(game.events):
        return None
    event = game.events[number - 1]
    if isinstance(event, Attack):
        return LastMove(event.source, event.target, tuple(event.attack_dice), tuple(event.defence_dice))
    if isinstance(event, AttackDeclared | Occupied | Moved):
        return LastMove(event.source, event.target)
    return None
