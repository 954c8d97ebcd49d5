"""The state of the idiomatic reference: what stands on and around the board, and the turn in progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reference_board import CONTINENTS, DEGREE


@dataclass(frozen=True)
class Waiting:
    """A territory emptied and not yet occupied."""

    source: str
    target: str
    actor: str
    dice: int
    reported: bool = False  # the missing occupation is one finding, at the first event that shows it


@dataclass(frozen=True)
class Turn:
    """What has happened in the turn in progress."""

    attacks: int = 0
    conquests: int = 0
    moves: int = 0
    draws: int = 0
    placed: int = 0
    eliminations: int = 0
    force: int = 0
    territories: int = 0
    continents: int = 0
    cards: int = 0
    claimed: int = 0  # what the players counted for the sets
    declared: int | None = None

    @property
    def entitled(self) -> int:
        return self.territories + self.continents + self.cards


@dataclass(frozen=True)
class State:
    """Everything that stands on and around the board after an event."""

    owner: Mapping[str, str] = field(default_factory=dict)
    armies: Mapping[str, int] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    objectives: Mapping[str, str] = field(default_factory=dict)
    setup: Mapping[str, int] = field(default_factory=dict)
    eliminated: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    placements: int = 0
    placer: str | None = None
    turns: int = 0
    active: str | None = None
    last: str | None = None
    turn: Turn = Turn()
    waiting: Waiting | None = None
    late: tuple[int, int] = (0, 0)
    found: tuple[tuple[int, str, int], ...] = ()

    def is_own_turn(self, actor: str) -> bool:
        """Is it the turn of this player, or was the last one his? What others do then counts for no turn."""
        return actor == self.active or (self.active is None and self.last in (None, actor))

    def lands(self, colour: str) -> list[str]:
        return [land for land, owner in self.owner.items() if owner == colour]

    def force(self, colour: str) -> int:
        return sum(self.armies[land] for land in self.lands(colour))

    def continents(self, colour: str) -> list[str]:
        return [name for name, lands in CONTINENTS.items() if all(self.owner.get(land) == colour for land in lands)]

    def score(self, colour: str, goal: frozenset[str]) -> int:
        return sum(DEGREE[land] for land in self.lands(colour) if land in goal)
