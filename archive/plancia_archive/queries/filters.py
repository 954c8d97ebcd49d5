"""Questions over the projections: lists with filters and keyset cursors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from plancia_archive.queries.periods import within
from plancia_data import importers

COLUMNS = (
    "game", "number", "version", "variant", "rules", "event", "place", "date", "round", "board", "arbiter",
    "completeness", "provenance", "reason", "winner", "winner_ref", "illegal", "undecidable", "clean", "impossible",
    "declared", "winners",
)  # fmt: skip


ALL = "all"  # as a provenance: whatever it is, games of programs too
ENGINES = tuple(f"imported:{row['kind']}" for row in importers() if row.get("engine"))
BY_PEOPLE = {
    "synthetic": "provenance IS NOT 'synthetic'",
    "engines": f"coalesce(provenance, '') NOT IN ({', '.join(map(repr, ENGINES))})",
}  # conditions on the table game: what statistics leave out that are not asked for a provenance


CURSOR = re.compile(r"g[0-9]{1,15}\Z")


@dataclass(frozen=True)
class Filters:
    """What a list of games may be narrowed by; `variant` is an id with or without edition and options.

    Between `since` and `until` (YYYY-MM-DD, both in it) lie games whose date can mean no day outside (see `periods`).

    `provenance` may be `all`, which narrows no list; statistics then count the games of programs too.

    `club` is the place of a game or the club of a tournament that it is linked to; `option` a word after the variant's
    name or a header Option (`rule.option=value`); `seat` a place in the order of play that `player` (else anybody) had.
    """

    player: str | None = None
    variant: str | None = None
    event: str | None = None
    since: str | None = None
    until: str | None = None
    completeness: str | None = None
    provenance: str | None = None
    illegal: bool | None = None
    winner: str | None = None
    club: str | None = None
    tournament: str | None = None
    edition: int | None = None
    option: str | None = None
    seat: int | None = None

    def clauses(self) -> tuple[list[str], list[Any]]:
        """SQL conditions and their values."""
        conditions: list[str] = []
        values: list[Any] = []
        pairs = (
            ("event = ?", self.event), ("completeness = ?", self.completeness),
            ("provenance = ?", None if self.provenance == ALL else self.provenance),
            ("number IN (SELECT number FROM champion WHERE player = ?)", self.winner),
            ("game IN (SELECT game FROM link WHERE tournament = ?)", self.tournament), ("edition = ?", self.edition),
            ("number IN (SELECT number FROM choice WHERE option = ?)", self.option),
            ("game IN (SELECT game FROM seat WHERE player_ref = ?)", self.player if self.seat is None else None),
        )  # fmt: skip
        for condition, value in pairs:
            if value is not None:
                conditions.append(condition)
                values.append(value)
        for condition, more in within(self.since, self.until):
            conditions.append(condition)
            values += more
        if self.variant is not None:
            spans = continued(self.variant)
            conditions.append(f"(variant = ?{' OR (variant > ? AND variant < ?)' * len(spans)})")
            values += [self.variant, *(end for span in spans for end in span)]
        if self.club is not None:
            conditions.append("(place = ? OR game IN (SELECT game FROM link WHERE club = ?))")
            values += [self.club, self.club]
        if self.seat is not None:
            who = "" if self.player is None else " AND player = ?"
            conditions.append(f"number IN (SELECT number FROM part WHERE seat = ?{who})")
            values += [self.seat] if self.player is None else [self.seat, self.player]
        if self.illegal is not None:
            conditions.append("illegal > 0" if self.illegal else "illegal = 0")
        return conditions, values


def continued(name: str) -> list[tuple[str, str]]:
    """Between which texts a variant's name goes on with what belongs to it: options, and an edition where it has none.

    Another variant may begin alike (`risiko-rl-stock`), another edition too (`rcm@10`).
    """
    options, edition = (name + " ", name + "!"), (name + "@", name + "A")
    return [options] if "@" in name else [options, edition]


def cursor_of(number: int) -> str:
    """An opaque cursor."""
    return f"g{number}"


def number_of(cursor: str) -> int:
    """What a cursor stands for. Raises ValueError."""
    if not CURSOR.match(cursor):
        raise ValueError(cursor)
    return int(cursor[1:])
